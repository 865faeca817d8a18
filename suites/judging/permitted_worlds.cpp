#include "suites/judging/permitted_worlds.h"

#include <algorithm>
#include <optional>

#include "oracle/predict/departures.h"
#include "oracle/predict/leaves_memory.h"

namespace vconform::suites {

namespace {

bool claims_all(const Subject& subject, const spec::Case& test_case) {
  return std::all_of(test_case.steps.begin(), test_case.steps.end(), [&](const spec::Step& step) {
    const std::optional<spec::Cell> cell = spec::cell_of(step);
    return !cell || subject.claims(*cell).has_value();
  });
}

}  // namespace

std::vector<oracle::World> permitted_worlds(const Subject& subject, const spec::Case& test_case,
                                            const spec::MemoryImage& before,
                                            const oracle::RuleSet& cited_before,
                                            const oracle::ElementInputs& in_full) {
  std::vector<oracle::World> worlds =
      oracle::predict(test_case, before, subject.pinned, cited_before, in_full);
  oracle::leave_out_departures(worlds, subject.pinned);
  return worlds;
}

oracle::JudgeOptions judge_options(const Subject& subject, const spec::Case& test_case) {
  return {subject.checks_arguments, claims_all(subject, test_case)};
}

// A reading under which the case leaves its memory does not explain it.
bool explained_by(const Ran& ran, const spec::Choices& choices) {
  try {
    return oracle::is_permitted(
        oracle::predict(ran.test_case, ran.before, choices, oracle::every_rule()), ran.before,
        ran.outcome, judge_options(ran.subject, ran.test_case));
  } catch (const oracle::LeavesMemory&) {
    return false;
  }
}

bool is_judged(const oracle::World& world, const oracle::PredictedElement& element) {
  return world.expectations[element.expectation].kind != oracle::Expectation::Kind::kAnything;
}

}  // namespace vconform::suites
