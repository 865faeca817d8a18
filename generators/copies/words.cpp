#include "generators/copies/words.h"

#include <algorithm>
#include <array>

#include "generators/copies/work.h"
#include "generators/dequantise/listed_fields.h"
#include "generators/dequantise/scale_values.h"
#include "generators/dequantise/scaled_sources.h"
#include "generators/number/value_families.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/quantization.h"

namespace vconform::generators {

namespace {

using spec::Word;

constexpr Listed<13> kOffsetsB4 = {{0, 0, 0, -16, -1, 1, 15, 14, -15, 7, -8, 8, -7}, 3};
// N: the shift less 1.
constexpr Listed<6> kShiftFields = {{0, 15, 7, 3, 0, 14}, 2};
constexpr Listed<4> kMcb = {{0, 0, 1, 1}, 0};
// One scale in this many is inf or NaN: its results may be anything, the bytes around them may not.
constexpr std::uint64_t kSpecialOnceIn = 24;

static_assert(kOffsets.count() == kOffsetsB4.count());
constexpr std::uint64_t kExtras = kOffsets.count() * 2 * kLowBits.count() * kReserved.count() *
                                  kShiftFields.count() * kMcb.count() * kSpecialOnceIn * kNoise;

// Numbers drawn for the fields around a scale.
struct Extras {
  std::uint64_t offset;
  std::uint64_t other_sign;
  std::uint64_t low;
  std::uint64_t reserved;
  std::uint64_t shift;
  std::uint64_t mcb;
  bool special;
};

Extras extras_of(std::uint64_t drawn, bool is_b4) {
  Digits digits(drawn);
  const std::uint64_t offset = digits.take(kOffsets.count());
  const std::uint64_t other_sign = digits.take(2);
  const std::uint64_t low = digits.take(kLowBits.count());
  const std::uint64_t reserved = digits.take(kReserved.count());
  const std::uint64_t shift = digits.take(kShiftFields.count());
  const std::uint64_t mcb = digits.take(kMcb.count());
  const bool special = digits.take(kSpecialOnceIn) == kSpecialOnceIn - 1;
  const std::uint64_t noise = digits.take(kNoise);
  const auto& offsets = is_b4 ? kOffsetsB4 : kOffsets;
  return {offsets.at(offset, noise),
          other_sign,
          kLowBits.at(low, noise + kNoise),
          kReserved.at(reserved, noise + 2 * kNoise),
          kShiftFields.at(shift, noise + 3 * kNoise),
          kMcb.at(mcb, noise),
          special};
}

// A 1-8-10 scale made 0 or normal, as the pages demand for FIXPIPE.
std::uint64_t normal_scale(std::uint64_t scale) {
  const spec::NumberFormat& format = spec::kScaleFormat;
  const std::uint64_t sign = scale & format.sign_mask();
  const std::uint64_t magnitude = scale ^ sign;
  if (magnitude == 0) {
    return scale;
  }
  return sign | std::clamp(magnitude, format.fraction_mask() + 1, format.max_finite_pattern());
}

std::uint64_t full_word(const spec::Conversion& row, std::uint64_t scale, const Extras& extras) {
  const bool is_matrix = row.family == spec::Family::kCopyMatrix;
  const std::uint64_t number = is_matrix ? normal_scale(scale) : scale;
  const std::uint64_t top =
      extras.special ? number | spec::kScaleFormat.infinity_pattern() : number;
  const bool is_zero = (top & (spec::kScaleFormat.sign_mask() - 1)) == 0;
  const std::uint64_t low = extras.low & ((std::uint64_t{1} << kLowScaleBits) - 1);
  const std::uint64_t plain = plain_copy_word(row);
  std::uint64_t word =
      spec::kQuantScale.put(plain, top << kLowScaleBits | (is_matrix && is_zero ? 0 : low));
  word = spec::kQuantShift.put(word, extras.shift);
  word = spec::kQuantMcb.put(word, extras.mcb);
  if (copy_word_of(row) == Word::kQuantB4) {
    word = spec::kQuantOffsetB4.put(word, extras.offset);
  } else {
    word = spec::kQuantOffset.put(word, extras.offset);
    word = spec::kQuantSign.put(word, spec::kQuantSign.of(plain) ^ extras.other_sign);
  }
  return word | (extras.reserved & spec::reserved_bits(copy_word_of(row)));
}

int signed_field(const spec::WordField& field, std::uint64_t word) {
  const auto value = static_cast<int>(field.of(word));
  return value < 1 << (field.bits - 1) ? value : value - (1 << field.bits);
}

// DEQ8 and DEQ16 have the fields of a quant word in the same places.
static_assert(spec::kDeqValueShift.low == spec::kQuantShift.low);
static_assert(spec::kDeqValueMcb.low == spec::kQuantMcb.low);
static_assert(spec::kDeqValueOffset.low == spec::kQuantOffset.low);
static_assert(spec::kDeqValueSign.low == spec::kQuantSign.low);

}  // namespace

CopyScale copy_scale(const spec::Conversion& row, std::uint64_t word) {
  const CopyWork work = work_of(row);
  if (!reads_word(work)) {
    return {{false, 1, 0}, 0, 0};
  }
  if (copy_word_of(row) == Word::kHalf) {
    return {scale_of(spec::format_of(spec::NumberType::kF16), spec::kHalfScale.of(word)), 0, 0};
  }
  const bool is_matrix = row.family == spec::Family::kCopyMatrix;
  const std::uint64_t bits = spec::kQuantScale.of(word);
  CopyScale scale;
  scale.scale = is_matrix ? scale_of(spec::kScaleFormat, bits >> kLowScaleBits)
                          : scale_of(spec::format_of(spec::NumberType::kF32), bits);
  const bool is_b4 = copy_word_of(row) == Word::kQuantB4;
  scale.offset = signed_field(is_b4 ? spec::kQuantOffsetB4 : spec::kQuantOffset, word);
  const bool is_s32 = row.source == spec::NumberType::kS32;
  const bool shifts = is_s32 && (work == CopyWork::kShifts || spec::kQuantMcb.of(word) != 0);
  scale.shift = shifts ? static_cast<int>(spec::kQuantShift.of(word)) + 1 : 0;
  return scale;
}

std::uint64_t plain_copy_word(const spec::Conversion& row) {
  constexpr std::uint64_t kOneAsF32 = 0x3f800000;
  constexpr std::uint64_t kOneAsF16 = 0x3c00;
  if (!reads_word(work_of(row))) {
    return 0;
  }
  const Word word = copy_word_of(row);
  if (word == Word::kHalf) {
    return kOneAsF16;
  }
  const bool has_sign = word != Word::kQuantB4 && row.to().bits == 8 && row.to().is_signed();
  return spec::kQuantSign.put(kOneAsF32, has_sign ? 1 : 0);
}

std::uint64_t draw_copy_word(ChoiceSource& choices, const spec::Conversion& row) {
  const bool half = copy_word_of(row) == Word::kHalf;
  const spec::NumberFormat& format =
      half ? spec::format_of(spec::NumberType::kF16) : spec::kScaleFormat;
  const std::uint64_t scale = interesting_scale(choices, format);
  return copy_word_around(row, scale, choices.below(kExtras));
}

std::uint64_t copy_word_around(const spec::Conversion& row, std::uint64_t scale,
                               std::uint64_t number) {
  const Extras extras = extras_of(number % kExtras, copy_word_of(row) == Word::kQuantB4);
  return copy_word_of(row) == Word::kHalf
             ? scale | (extras.reserved & spec::reserved_bits(Word::kHalf))
             : full_word(row, scale, extras);
}

std::uint64_t with_mcb_of(const spec::Conversion& row, std::uint64_t word, std::uint64_t like) {
  return copy_word_of(row) == Word::kHalf ? word
                                          : spec::kQuantMcb.put(word, spec::kQuantMcb.of(like));
}

Differing differing_by(std::uint64_t number) {
  constexpr std::array<Differing, 8> kAll = {Differing::kScaleAndOffset, Differing::kScaleAndOffset,
                                             Differing::kScaleAndOffset, Differing::kScaleAndOffset,
                                             Differing::kScaleAndOffset, Differing::kNothing,
                                             Differing::kOffset,         Differing::kScale};
  return kAll[number % kAll.size()];
}

std::uint64_t step_of(Differing differing) {
  constexpr std::uint64_t kOffsetStep = std::uint64_t{5} << 37;
  switch (differing) {
    case Differing::kScaleAndOffset:
      return kOffsetStep | kScaleStep;
    case Differing::kNothing:
      return 0;
    case Differing::kOffset:
      return kOffsetStep;
    case Differing::kScale:
      return kScaleStep;
  }
  return 0;
}

}  // namespace vconform::generators
