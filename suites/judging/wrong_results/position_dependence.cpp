#include "suites/judging/wrong_results/position_dependence.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "generators/choices/choice_source.h"
#include "generators/choices/draws.h"
#include "generators/programs/instruction_cases.h"
#include "generators/programs/operands.h"
#include "oracle/judge/judge.h"
#include "oracle/predict/predict.h"
#include "spec/case/memory_image.h"
#include "spec/rules/rules.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/permitted_worlds.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

// One contiguous repeat whose first lanes, `length` of them, are active and have this source.
spec::Case array_of(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t pattern,
                    std::uint64_t length) {
  const spec::FeatureSet values{static_cast<std::uint32_t>(spec::Feature::kSaturate) |
                                static_cast<std::uint32_t>(spec::Feature::kKeepInf)};
  generators::ReplaySource simplest({});
  spec::Case array =
      with_mask(with_ctrl(generators::instruction_case(simplest, cell, values), ctrl),
                spec::contiguous_mask(length));
  const spec::Conversion& row = cell.conversion();
  array.placements.emplace_back(
      spec::PlacePatterns{generators::source_of(array.steps.back()), row.source,
                          static_cast<std::uint64_t>(row.elements), pattern, 0});
  return array;
}

// The number of wrong elements; nullopt if the case was not completed.
std::optional<std::uint64_t> wrong_elements(const Subject& subject, const spec::Case& test_case) {
  const spec::MemoryImage before = spec::initial_image(test_case);
  const spec::Outcome outcome = subject.execute(test_case, before);
  if (outcome.status != spec::OutcomeStatus::kCompleted) {
    return std::nullopt;
  }
  const oracle::Judgement judgement = oracle::judge(
      permitted_worlds(subject, test_case, before, oracle::every_rule()), before, outcome, {});
  std::uint64_t wrong = 0;
  for (const oracle::BrokenRule& broken : judgement.broken) {
    wrong += broken.count;
  }
  return wrong;
}

std::string_view slug_in(const Finding& finding) {
  return finding.rule ? spec::rule_of(*finding.rule).slug : std::string_view();
}

// The source of the element that the deviation is about.
std::optional<std::uint64_t> wrong_source(const Subject& subject, const Deviation& deviation) {
  for (const Finding& finding : matches_oracle(subject, deviation.smallest).findings) {
    if (finding.verdict == deviation.verdict && slug_in(finding) == deviation.rule &&
        finding.input) {
      return finding.input->pattern;
    }
  }
  return std::nullopt;
}

bool shows_it(const Property& property, const Subject& subject, const Deviation& deviation) {
  const std::optional<spec::Cell> cell = spec::cell_of(deviation.smallest.steps.back());
  if (!cell || cell->conversion().family != spec::Family::kVconv) {
    return false;
  }
  if (!property.asks_oracle) {
    return property.compares_places && deviation.verdict == "PROPERTY";
  }
  if (deviation.verdict != oracle::name_of(oracle::Verdict::kMismatch) &&
      deviation.verdict != oracle::name_of(oracle::Verdict::kInconsistent)) {
    return false;
  }
  const std::optional<std::uint64_t> source = wrong_source(subject, deviation);
  return source && depends_on_position(subject, *cell, ctrl_of(deviation.smallest), *source);
}

}  // namespace

bool depends_on_position(const Subject& subject, const spec::Cell& cell, std::uint64_t ctrl,
                         std::uint64_t pattern) {
  const auto lanes = static_cast<std::uint64_t>(cell.conversion().elements);
  const std::uint64_t normal_mode = ctrl & ~spec::with_ctrl_bit(spec::kCtrlCounterMode);
  // Even ones: two elements of 4 bits share a byte.
  for (const std::uint64_t length : std::array<std::uint64_t, 4>{2, lanes / 2, lanes - 2, lanes}) {
    const std::optional<std::uint64_t> wrong =
        wrong_elements(subject, array_of(cell, normal_mode, pattern, length));
    if (wrong && *wrong < length) {
      return true;
    }
  }
  return false;
}

void note_position_dependence(const Property& property, const Subject& subject,
                              Deviation& deviation) {
  if (!subject.only_converts || deviation.smallest.steps.empty() ||
      !deviation.smallest.earlier.empty() || !shows_it(property, subject, deviation)) {
    return;
  }
  deviation.details +=
      "  place    in other places or lengths of an array the same source is right: it depends on "
      "position or length\n";
  deviation.in_short += "; depends on position or length";
}

}  // namespace vconform::suites
