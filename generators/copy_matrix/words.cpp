#include "generators/copy_matrix/words.h"

#include <algorithm>
#include <array>

#include "generators/copies/words.h"
#include "generators/copies/work.h"

namespace vconform::generators {

namespace {

using spec::Feature;
using spec::ReluPre;

constexpr std::uint64_t kMostPlanted = 16;
// One answer in this many ends the list of planted words.
constexpr std::uint64_t kEnds = 8;
// With more columns the alphas may not find a place within reach of the eight bits of FPC.
constexpr std::uint64_t kMostColumnsOfBoth = 1024;

constexpr std::uint32_t kAlphaStep = 0x8011;
constexpr std::uint64_t kShifts = 16;

// N of a column of a vector of shifts: all sixteen in turn, and from columns a power of two away
// another one.
std::uint64_t shift_of(std::uint64_t column) {
  return (column + 5 * (column / kShifts) + 3 * (column / (kShifts * kShifts))) % kShifts;
}
// The columns from this one on whose N follow one another.
std::uint64_t shifts_in_turn(std::uint64_t column) {
  return std::min(kShifts - shift_of(column), kShifts - column % kShifts);
}

// 0.5, 0.25, 0.1, one with low bits that do not fit 1-8-10, 2, negative ones, 0 of either sign, 1;
// the limits of the normal numbers: a caller must give no other ones. Saved corpora hold indices:
// only append.
constexpr std::array<std::uint32_t, 16> kAlphas = {
    0x3f000000, 0x3e800000, 0x3dcccccd, 0x3f001000, 0x40000000, 0xbf000000, 0xbe801fff, 0,
    0x80000000, 0x3f800000, 0x3a83126f, 0x3f7fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff};

// Whether a scale or an alpha differs from column to column. 0 stays, so that no column has a
// subnormal one; one near the largest stays, below inf.
bool steps(std::uint64_t number) {
  const std::uint64_t magnitude = number & 0x7fffffff;
  return magnitude != 0 && magnitude < 0x70000000;
}

std::uint64_t step_of(const spec::Conversion& row, const MatrixWords& words) {
  const std::uint64_t fixed = steps(spec::kQuantScale.of(words.word)) ? 0 : kScaleStep;
  return work_of(row) == CopyWork::kShifts ? 0 : step_of(words.differing) & ~fixed;
}

}  // namespace

bool MatrixWords::shifts_differ(const spec::Conversion& row) const {
  return work_of(row) == CopyWork::kShifts && differing != Differing::kNothing;
}

std::uint64_t MatrixWords::word_of(const spec::Conversion& row, std::uint64_t column) const {
  if (!quant_vector) {
    return word;
  }
  const auto found = planted.find(column);
  if (found != planted.end()) {
    return found->second;
  }
  if (shifts_differ(row)) {
    return spec::kQuantShift.put(word, shift_of(column));
  }
  return word + column * step_of(row, *this);
}

MatrixWords draw_matrix_words(ChoiceSource& choices, const spec::Conversion& row,
                              std::uint64_t columns, spec::FeatureSet allowed) {
  constexpr std::array<ReluPre, 7> kRelus = {ReluPre::kNone,  ReluPre::kNormal, ReluPre::kLeaky,
                                             ReluPre::kPrelu, ReluPre::kNone,   ReluPre::kNone,
                                             ReluPre::kNormal};
  const bool reads = spec::quant_code_of(row).reads_quant_word();
  const bool vectors = allowed.has(Feature::kVectorQuant);
  MatrixWords words;
  words.word = draw_copy_word(choices, row);
  words.quant_vector = choices.below(2) != 0 && reads && vectors;
  const ReluPre relu = choices.pick(kRelus);
  words.alpha = choices.pick(kAlphas);
  const std::uint64_t unread = choices.below(std::uint64_t{1} << 32);
  words.unread = unread * 0x9e3779b97f4a7c15;
  words.differing = differing_by(unread);
  words.alphas_differ = differing_by(unread / 8) != Differing::kNothing;
  const bool too_many = words.quant_vector && columns > kMostColumnsOfBoth;
  words.relu = relu == ReluPre::kPrelu && (!vectors || too_many) ? ReluPre::kLeaky : relu;
  const std::optional<Feature> mode = spec::feature_of(words.relu);
  words.relu = mode && !allowed.has(*mode) ? ReluPre::kNone : words.relu;
  return words;
}

std::span<const std::uint32_t> listed_alphas() {
  return kAlphas;
}

void plant_alphas(std::uint64_t columns, MatrixWords& words) {
  constexpr std::uint64_t kEvery = 7;
  for (std::uint64_t column = kEvery - 1; column < columns; column += kEvery) {
    words.planted_alphas[column] = kAlphas[column / kEvery % kAlphas.size()];
  }
}

namespace {

void draw_column_alphas(ChoiceSource& choices, std::uint64_t columns, MatrixWords& words) {
  for (std::uint64_t i = 0; i < kMostPlanted; ++i) {
    const std::uint64_t which = choices.below(kEnds + columns);
    if (which < kEnds) {
      return;
    }
    const std::uint32_t alpha = choices.pick(kAlphas);
    choices.below(1);
    choices.below(1);
    if (words.reads_alphas()) {
      words.planted_alphas.try_emplace(which - kEnds, alpha);
    }
  }
}

}  // namespace

void draw_column_words(ChoiceSource& choices, const spec::Conversion& row, std::uint64_t columns,
                       MatrixWords& words) {
  draw_column_alphas(choices, columns, words);
  for (std::uint64_t i = 0; i < kMostPlanted; ++i) {
    const std::uint64_t which = choices.below(kEnds + columns);
    if (which < kEnds) {
      return;
    }
    const std::uint64_t word = draw_copy_word(choices, row);
    if (words.quant_vector) {
      words.planted.try_emplace(which - kEnds, with_mcb_of(row, word, words.word));
    }
  }
}

std::uint64_t quant_pre(const spec::Conversion& row, const MatrixWords& words) {
  const spec::QuantCode& code = spec::quant_code_of(row);
  return words.quant_vector ? code.vector : code.scalar;
}

std::uint64_t quant_vector_bytes(const MatrixWords& words, std::uint64_t columns) {
  const std::uint64_t whole = (columns + spec::kC0 - 1) / spec::kC0 * spec::kC0;
  return words.quant_vector ? whole * spec::kQuantWordBytes : 0;
}
std::uint64_t alpha_vector_bytes(const MatrixWords& words, std::uint64_t columns) {
  const std::uint64_t whole = (columns + spec::kC0 - 1) / spec::kC0 * spec::kC0;
  return words.reads_alphas() ? whole * spec::kAlphaBytes : 0;
}

std::vector<spec::Placement> word_placements(const spec::Conversion& row, const MatrixWords& words,
                                             std::uint64_t columns, const spec::Address& quant,
                                             const spec::Address& alphas) {
  std::vector<spec::Placement> all;
  if (words.reads_alphas()) {
    const std::uint64_t count = alpha_vector_bytes(words, columns) / spec::kAlphaBytes;
    all.emplace_back(
        spec::PlacePatterns{alphas, spec::NumberType::kU32, count, words.alpha,
                            words.alphas_differ && steps(words.alpha) ? kAlphaStep : 0});
  }
  for (const auto& [column, alpha] : words.planted_alphas) {
    all.emplace_back(spec::PlaceElement{alphas, spec::NumberType::kU32, column, alpha});
  }
  const std::uint64_t count = quant_vector_bytes(words, columns) / spec::kQuantWordBytes;
  const bool shifts = words.shifts_differ(row);
  for (std::uint64_t done = 0; done < count;) {
    const spec::Address at = {quant.memory, quant.offset + done * spec::kQuantWordBytes};
    const std::uint64_t length = shifts ? shifts_in_turn(done) : count;
    const std::uint64_t step = shifts ? std::uint64_t{1} << 32 : step_of(row, words);
    const std::uint64_t first =
        shifts ? spec::kQuantShift.put(words.word, shift_of(done)) : words.word;
    all.emplace_back(spec::PlacePatterns{at, spec::NumberType::kU64, length, first, step});
    done += length;
  }
  for (const auto& [column, word] : words.planted) {
    all.emplace_back(spec::PlaceElement{quant, spec::NumberType::kU64, column, word});
  }
  return all;
}

std::vector<spec::Step> word_steps(const MatrixWords& words, std::uint64_t quant_address,
                                   std::uint64_t alpha_address) {
  using spec::FixpipeRegister;
  using spec::SetFixpipe;
  const bool leaky = words.relu == spec::ReluPre::kLeaky;
  const std::uint64_t alpha = (words.unread & ~std::uint64_t{0xffffffff}) |
                              (leaky ? words.alpha : words.unread & 0xffffffff);
  const std::uint64_t quant_unit =
      words.quant_vector ? quant_address / spec::kFpcQuantUnit : words.unread >> 9;
  const std::uint64_t alpha_unit =
      words.reads_alphas() ? alpha_address / spec::kFpcReluUnit : words.unread >> 19;
  const std::uint64_t fpc = spec::kFpcRelu.put(spec::kFpcQuant.put(0, quant_unit), alpha_unit);
  return {SetFixpipe{FixpipeRegister::kLreluAlpha, alpha},
          SetFixpipe{FixpipeRegister::kQuantPre, words.quant_vector ? words.unread : words.word},
          SetFixpipe{FixpipeRegister::kFpc, fpc}};
}

}  // namespace vconform::generators
