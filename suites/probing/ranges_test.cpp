// Readings that differ in which arguments are in range: a refusal is a reading, not a failed row.
#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "suites/judging/discriminating_cases.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/subject.h"
#include "suites/judging/unit.h"
#include "suites/probing/resolve_choices.h"

namespace vconform::suites {
namespace {

// Two rows of FIXPIPE that compute, one of s32 and one of f32, and one that moves.
bool is_sampled(const spec::Cell& cell) {
  const std::string name = spec::instruction_name(cell);
  return name == "copy_matrix_cc_to_gm_s322s8" || name == "copy_matrix_cc_to_cbuf_f322f16" ||
         name == "copy_matrix_cc_to_gm_f322f32";
}

Subject sampled(const std::shared_ptr<adapters::Backend>& backend) {
  Subject subject = subject_of(backend);
  subject.claims = [claims = subject.claims](const spec::Cell& cell) {
    return is_sampled(cell) ? claims(cell) : std::nullopt;
  };
  return subject;
}

struct Totals {
  std::size_t rows = 0;
  std::size_t rows_without_elements = 0;
  std::size_t deviations = 0;
};

Totals totals_of(const Subject& subject) {
  std::vector<std::pair<spec::Cell, std::uint64_t>> elements;
  Totals totals;
  for (const Unit& unit : make_plan(level_named("quick"), subject)) {
    const UnitResult result = run_unit(unit, subject, 5);
    EXPECT_TRUE(result.deviations.empty()) << claim_name(unit) << "\n"
                                           << result.deviations.front().details;
    if (elements.empty() || elements.back().first != unit.cell) {
      elements.emplace_back(unit.cell, 0);
    }
    elements.back().second += result.elements;
    totals.deviations += result.deviations.size();
  }
  totals.rows = elements.size();
  for (const auto& [cell, count] : elements) {
    totals.rows_without_elements += count == 0 ? 1 : 0;
  }
  return totals;
}

class RangeReadings : public testing::TestWithParam<std::string_view> {};

TEST_P(RangeReadings, AreFoundAndNoRowFails) {
  const std::shared_ptr<adapters::Backend> backend =
      adapters::open_backend("golden:" + std::string(GetParam()));
  const Subject open = sampled(backend);
  const ResolvedChoices choices = resolve_choices(BackendOptions(), *backend, open);
  EXPECT_TRUE(choices.pinned.follows(spec::choice_named(GetParam())));
  const Totals totals = totals_of(judged_by(open, choices));
  EXPECT_EQ(totals.rows, 3U);
  EXPECT_EQ(totals.rows_without_elements, 0U);
}

INSTANTIATE_TEST_SUITE_P(Ranges, RangeReadings,
                         testing::Values("fixpipe.nd-limit=msize", "fixpipe.nd-limit=nsize",
                                         "fixpipe.quantpre-codes=header",
                                         "fixpipe.quantpre-codes=zero-only"));

std::size_t findings_of(const std::string& backend, const std::string& reading,
                        std::uint8_t quant_pre) {
  Subject subject = subject_of(adapters::open_backend(backend));
  subject.pinned = spec::choices_of_golden();
  spec::pin_from_text(subject.pinned, reading);
  std::size_t findings = 0;
  for (const Unit& unit :
       make_plan(level_named("quick"), sampled(adapters::open_backend("golden")))) {
    if (unit.cases != Cases::kDiscriminating) {
      continue;
    }
    for (const spec::Case& one : discriminating_cases(subject, unit.cell)) {
      const auto& step = std::get<spec::CopyMatrix>(one.steps.back());
      if ((step.quant_pre == 0) == (quant_pre == 0)) {
        findings += matches_oracle(subject, one).findings.size();
      }
    }
  }
  return findings;
}

// The codes of the prototypes must be taken under one reading, 0 under the other one.
TEST(Ranges, OnlyARefusalThatItsReadingPermitsIsNone) {
  const std::string zero_only = "golden:fixpipe.quantpre-codes=zero-only";
  EXPECT_GT(findings_of(zero_only, "fixpipe.quantpre-codes=header", 1), 0U);
  EXPECT_EQ(findings_of(zero_only, "fixpipe.quantpre-codes=zero-only", 1), 0U);
  EXPECT_EQ(findings_of(zero_only, "fixpipe.quantpre-codes=zero-only", 0), 0U);
  EXPECT_EQ(findings_of("golden", "fixpipe.quantpre-codes=zero-only", 1), 0U);
  EXPECT_EQ(findings_of("golden", "fixpipe.nd-limit=nsize", 1), 0U);
  EXPECT_EQ(findings_of("golden:fixpipe.nd-limit=nsize", "fixpipe.nd-limit=msize", 1), 0U);
  // Golden accepts 0, but one that copies low bits does not do what the prototype says.
  EXPECT_GT(
      findings_of("golden:fixpipe.quantpre-zero=raw32", "fixpipe.quantpre-codes=zero-only", 0), 0U);
}

}  // namespace
}  // namespace vconform::suites
