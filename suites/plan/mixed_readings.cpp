#include "suites/plan/mixed_readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "oracle/judge/judge.h"
#include "spec/rules/rules.h"

namespace vconform::suites {

namespace {

using Excluded = std::vector<ExcludedReading>;

bool rules_out(const Excluded& excluded, const spec::Choice& reading) {
  return std::ranges::any_of(excluded,
                             [&](const ExcludedReading& one) { return one.reading == reading; });
}

// A reading that a page contradicts was never permitted.
bool rules_out_all_of(const Excluded& excluded, spec::RuleId rule) {
  return std::ranges::all_of(spec::all_readings(rule), [&](const spec::Choice& reading) {
    return spec::reading_of(reading).ground == spec::Ground::kDeparts ||
           rules_out(excluded, reading);
  });
}

Deviation deviation_of(const Unit& unit, const ExcludedReading& last, const Excluded& excluded) {
  const spec::Rule& rule = spec::rule_of(last.reading.rule);
  Deviation deviation;
  deviation.claim = claim_name(unit);
  deviation.verdict = oracle::name_of(oracle::Verdict::kInconsistent);
  deviation.rule = rule.slug;
  deviation.cited.set(last.reading.rule);
  deviation.in_short = fmt::format("no reading of {} explains all cases", rule.slug);
  for (const ExcludedReading& one : excluded) {
    if (one.reading != last.reading) {
      deviation.details += fmt::format("  reading  a case of {} does not follow {}\n", one.by.claim,
                                       spec::choice_text(one.reading));
    }
  }
  const std::string text = spec::choice_text(last.reading);
  deviation.details += fmt::format(
      "  reading  this case does not follow {}; to judge it by that: --choice {}\n", text, text);
  deviation.count = deviation.failing_cases = 1;
  deviation.smallest = last.by;
  return deviation;
}

}  // namespace

void judge_mixed_readings(const std::vector<Unit>& plan, std::vector<UnitResult>& results) {
  std::array<Excluded, spec::kRuleCount> excluded;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    for (const ExcludedReading& one : results[i].excluded) {
      const spec::RuleId rule = one.reading.rule;
      if (rules_out(excluded[rule], one.reading)) {
        continue;
      }
      excluded[rule].push_back(one);
      if (rules_out_all_of(excluded[rule], rule)) {
        results[i].deviations.push_back(deviation_of(plan[i], one, excluded[rule]));
      }
    }
  }
}

}  // namespace vconform::suites
