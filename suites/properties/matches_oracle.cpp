#include "suites/properties/matches_oracle.h"

#include <algorithm>
#include <iterator>

#include "oracle/explain.h"
#include "oracle/judge.h"
#include "oracle/predict.h"
#include "oracle/simulated_memory.h"
#include "spec/memory_image.h"

namespace vconform::suites {

namespace {

oracle::RuleSet addressing_rules(const oracle::World& world) {
  oracle::RuleSet rules;
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    const bool addresses =
        spec::rule_of(static_cast<spec::RuleId>(id)).topic == spec::Topic::kAddressing;
    rules.set(id, addresses && world.cited.test(id));
  }
  return rules;
}

// A byte written where none belongs says more than the elements that are missing elsewhere for it.
std::vector<oracle::BrokenRule> telling(const std::vector<oracle::BrokenRule>& broken) {
  std::vector<oracle::BrokenRule> outside;
  std::copy_if(
      broken.begin(), broken.end(), std::back_inserter(outside),
      [](const oracle::BrokenRule& one) { return one.verdict == oracle::Verdict::kWroteOutside; });
  return outside.empty() ? broken : outside;
}

Finding finding_of(const spec::Case& test_case, const spec::MemoryImage& before,
                   const oracle::World& world, const oracle::BrokenRule& broken,
                   const spec::Outcome& outcome) {
  Finding finding;
  finding.verdict = oracle::name_of(broken.verdict);
  const bool names_rule = broken.first.has_value() || broken.verdict == oracle::Verdict::kMismatch;
  finding.rule = names_rule ? std::optional(broken.rule) : std::nullopt;
  finding.count = broken.count;
  finding.cited = addressing_rules(world);
  finding.cited.set(broken.rule);
  if (broken.first) {
    finding.cited |= broken.first->expectation.cited;
    finding.details = oracle::explain_difference(test_case, world, *broken.first);
    finding.source = broken.first->element ? broken.first->element->source_pattern : std::nullopt;
    finding.in_short = oracle::difference_in_short(test_case, *broken.first);
  } else {
    const std::string reason =
        outcome.message.empty() ? "the backend gave no reason" : outcome.message;
    finding.details = "  reason   " + reason + "\n";
    finding.in_short = reason;
  }
  return finding;
}

bool claims_all(const Subject& subject, const spec::Case& test_case) {
  return std::all_of(test_case.steps.begin(), test_case.steps.end(), [&](const spec::Step& step) {
    const auto* vconv = std::get_if<spec::Vconv>(&step);
    return vconv == nullptr || subject.claims(vconv->cell).has_value();
  });
}

std::uint64_t judged_elements(const oracle::World& world) {
  std::uint64_t count = 0;
  for (const oracle::PredictedElement& element : world.elements) {
    const oracle::Expectation& expectation = world.expectations[element.expectation];
    count += expectation.kind == oracle::Expectation::Kind::kAnything ? 0 : 1;
  }
  return count;
}

}  // namespace

CheckResult matches_oracle(const Subject& subject, const spec::Case& test_case) {
  const spec::MemoryImage before = spec::initial_image(test_case);
  const std::vector<oracle::World> worlds = oracle::predict(test_case, before, subject.pinned);
  const spec::Outcome outcome = subject.machine(test_case);
  const oracle::Judgement judgement = oracle::judge(
      worlds, before, outcome, {subject.checks_arguments, claims_all(subject, test_case)});
  const oracle::World& world = worlds[judgement.world];
  CheckResult result;
  result.elements = judged_elements(world);
  result.cited = world.cited;
  for (const oracle::BrokenRule& broken : telling(judgement.broken)) {
    result.findings.push_back(finding_of(test_case, before, world, broken, outcome));
  }
  return result;
}

Machine oracle_machine(const spec::Choices& pinned) {
  return [pinned](const spec::Case& test_case) {
    spec::Outcome outcome;
    outcome.after = spec::initial_image(test_case);
    const oracle::World world = oracle::predict(test_case, outcome.after, pinned).front();
    for (const oracle::PredictedElement& element : world.elements) {
      const spec::NumberFormat& format = spec::format_of(element.type);
      oracle::store_at(outcome.after.of(element.memory), element.destination, format,
                       oracle::permitted_pattern(world.expectations[element.expectation], format));
    }
    return outcome;
  };
}

}  // namespace vconform::suites
