#include "generators/copies/work.h"
#include "generators/copy_matrix/discriminators.h"
#include "generators/copy_matrix/question.h"
#include "generators/dequantise/witnesses.h"
#include "generators/vector/register_choices.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {

namespace {

using Row = spec::Conversion;
using spec::ReluPre;

bool is_scaled(const Row& row) {
  const CopyWork work = work_of(row);
  return work == CopyWork::kToHalf || work == CopyWork::kToB8 || work == CopyWork::kToB4;
}
bool multiplies_alpha(const Row& row) {
  return is_scaled(row) || row.source == spec::NumberType::kF32;
}
bool keeps_nan(const Row& row) {
  return row.source == spec::NumberType::kF32 && row.to().bits >= 16;
}

struct AskedOfRelu {
  ReluPre relu;
  std::uint64_t scale;
  std::uint32_t alpha;
  std::vector<std::uint64_t> patterns;
};

void add(std::vector<DiscriminatingCase>& cases, const spec::Cell& cell, std::uint64_t ctrl,
         const AskedOfRelu& asked) {
  MatrixQuestion question = matrix_question(cell);
  question.call.registers.ctrl = ctrl;
  question.call.words.word = spec::kQuantSign.put(asked.scale, 1);
  question.call.words.relu = asked.relu;
  question.call.words.alpha = asked.alpha;
  question.patterns = asked.patterns;
  cases.push_back(matrix_case(question));
}

// The questions to an instruction: all witnesses together first, then each alone.
using Asks = std::vector<AskedOfRelu> (*)(const Row& row);

std::vector<DiscriminatingCase> cases_of(Concerns concerns, Asks asks, bool only_keep_inf) {
  std::vector<DiscriminatingCase> cases;
  std::vector<DiscriminatingCase> alone;
  for (const spec::Cell& cell : copy_cells_of(spec::Family::kCopyMatrix, concerns)) {
    for (const std::uint64_t ctrl : both_ctrl48(cell.conversion())) {
      const bool is_half = both_ctrl48(cell.conversion()).size() > 1;
      for (const AskedOfRelu& asked : asks(cell.conversion())) {
        if (only_keep_inf && is_half && ctrl == 0) {
          continue;
        }
        add(cases, cell, ctrl, asked);
        for (std::size_t i = 0; asked.patterns.size() > 1 && i < asked.patterns.size(); ++i) {
          add(alone, cell, ctrl, {asked.relu, asked.scale, asked.alpha, {asked.patterns[i]}});
        }
      }
    }
  }
  cases.insert(cases.end(), alone.begin(), alone.end());
  return cases;
}

constexpr std::uint64_t kMinusOne = 0xbf800000;

// Times -1: sources and results have opposite signs.
std::vector<AskedOfRelu> relu_at(const Row& row) {
  return {{ReluPre::kNormal, kMinusOne, 0, source_patterns(row, {2, 3, -2, -3})}};
}

std::vector<AskedOfRelu> relu_alpha(const Row& row) {
  return {{ReluPre::kLeaky, kScaleTwo, kScaleHalf, source_patterns(row, {-2, -4})}};
}

std::vector<AskedOfRelu> alpha_format(const Row& row) {
  if (row.destination == spec::NumberType::kBf16) {
    // -(1 + 2^-8 - 2^-12): half of it is just below a tie of bf16.
    return {{ReluPre::kLeaky, kScaleOne, 0x3f001fff, {0xbf807800}}};
  }
  // Times -7 just short of 5/2 and of 3 with the low bits 0, just beyond with all of them.
  return {{ReluPre::kLeaky, kScaleOne, 0x3eb6dfff, source_patterns(row, {-7})},
          {ReluPre::kLeaky, kScaleOne, 0x3edb7fff, source_patterns(row, {-7})}};
}

// A NaN under each ReLU; minus infinity under the one that multiplies it by 0.
std::vector<AskedOfRelu> relu_special(const Row&) {
  constexpr std::uint64_t kNan = 0x7fc00000;
  constexpr std::uint64_t kMinusInf = 0xff800000;
  return {{ReluPre::kNormal, kScaleOne, 0, {kNan, kMinusInf}},
          {ReluPre::kLeaky, kScaleOne, kScaleHalf, {kNan}}};
}

bool rounds_f32(const Row& row) {
  return row.source == spec::NumberType::kF32 && has_half_result(row);
}

// An alpha of 1-8-10 times a source is just beyond a tie, 1 + 2^-11 for f16 and 1 + 2^-8 for bf16,
// and rounded to an f32 it is the tie.
std::vector<AskedOfRelu> product_of_alpha(const Row& row) {
  return {row.destination == spec::NumberType::kBf16
              ? AskedOfRelu{ReluPre::kLeaky, kScaleOne, 0x3f80a000, {0xbf7fc050}}
              : AskedOfRelu{ReluPre::kLeaky, kScaleOne, 0x3f802000, {0xbf7fe008}}};
}

std::vector<DiscriminatingCase> matrix_relu_at_cases() {
  return cases_of(is_scaled, relu_at, false);
}
std::vector<DiscriminatingCase> matrix_relu_alpha_cases() {
  return cases_of(is_scaled, relu_alpha, false);
}
std::vector<DiscriminatingCase> matrix_alpha_format_cases() {
  return cases_of(multiplies_alpha, alpha_format, false);
}
std::vector<DiscriminatingCase> matrix_relu_special_cases() {
  return cases_of(keeps_nan, relu_special, true);
}

}  // namespace

std::vector<DiscriminatingCase> alpha_product_cases() {
  return cases_of(rounds_f32, product_of_alpha, false);
}

std::vector<Discriminator> matrix_relu_discriminators() {
  return {
      // Alpha replaces or scales only where the source's sign decides.
      {420, {spec::cite("relu.at")}, matrix_relu_at_cases},
      {430, {spec::cite("relu.alpha")}, matrix_relu_alpha_cases},
      {440, {spec::cite("relu.alpha-format")}, matrix_alpha_format_cases},
      {450, {spec::cite("relu.special")}, matrix_relu_special_cases},
  };
}

}  // namespace vconform::generators
