#include "generators/dequantise/scale_words.h"

#include "generators/dequantise/listed_fields.h"
#include "generators/dequantise/scale_values.h"
#include "generators/number/value_families.h"

namespace vconform::generators {

namespace {

std::uint64_t reserved_of(spec::Word word, std::uint64_t index, std::uint64_t noise) {
  return kReserved.at(index, noise) & spec::reserved_bits(word);
}

constexpr std::uint64_t kExtras =
    kOffsets.count() * 2 * kLowBits.count() * kReserved.count() * kNoise;

// `plain` with this scale, and with the offset, sign, low bits and reserved bits that `extras`
// encodes.
std::uint64_t factor(std::uint64_t plain, std::uint64_t scale, std::uint64_t extras) {
  Digits digits(extras);
  const std::uint64_t offset_index = digits.take(kOffsets.count());
  const std::uint64_t other_sign = digits.take(2);
  const std::uint64_t low_index = digits.take(kLowBits.count());
  const std::uint64_t reserved_index = digits.take(kReserved.count());
  const std::uint64_t noise = digits.take(kNoise);
  const std::uint64_t low_mask = (std::uint64_t{1} << kLowScaleBits) - 1;
  const std::uint64_t low = kLowBits.at(low_index, noise + kNoise) & low_mask;
  std::uint64_t word = spec::kFactorScale.put(plain, scale << kLowScaleBits | low);
  word = spec::kFactorOffset.put(word, kOffsets.at(offset_index, noise + 2 * kNoise));
  word = spec::kFactorSign.put(word, spec::kFactorSign.of(plain) ^ other_sign);
  return word | reserved_of(spec::Word::kFactor, reserved_index, noise);
}

std::uint64_t half_scale(std::uint64_t scale, std::uint64_t extras) {
  Digits digits(extras);
  const std::uint64_t reserved_index = digits.take(kReserved.count());
  return scale | reserved_of(spec::Word::kHalf, reserved_index, digits.take(kNoise));
}

}  // namespace

spec::Word lane_word(const spec::Conversion& row) {
  return row.source == spec::NumberType::kS16 ? spec::Word::kFactor : spec::Word::kHalf;
}

std::uint64_t plain_word(const spec::Conversion& row) {
  constexpr std::uint32_t kOneAsF32 = 0x3f800000;
  constexpr std::uint64_t kOneAsF16 = 0x3c00;
  return lane_word(row) == spec::Word::kHalf ? kOneAsF16
                                             : spec::deq_factor(kOneAsF32, 0, row.to().is_signed());
}

std::uint64_t draw_scale_word(ChoiceSource& choices, const spec::Conversion& row) {
  const bool half = lane_word(row) == spec::Word::kHalf;
  const spec::NumberFormat& format =
      half ? spec::format_of(spec::NumberType::kF16) : spec::kScaleFormat;
  const std::uint64_t scale = interesting_scale(choices, format);
  const std::uint64_t extras = choices.below(kExtras);
  return half ? half_scale(scale, extras) : factor(plain_word(row), scale, extras);
}

std::uint64_t draw_reserved_bits(ChoiceSource& choices, spec::Word word) {
  Digits digits(choices.below(kReserved.count() * kNoise));
  const std::uint64_t index = digits.take(kReserved.count());
  return reserved_of(word, index, digits.take(kNoise));
}

}  // namespace vconform::generators
