#include "suites/judging/discriminating_cases.h"

#include <algorithm>
#include <cstdint>
#include <variant>

#include "spec/rules/rules.h"

namespace vconform::suites {

namespace {

using generators::DiscriminatingCase;
using generators::Discriminator;

spec::Cell last_instruction_of(const spec::Case& test_case) {
  return *spec::cell_of(test_case.steps.back());
}

std::uint16_t widest_stride(const spec::Vconv& step) {
  return std::max({step.dst_block_stride, step.src_block_stride, step.dst_repeat_stride,
                   step.src_repeat_stride});
}
std::uint16_t widest_stride(const spec::CastDeq& step) {
  return std::max(
      {step.dst_blk_stride, step.src_blk_stride, step.dst_rep_stride, step.src_rep_stride});
}
template <typename Register>
std::uint16_t widest_stride(const Register&) {
  return 0;
}

// Whether the case shows the width of strides. It says nothing about a backend that honours fewer
// bits.
bool has_wide_strides(const spec::Case& test_case) {
  constexpr int kEightBits = 1 << 8;
  return std::visit([](const auto& step) { return widest_stride(step); }, test_case.steps.back()) >=
         kEightBits;
}

// In the order of generators::discriminators(); without a discriminator until it is built.
std::vector<BuiltRow>& row_places() {
  static std::vector<BuiltRow> rows(generators::discriminators().size());
  return rows;
}

}  // namespace

const BuiltRow& built_row(std::size_t place) {
  BuiltRow& row = row_places()[place];
  if (row.discriminator == nullptr) {
    row.discriminator = &generators::discriminators()[place];
    row.cases = row.discriminator->cases();
    for (DiscriminatingCase& discriminating : row.cases) {
      spec::Case& test_case = discriminating.test_case;
      test_case.claim = claim_name("OneReading", last_instruction_of(test_case));
    }
  }
  return row;
}

const std::vector<BuiltRow>& built_rows() {
  for (std::size_t place = 0; place < row_places().size(); ++place) {
    built_row(place);
  }
  return row_places();
}

bool can_run(const Subject& subject, const DiscriminatingCase& discriminating) {
  constexpr int kNarrowestToTell = 12;
  const spec::Cell cell = last_instruction_of(discriminating.test_case);
  const auto features = subject.claims(cell);
  return features && !(discriminating.asks_for_lowering && subject.lowers(cell)) &&
         features->includes(discriminating.needs) &&
         (subject.stride_bits >= kNarrowestToTell || !has_wide_strides(discriminating.test_case));
}

std::vector<spec::Case> discriminating_cases(const Subject& subject, const spec::Cell& cell,
                                             std::optional<spec::RuleId> rule) {
  // The rows of other families stay unbuilt: building all took a third of verify-certificate.
  const auto is_of_family = [family = cell.conversion().family](spec::RuleId one) {
    const auto& families = spec::rule_of(one).concerns.families;
    return std::ranges::find(families, family) != families.end();
  };
  std::vector<spec::Case> cases;
  for (std::size_t place = 0; place < row_places().size(); ++place) {
    const std::vector<spec::RuleId>& rules = generators::discriminators()[place].rules;
    const bool is_wanted = !rule || std::ranges::find(rules, *rule) != rules.end();
    if (!is_wanted || std::ranges::none_of(rules, is_of_family)) {
      continue;
    }
    for (const DiscriminatingCase& discriminating : built_row(place).cases) {
      if (last_instruction_of(discriminating.test_case) == cell &&
          can_run(subject, discriminating)) {
        cases.push_back(discriminating.test_case);
      }
    }
  }
  return cases;
}

}  // namespace vconform::suites
