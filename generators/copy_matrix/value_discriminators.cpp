#include <array>

#include "generators/copies/work.h"
#include "generators/copy_matrix/discriminators.h"
#include "generators/copy_matrix/question.h"
#include "generators/dequantise/witnesses.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {

namespace {

using Row = spec::Conversion;

bool is_half(const Row& row) {
  return work_of(row) == CopyWork::kToHalf;
}
bool computes(const Row& row) {
  return work_of(row) != CopyWork::kMoves;
}
bool may_shift(const Row& row) {
  return row.source == spec::NumberType::kS32 && computes(row);
}
bool has_half_result_of(const Row& row) {
  return row.to().bits == 16 && row.to().is_floating();
}

using Patterns = std::vector<std::uint64_t>;

// Sources under one word and one CTRL: all together, then each alone.
struct Asked {
  spec::Cell cell;
  std::uint64_t word;
  Patterns patterns;
  std::vector<std::uint64_t> ctrls;
  bool quant_pre_zero = false;
};

void add_case(std::vector<DiscriminatingCase>& cases, const Asked& asked, std::uint64_t ctrl,
              const Patterns& patterns) {
  MatrixQuestion question = matrix_question(asked.cell);
  question.call.words.word = asked.word;
  question.call.registers.ctrl = ctrl;
  question.patterns = patterns;
  question.quant_pre_zero = asked.quant_pre_zero;
  cases.push_back(matrix_case(question));
}

std::vector<DiscriminatingCase> cases_of(const std::vector<Asked>& all) {
  std::vector<DiscriminatingCase> cases;
  for (const Asked& asked : all) {
    for (const std::uint64_t ctrl : asked.ctrls) {
      add_case(cases, asked, ctrl, asked.patterns);
    }
  }
  for (const Asked& asked : all) {
    for (const std::uint64_t ctrl : asked.ctrls) {
      for (std::size_t i = 0; asked.patterns.size() > 1 && i < asked.patterns.size(); ++i) {
        add_case(cases, asked, ctrl, {asked.patterns[i]});
      }
    }
  }
  return cases;
}

void add_asked(std::vector<Asked>& all, Concerns concerns,
               const std::vector<Witnesses>& witnesses) {
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kCopyMatrix, concerns)) {
    const Row& row = cell.conversion();
    for (const Witnesses& one : witnesses) {
      all.push_back({cell, one.factor, source_patterns(row, one.sources), both_ctrl48(row)});
    }
  }
}

std::vector<DiscriminatingCase> witness_cases(const std::vector<Witnesses>& of_b8,
                                              const std::vector<Witnesses>& of_b4) {
  std::vector<Asked> all;
  add_asked(all, is_b8, of_b8);
  add_asked(all, is_b4, of_b4);
  return cases_of(all);
}

constexpr std::uint64_t kTwoToMinus9 = 0x3b000000;
constexpr std::uint64_t kTwoToMinus13 = 0x39000000;

// A word that shifts by 1 and gives an s8.
std::uint64_t shifting(std::uint64_t scale) {
  return spec::kQuantSign.put(spec::kQuantMcb.put(scale, 1), 1);
}

std::vector<DiscriminatingCase> matrix_quantpre_zero_cases() {
  std::vector<Asked> all;
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kCopyMatrix, computes)) {
    // The low bits of a source differ from those of twice and of half of it.
    const Row& row = cell.conversion();
    const std::uint64_t word = spec::kQuantSign.put(kScaleTwo, 1);
    const std::int64_t most = row.to().bits == 4 ? 1 : 4;
    all.push_back({cell, word, source_patterns(row, {most, 2, -2}), both_ctrl48(row), true});
  }
  return cases_of(all);
}

std::vector<DiscriminatingCase> matrix_shift_rounding_cases() {
  std::vector<Asked> all;
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kCopyMatrix, may_shift)) {
    const Row& row = cell.conversion();
    all.push_back(
        {cell, shifting(kScaleOne), source_patterns(row, {3, 5, -3, -5}), both_ctrl48(row)});
  }
  return cases_of(all);
}

std::vector<DiscriminatingCase> matrix_shift_to_s16_cases() {
  std::vector<Asked> all;
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kCopyMatrix, may_shift)) {
    // Saturated, the s16 is -2^15; wrapped, 3 * 2^13 and 2^14. Their products are integers.
    const Row& row = cell.conversion();
    const std::uint64_t word = shifting(is_b4(row) ? kTwoToMinus13 : kTwoToMinus9);
    all.push_back({cell, word, source_patterns(row, {-81920, -98304}), both_ctrl48(row)});
  }
  return cases_of(all);
}

std::vector<DiscriminatingCase> matrix_ctrl48_cases() {
  constexpr std::uint64_t kKeep = spec::with_ctrl_bit(spec::kCtrlKeepInfNan);
  std::vector<Asked> all;
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kCopyMatrix, has_half_result_of)) {
    const Row& row = cell.conversion();
    const Patterns inf = {0x7f800000, 0xff800000};
    const bool is_f32 = row.source == spec::NumberType::kF32;
    all.push_back(
        {cell, kScaleOne, is_f32 ? inf : source_patterns(row, {1000000, -1000000}), {kKeep}});
    if (is_f32) {
      // The largest f32 exceeds f16 and bf16.
      all.push_back({cell, kScaleOne, {0x7f7fffff, 0xff7fffff}, {kKeep}});
    }
  }
  return cases_of(all);
}

std::vector<DiscriminatingCase> matrix_s9_rounding_cases() {
  return witness_cases(s9_rounding_witnesses(), s9_rounding_witnesses());
}
std::vector<DiscriminatingCase> matrix_offset_order_cases() {
  return witness_cases(offset_order_witnesses(), offset_order_witnesses());
}
std::vector<DiscriminatingCase> matrix_s9_clamp_cases() {
  return witness_cases(s9_clamp_witnesses(), s5_clamp_witnesses());
}
std::vector<DiscriminatingCase> matrix_add_cases() {
  return witness_cases(add_witnesses(), s5_add_witnesses());
}
std::vector<DiscriminatingCase> matrix_offset_sign_cases() {
  return witness_cases(offset_sign_witnesses(), s5_offset_sign_witnesses());
}
std::vector<DiscriminatingCase> matrix_scale_bits_cases() {
  return witness_cases(scale_bits_witnesses(), s5_scale_bits_witnesses());
}
std::vector<DiscriminatingCase> matrix_product_cases() {
  std::vector<DiscriminatingCase> cases =
      witness_cases(product_witnesses(), s5_product_witnesses());
  const std::vector<DiscriminatingCase> of_alphas = alpha_product_cases();
  cases.insert(cases.end(), of_alphas.begin(), of_alphas.end());
  return cases;
}

std::vector<DiscriminatingCase> matrix_deqf16_cases() {
  std::vector<Asked> all;
  // 2049 + 2^-13 and 2051 - 2^-13: an f32 rounds them to ties.
  add_asked(all, is_half, {{kTwoToMinus13, {16785409, 16801791, -16785409, -16801791}}});
  return cases_of(all);
}

}  // namespace

std::vector<Discriminator> matrix_value_discriminators() {
  return {
      {300, {spec::cite("fixpipe.quantpre-zero")}, matrix_quantpre_zero_cases},
      {310, {spec::cite("shift.rounding")}, matrix_shift_rounding_cases},
      {320, {spec::cite("shift.to-s16")}, matrix_shift_to_s16_cases},
      {330, {spec::cite("fixpipe.ctrl48")}, matrix_ctrl48_cases},
      {340, {spec::cite("fixpipe.s9-rounding")}, matrix_s9_rounding_cases},
      {350, {spec::cite("fixpipe.offset-order")}, matrix_offset_order_cases},
      {360, {spec::cite("fixpipe.s9-clamp")}, matrix_s9_clamp_cases},
      {370, {spec::cite("fixpipe.add")}, matrix_add_cases},
      {380, {spec::cite("fixpipe.offset-sign")}, matrix_offset_sign_cases},
      {390, {spec::cite("fixpipe.scale-bits")}, matrix_scale_bits_cases},
      {400, {spec::cite("fixpipe.product")}, matrix_product_cases},
      {410, {spec::cite("fixpipe.deqf16")}, matrix_deqf16_cases},
  };
}

}  // namespace vconform::generators
