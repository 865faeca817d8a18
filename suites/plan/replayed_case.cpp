#include "suites/plan/replayed_case.h"

#include <fmt/format.h>

#include "spec/text/error.h"
#include "suites/judging/departure.h"
#include "suites/judging/operation_findings.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

// The property that checks the claim: Monotone for "Vconv.Monotone/f322s32_r"; the oracle checks
// every claim without a property of its own.
const Property& property_of(const spec::Case& test_case) {
  const std::size_t dot = test_case.claim.find('.');
  const std::size_t slash = test_case.claim.find('/');
  if (dot != std::string::npos && slash != std::string::npos && dot < slash) {
    const std::string name = test_case.claim.substr(dot + 1, slash - dot - 1);
    if (const Property* property = property_named(name)) {
      return *property;
    }
  }
  return properties().front();
}

// Properties that do not ask the oracle need cases as generators make them: registers, then one
// instruction.
bool has_generated_form(const spec::Case& test_case) {
  const std::size_t size = test_case.steps.size();
  return (size == 3 || size == 4) && std::holds_alternative<spec::SetCtrl>(test_case.steps[0]) &&
         std::holds_alternative<spec::SetMask>(test_case.steps[1]) &&
         (size == 3 || std::holds_alternative<spec::SetDeqScale>(test_case.steps[2])) &&
         spec::cell_of(test_case.steps.back()).has_value();
}

// Whether the claim is about this case and this backend at all.
bool applies(const Property& property, const Subject& subject, const spec::Case& test_case) {
  if (property.asks_oracle) {
    return true;
  }
  const spec::Cell cell = *spec::cell_of(test_case.steps.back());
  return property.applies(cell, subject.claims) && !has_open_results(subject, test_case) &&
         (!property.needs_thread_safety || (subject.thread_safe && !subject.lowers(cell)));
}

bool has_compared(const Property& property, const CheckResult& result) {
  // Properties of concurrent runs compare memory images, and count no elements.
  return property.asks_oracle || property.needs_thread_safety || result.elements > 0 ||
         !result.findings.empty() || !result.blamed.empty();
}

// A property may have nothing to compare, and then it may run nothing: its results are open, or it
// is about other arguments than those of an edited case. Such a case passes only if it was run and
// the oracle permits what came out.
CheckResult checked(const Property& property, const Subject& subject, ReplayedCase& replay) {
  if (applies(property, subject, replay.test_case)) {
    CheckResult result = check_property(property, subject, replay.test_case);
    if (has_compared(property, result)) {
      return result;
    }
  }
  replay.by_oracle = true;
  return check_property(properties().front(), subject, replay.test_case);
}

std::string claim_of(const ReplayedCase& replay, const Property& property) {
  const std::string& own = replay.test_case.claim;
  if (replay.by_oracle) {
    return claim_name(properties().front().name, *spec::cell_of(replay.test_case.steps.back()));
  }
  return own.empty() ? std::string(property.name) : own;
}

Deviation deviation_of(const ReplayedCase& replay, const Property& property,
                       const Finding& finding) {
  Deviation deviation;
  deviation.claim = claim_of(replay, property);
  deviation.verdict = finding.verdict;
  deviation.rule = slug_of(finding);
  deviation.details = finding.details;
  deviation.in_short = finding.in_short;
  deviation.count = finding.count;
  deviation.smallest = replay.test_case;
  return deviation;
}

}  // namespace

ReplayedCase replayed(const std::string& file, const spec::Case& test_case,
                      const Subject& subject) {
  ReplayedCase replay;
  replay.test_case = test_case;
  const Property& property = property_of(replay.test_case);
  if (!property.asks_oracle && !has_generated_form(replay.test_case)) {
    throw spec::InputError(
        fmt::format("case file '{}': claim {} is about one instruction after ctrl and mask; change "
                    "the claim or the steps",
                    file, replay.test_case.claim));
  }
  if (operation_of(replay.test_case) != nullptr &&
      !subject.claims(*spec::cell_of(replay.test_case.steps.back()))) {
    throw spec::InputError(
        fmt::format("case file '{}': the backend declares no operation {} with that conversion, "
                    "saturation and clobbers: name the lowering that the case is about",
                    file, spec::instruction_name(*spec::cell_of(replay.test_case.steps.back()))));
  }
  CheckResult result;
  try {
    result = checked(property, subject, replay);
  } catch (const spec::InputError& bad) {
    throw spec::InputError("case file '" + file + "': " + bad.what());
  }
  replay.elements = result.elements;
  // The case still fails if another instruction is to blame; the finding names it.
  if (result.findings.empty() && !result.blamed.empty()) {
    result.findings = {result.blamed.front().contradiction};
  }
  const std::vector<Finding> departures = departures_in(subject, replay.test_case);
  result.findings.insert(result.findings.end(), departures.begin(), departures.end());
  for (const Finding& finding : result.findings) {
    replay.deviations.push_back(deviation_of(replay, property, finding));
  }
  return replay;
}

}  // namespace vconform::suites
