#include "suites/judging/matches_oracle.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "oracle/explain/element_text.h"
#include "oracle/explain/explain.h"
#include "oracle/judge/judge.h"
#include "oracle/number/decode.h"
#include "oracle/predict/predict.h"
#include "oracle/predict/simulated_memory.h"
#include "spec/case/memory_image.h"
#include "spec/number/digest.h"
#include "spec/rules/rules.h"
#include "suites/judging/operation_findings.h"
#include "suites/judging/permitted_worlds.h"
#include "suites/judging/run_case.h"
#include "suites/judging/wrong_results/excluded_readings.h"
#include "suites/judging/wrong_results/place_fault.h"
#include "suites/judging/wrong_results/told_by_reading.h"

namespace vconform::suites {

namespace {

oracle::RuleSet rules_about_places(const oracle::World& world) {
  oracle::RuleSet rules;
  for (const spec::RuleId id : spec::kAllRules) {
    const spec::Rule& rule = spec::rule_of(id);
    rules.set(id, rule.about == spec::About::kPlaces && world.cited.test(id));
  }
  return rules;
}

using BrokenRules = std::vector<oracle::BrokenRule>;

// Puts what is told first, and returns where it ends. If a byte was written where none belongs,
// only that is told: elements missing elsewhere follow from it. Else only what the first step that
// is wrong broke: later ones may follow from it.
BrokenRules::const_iterator told_first(BrokenRules& broken) {
  const auto is_outside = [](const oracle::BrokenRule& one) {
    return one.verdict == oracle::Verdict::kWroteOutside;
  };
  const auto step_of = [](const oracle::BrokenRule& one) {
    return one.first && one.first->element ? one.first->element->step : 0;
  };
  const bool is_any_outside = std::ranges::any_of(broken, is_outside);
  const auto first_step = broken.empty() ? 0 : step_of(broken.front());
  BrokenRules told;
  BrokenRules rest;
  std::ranges::partition_copy(broken, std::back_inserter(told), std::back_inserter(rest),
                              [&](const oracle::BrokenRule& one) {
                                return is_any_outside ? is_outside(one)
                                                      : step_of(one) == first_step;
                              });
  const auto count = static_cast<std::ptrdiff_t>(told.size());
  broken = std::move(told);
  std::ranges::move(rest, std::back_inserter(broken));
  return broken.cbegin() + count;
}

// Makes what is wrong and not told part of a finding's digest: whoever waives the finding has seen
// the case with this, and with nothing else wrong.
void add_untold(Finding& finding, std::span<const oracle::BrokenRule> untold) {
  for (const oracle::BrokenRule& one : untold) {
    const std::string_view slug = spec::rule_of(one.rule).slug;
    finding.digest = spec::digest_of(slug, finding.digest);
    finding.digest = spec::digest_of(oracle::name_of(one.verdict), finding.digest);
    finding.digest = spec::digest_with(spec::digest_with(finding.digest, one.count), one.digest);
  }
}

// The rule ctrl.48 is about three kinds of values: the one that is wrong.
std::string part_of_ctrl48(const spec::Case& test_case, const oracle::PredictedElement& element) {
  const spec::Cell cell = oracle::converting_cell(test_case.steps[element.step]);
  switch (oracle::decode(cell.conversion().from(), *element.source_pattern).kind) {
    case oracle::ValueKind::kNan:
      return "  part     NaN\n";
    case oracle::ValueKind::kInfinite:
      return "  part     inf\n";
    case oracle::ValueKind::kFinite:
      break;
  }
  return "  part     finite overflow\n";
}

Finding finding_of(const Ran& ran, const oracle::World& world, const oracle::BrokenRule& broken) {
  const spec::Case& test_case = ran.test_case;
  Finding finding;
  finding.verdict = oracle::name_of(broken.verdict);
  const bool names_rule = broken.first.has_value() || broken.verdict == oracle::Verdict::kMismatch;
  finding.rule = names_rule ? std::optional(broken.rule) : std::nullopt;
  finding.count = broken.count;
  // Without an element to blame, every rule of the case counts, those too that were not looked for
  // since they affect results of earlier cases.
  const bool is_element = broken.first && broken.first->element;
  finding.cited = is_element ? rules_about_places(world) : world.cited | ran.subject.cited_before;
  if (names_rule) {
    finding.cited.set(broken.rule);
  }
  if (broken.first) {
    finding.digest = broken.digest;
    finding.cited |= broken.first->expectation.cited;
    finding.details = oracle::explain_difference(test_case, world, *broken.first);
    if (is_element) {
      const oracle::PredictedElement& element = *broken.first->element;
      finding.step = element.step;
      finding.lane = element.lane;
      finding.element = oracle::wrong_element_of(test_case, *broken.first);
      if (element.source_pattern) {
        finding.input = {*element.source_pattern, element.scale, element.alpha};
        finding.details +=
            broken.rule == spec::cite("ctrl.48") ? part_of_ctrl48(test_case, element) : "";
      }
    }
    finding.in_short = oracle::difference_in_short(test_case, *broken.first);
  } else {
    const std::string& message = ran.outcome.message;
    const std::string reason = message.empty() ? "the backend gave no reason" : message;
    finding.details = "  reason   " + reason + "\n";
    finding.in_short = reason;
  }
  return finding;
}

std::uint64_t judged_elements(const oracle::World& world) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      world.elements,
      [&](const oracle::PredictedElement& element) { return is_judged(world, element); }));
}

// A program that was not completed has its instructions, and no elements.
std::vector<Share> shares_of(const spec::Case& test_case, const oracle::World& world,
                             bool is_completed) {
  std::vector<Share> shares;
  if (spec::instruction_count(test_case) == 1) {
    return shares;
  }
  std::vector<std::uint64_t> elements(test_case.steps.size());
  for (const oracle::PredictedElement& element : world.elements) {
    elements[element.step] += is_completed && is_judged(world, element) ? 1 : 0;
  }
  for (std::size_t i = 0; i < test_case.steps.size(); ++i) {
    if (const std::optional<spec::Cell> cell = spec::cell_of(test_case.steps[i])) {
      add_share(shares, {*cell, 0, elements[i]});
    }
  }
  for (Share& share : shares) {
    share.cases = 1;
  }
  return shares;
}

// Whether the first finding is about a value, wrong as it is or right at the wrong place.
bool is_about_value(const Ran& ran, const std::vector<Finding>& findings) {
  const std::string_view mismatch = oracle::name_of(oracle::Verdict::kMismatch);
  return !findings.empty() && findings.front().verdict == mismatch && findings.front().rule &&
         spec::rule_of(*findings.front().rule).about == spec::About::kNumbers &&
         ran.outcome.status == spec::OutcomeStatus::kCompleted;
}

// One finding instead of those about values, if they are right ones at the wrong places.
std::vector<Finding> told_by_place(const Ran& ran, const oracle::Judgement& judgement,
                                   std::vector<Finding> findings) {
  // A backend that only converts has no part in places.
  if (ran.subject.only_converts || !is_about_value(ran, findings)) {
    return findings;
  }
  std::optional<Finding> about_place = place_fault(ran, judgement, findings.front());
  if (!about_place) {
    return findings;
  }
  for (std::size_t i = 1; i < findings.size(); ++i) {
    about_place->count += findings[i].count;
    about_place->digest = spec::digest_with(about_place->digest, findings[i].digest);
  }
  return {*std::move(about_place)};
}

// Whether some call of an operation was not executed, or that is not known: wrong results follow
// from it.
bool is_cut_short(const spec::Outcome& outcome) {
  return !outcome.issued || !outcome.issued->problem.empty();
}

// Whether the same things are wrong in the same way.
bool same_faults(const oracle::Judgement& a, const oracle::Judgement& b) {
  return std::equal(a.broken.begin(), a.broken.end(), b.broken.begin(), b.broken.end(),
                    [](const oracle::BrokenRule& one, const oracle::BrokenRule& other) {
                      return one.rule == other.rule && one.verdict == other.verdict &&
                             one.count == other.count && one.digest == other.digest;
                    });
}

// The result of one run in a few words.
std::string result_in_short(const spec::Case& test_case, const oracle::Judgement& judgement,
                            const spec::Outcome& outcome) {
  if (judgement.broken.empty()) {
    return "what is permitted";
  }
  const oracle::BrokenRule& broken = judgement.broken.front();
  return std::string(oracle::name_of(broken.verdict)) + " " +
         (broken.first ? oracle::difference_in_short(test_case, *broken.first) : outcome.message);
}

// Memory images in place are gone after the next case, and may change.
void keep_copy(spec::Outcome& outcome) {
  outcome.after = spec::copy_of(*outcome.in_place);
  outcome.in_place.reset();
}

// Memory images in place are copied only if no world expects them.
oracle::Judgement judged(std::vector<oracle::World> worlds, const spec::MemoryImage& before,
                         spec::Outcome& outcome, const oracle::JudgeOptions& options) {
  if (outcome.in_place) {
    const bool may_pass =
        outcome.status == spec::OutcomeStatus::kCompleted && !worlds.front().out_of_range;
    if (auto world =
            may_pass ? oracle::explaining_world(worlds, before, *outcome.in_place) : std::nullopt) {
      oracle::Judgement pass;
      pass.world = *std::move(world);
      return pass;
    }
    keep_copy(outcome);
  }
  return oracle::judge(std::move(worlds), before, outcome, options);
}

// Runs a failed case again. Returns a finding if it does not fail in the same way.
std::optional<Finding> instability(const Ran& ran, const oracle::Judgement& first,
                                   const oracle::JudgeOptions& options) {
  run_earlier(ran.subject, ran.test_case);
  const spec::Outcome again = ran.subject.execute(ran.test_case, ran.before);
  const bool is_operation = ran.outcome.issued || again.issued;
  if (!is_operation && again.status == ran.outcome.status && again.after == ran.outcome.after) {
    return std::nullopt;
  }
  const oracle::Judgement second = oracle::judge(
      permitted_worlds(ran.subject, ran.test_case, ran.before, {}), ran.before, again, options);
  if (same_faults(first, second)) {
    return std::nullopt;
  }
  Finding finding;
  finding.verdict = oracle::name_of(oracle::Verdict::kUnstable);
  finding.cited = first.world.cited | ran.subject.cited_before;
  const std::string before = result_in_short(ran.test_case, first, ran.outcome);
  const std::string after = result_in_short(ran.test_case, second, again);
  finding.details = "  first    " + before + "\n  again    " + after + "\n";
  finding.in_short = "two results for the same case: " + before + "; then " + after;
  return finding;
}

// No rule has a part in what did not come back, and it is not predicted: if little came back, most
// rules are open, and there would be too many results to compare with.
CheckResult not_returned(const spec::Case& test_case, const spec::Outcome& outcome) {
  Finding finding;
  finding.verdict = oracle::name_of(oracle::Verdict::kNotReturned);
  finding.details = "  reason   " + outcome.message + "\n";
  finding.in_short = outcome.message;
  CheckResult result;
  result.shares = shares_of(test_case, oracle::World(), false);
  result.findings.push_back(std::move(finding));
  return result;
}

}  // namespace

CheckResult matches_oracle(const Subject& subject, const spec::Case& test_case) {
  const spec::MemoryImage before = spec::initial_image(test_case);
  if (subject.is_missing && subject.is_missing(test_case)) {
    return not_returned(test_case, subject.execute(test_case, before));
  }
  std::vector<oracle::World> worlds =
      permitted_worlds(subject, test_case, before, subject.cited_before);
  run_earlier(subject, test_case);
  spec::Outcome outcome = subject.execute_in_place ? subject.execute_in_place(test_case, before)
                                                   : subject.execute(test_case, before);
  const oracle::JudgeOptions options = judge_options(subject, test_case);
  const std::vector<spec::RuleId> open = open_rules(worlds, subject.pinned);
  if (!open.empty() && outcome.in_place) {
    keep_copy(outcome);
  }
  oracle::Judgement judgement = judged(std::move(worlds), before, outcome, options);
  if (!judgement.wrong_inputs.empty() && subject.cited_before.any()) {
    judgement = oracle::judge(
        permitted_worlds(subject, test_case, before, subject.cited_before, judgement.wrong_inputs),
        before, outcome, options);
  }
  const oracle::World& world = judgement.world;
  if (subject.seen) {
    subject.seen(test_case, world);
  }
  const bool is_completed = outcome.status == spec::OutcomeStatus::kCompleted;
  CheckResult result;
  // Only completed cases were compared; a refusal counts as an answer if it is permitted.
  result.compared = is_completed || (outcome.status == spec::OutcomeStatus::kRejected &&
                                     oracle::may_be_refused(world));
  if (is_completed) {
    result.elements = judged_elements(world);
  }
  result.shares = shares_of(test_case, world, is_completed);
  if (is_completed || judgement.broken.empty()) {
    result.cited = world.cited;
  }
  const Ran ran{subject, test_case, before, outcome};
  if (is_completed) {
    result.host_elements = host_elements(ran, world);
  }
  if (is_completed && judgement.broken.empty()) {
    result.excluded = excluded_readings(ran, open);
  }
  if (is_completed && !judgement.broken.empty()) {
    if (std::optional<Finding> unstable = instability(ran, judgement, options)) {
      result.findings.push_back(*std::move(unstable));
      return result;
    }
  }
  const bool is_operation = operation_of(test_case) != nullptr;
  BrokenRules broken = judgement.broken;
  BrokenRules::const_iterator untold = told_first(broken);
  for (auto one = broken.cbegin(); one != untold; ++one) {
    result.findings.push_back(finding_of(ran, world, *one));
    if (is_operation) {
      note_writer(ran, *one, result.findings.back());
    }
  }
  const bool is_value = !is_operation && is_about_value(ran, result.findings) &&
                        is_wrong_everywhere(ran, result.findings.front());
  if (std::optional<Finding> told = told_by_reading(ran, judgement, is_value, result.findings)) {
    result.findings = {*std::move(told)};
    untold = broken.cbegin() + 1;
  } else {
    if (!result.findings.empty() && is_completed && world.cited.test(spec::cite("walk.order"))) {
      // Results are read again here: the first fault may cause the others.
      result.findings.resize(1);
      untold = broken.cbegin() + 1;
    }
    if (!is_operation && !is_value) {
      result.findings = told_by_place(ran, judgement, std::move(result.findings));
    }
  }
  if (is_operation && is_completed) {
    if (is_cut_short(outcome)) {
      result.findings.clear();
      untold = broken.cbegin();
    }
    std::ranges::move(issue_findings(ran), std::back_inserter(result.findings));
  }
  if (!result.findings.empty()) {
    add_untold(result.findings.front(), {untold, broken.cend()});
  }
  return result;
}

Executor oracle_executor(const spec::Choices& pinned) {
  return [pinned](const spec::Case& test_case, const spec::MemoryImage& before) {
    spec::Outcome outcome;
    outcome.after =
        oracle::memory_after(oracle::predict(test_case, before, pinned).front(), before);
    if (const spec::Operation* operation = operation_of(test_case)) {
      outcome.issued = silent_report(*operation);
    }
    return outcome;
  };
}

}  // namespace vconform::suites
