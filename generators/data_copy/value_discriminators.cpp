#include "generators/copies/work.h"
#include "generators/data_copy/discriminators.h"
#include "generators/data_copy/question.h"
#include "generators/dequantise/witnesses.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::generators {

namespace {

using Row = spec::Conversion;

bool is_s16(const Row& row) {
  return work_of(row) == CopyWork::kShifts;
}
bool is_deq16_half(const Row& row) {
  return work_of(row) == CopyWork::kToHalf && copy_word_of(row) == spec::Word::kDeqValue;
}
bool is_deq(const Row& row) {
  return work_of(row) == CopyWork::kToHalf && copy_word_of(row) == spec::Word::kHalf &&
         row.source == spec::NumberType::kS32;
}
bool may_shift(const Row& row) {
  return is_b8(row) || is_s16(row) || is_deq16_half(row);
}
bool computes_half(const Row& row) {
  return row.destination == spec::NumberType::kF16 &&
         (work_of(row) == CopyWork::kToHalf || work_of(row) == CopyWork::kCasts);
}

// Sources under one word.
struct Asked {
  spec::Cell cell;
  std::uint64_t word;
  std::vector<std::uint64_t> patterns;
  bool relu = false;
};

void add_case(std::vector<DiscriminatingCase>& cases, const Asked& asked,
              const std::vector<std::uint64_t>& patterns) {
  BlockQuestion question = block_question(asked.cell);
  put_word(question.call, asked.word);
  question.call.words.is_relu = question.call.words.is_relu || asked.relu;
  question.patterns = patterns;
  cases.push_back(block_case(question));
}

// The sources of each word together, then each alone.
std::vector<DiscriminatingCase> cases_of(const std::vector<Asked>& all) {
  std::vector<DiscriminatingCase> cases;
  for (const Asked& asked : all) {
    add_case(cases, asked, asked.patterns);
  }
  for (const Asked& asked : all) {
    for (std::size_t i = 0; asked.patterns.size() > 1 && i < asked.patterns.size(); ++i) {
      add_case(cases, asked, {asked.patterns[i]});
    }
  }
  return cases;
}

std::vector<DiscriminatingCase> witness_cases(Concerns concerns, const std::vector<Witnesses>& all,
                                              bool relu = false) {
  std::vector<Asked> asked;
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kDataCopy, concerns)) {
    for (const Witnesses& one : all) {
      asked.push_back({cell, one.factor, source_patterns(cell.conversion(), one.sources), relu});
    }
  }
  return cases_of(asked);
}

constexpr std::uint64_t kTwoToMinus9 = 0x3b000000;
constexpr std::uint64_t kTwoToMinus13 = 0x39000000;

// A word that shifts by 1 and gives an s8.
std::uint64_t shifting(std::uint64_t scale) {
  return spec::kDeqValueSign.put(spec::kDeqValueMcb.put(scale, 1), 1);
}

std::vector<DiscriminatingCase> block_mcb_cases() {
  return witness_cases(is_deq16_half, {{shifting(kScaleOne), {8, -20}}});
}
std::vector<DiscriminatingCase> block_shift_rounding_cases() {
  return witness_cases(may_shift, {{shifting(kScaleOne), {3, 5, -3, -5}}});
}
std::vector<DiscriminatingCase> block_shift_to_s16_cases() {
  // Saturated, the s16 is -2^15; wrapped, 3 * 2^13 and 2^14. Their products are integers.
  return witness_cases(may_shift, {{shifting(kTwoToMinus9), {-81920, -98304}}});
}

std::vector<DiscriminatingCase> block_overflow_cases() {
  std::vector<Asked> all;
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kDataCopy, computes_half)) {
    const Row& row = cell.conversion();
    // Twice 65504 and inf, or a million.
    const std::vector<std::uint64_t> sources =
        row.source == spec::NumberType::kF16 ? std::vector<std::uint64_t>{0x7bff, 0xfbff, 0x7c00}
        : row.source == spec::NumberType::kF32
            ? std::vector<std::uint64_t>{0x49742400, 0xc9742400, 0x7f800000}
            : source_patterns(row, {1000000, -1000000});
    const bool relu = row.relu;
    const std::uint64_t two = row.deq_scale == spec::DeqScale::kNone   ? 0
                              : copy_word_of(row) == spec::Word::kHalf ? 0x4000
                                                                       : 0x40000000;
    all.push_back(
        {cell, two, relu ? std::vector<std::uint64_t>{sources.front(), sources.back()} : sources});
  }
  return cases_of(all);
}

std::vector<DiscriminatingCase> block_s9_rounding_cases() {
  return witness_cases(is_b8, s9_rounding_witnesses());
}
std::vector<DiscriminatingCase> block_offset_order_cases() {
  return witness_cases(is_b8, offset_order_witnesses());
}
std::vector<DiscriminatingCase> block_s9_clamp_cases() {
  return witness_cases(is_b8, s9_clamp_witnesses());
}
std::vector<DiscriminatingCase> block_add_cases() {
  return witness_cases(is_b8, add_witnesses());
}
std::vector<DiscriminatingCase> block_offset_sign_cases() {
  return witness_cases(is_b8, offset_sign_witnesses());
}
std::vector<DiscriminatingCase> block_scale_bits_cases() {
  return witness_cases(is_b8, scale_bits_witnesses());
}
std::vector<DiscriminatingCase> block_product_cases() {
  return witness_cases(is_b8, product_witnesses());
}

std::vector<DiscriminatingCase> block_relu_order_cases() {
  // 100 - 128 and -100 + 20.
  const std::uint64_t down = spec::kDeqValueSign.put(
      spec::kDeqValueOffset.put(kScaleOne, static_cast<std::uint64_t>(-128)), 1);
  const std::uint64_t up = spec::kDeqValueSign.put(spec::kDeqValueOffset.put(kScaleOne, 20), 1);
  return witness_cases(is_b8, {{down, {100, 50}}, {up, {-100, -10}}}, true);
}

std::vector<DiscriminatingCase> block_deqf16_cases() {
  // 2049 + 2^-13 and 2051 - 2^-13: an f32 rounds them to ties.
  return witness_cases(is_deq16_half,
                       {{kTwoToMinus13, {16785409, 16801791, -16785409, -16801791}}});
}

std::vector<DiscriminatingCase> block_deq16_precision_cases() {
  return witness_cases(is_deq, deq16_precision_witnesses());
}

}  // namespace

std::vector<Discriminator> block_value_discriminators() {
  return {
      {210, {spec::cite("copy.deq16-precision")}, block_deq16_precision_cases},
      {500, {spec::cite("copy.mcb-deq16-half")}, block_mcb_cases},
      {510, {spec::cite("copy.shift-rounding")}, block_shift_rounding_cases},
      {520, {spec::cite("copy.shift-to-s16")}, block_shift_to_s16_cases},
      {530, {spec::cite("copy.half-overflow")}, block_overflow_cases},
      {540, {spec::cite("copy.s9-rounding")}, block_s9_rounding_cases},
      {550, {spec::cite("copy.offset-order")}, block_offset_order_cases},
      {560, {spec::cite("copy.s9-clamp")}, block_s9_clamp_cases},
      {570, {spec::cite("copy.add")}, block_add_cases},
      {580, {spec::cite("copy.offset-sign")}, block_offset_sign_cases},
      {590, {spec::cite("copy.scale-bits")}, block_scale_bits_cases},
      {600, {spec::cite("copy.product")}, block_product_cases},
      {610, {spec::cite("copy.relu-order")}, block_relu_order_cases},
      {620, {spec::cite("copy.deqf16")}, block_deqf16_cases},
  };
}

}  // namespace vconform::generators
