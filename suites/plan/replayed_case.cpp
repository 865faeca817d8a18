#include "suites/plan/replayed_case.h"

#include <fmt/format.h>

#include "spec/text/error.h"
#include "suites/files/case_file.h"
#include "suites/judging/departure.h"

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

Deviation deviation_of(const spec::Case& test_case, const Property& property,
                       const Finding& finding) {
  Deviation deviation;
  deviation.claim = test_case.claim.empty() ? std::string(property.name) : test_case.claim;
  deviation.verdict = finding.verdict;
  deviation.rule = finding.rule ? std::string(spec::rule_of(*finding.rule).slug) : "";
  deviation.details = finding.details;
  deviation.in_short = finding.in_short;
  deviation.count = finding.count;
  deviation.smallest = test_case;
  return deviation;
}

}  // namespace

ReplayedCase replayed(const std::string& file, const Subject& subject) {
  ReplayedCase replay;
  replay.test_case = read_case_file(file);
  const Property& property = property_of(replay.test_case);
  if (!property.asks_oracle && !has_generated_form(replay.test_case)) {
    throw spec::InputError(
        fmt::format("case file '{}': claim {} is about one instruction after ctrl and mask; change "
                    "the claim or the steps",
                    file, replay.test_case.claim));
  }
  CheckResult result;
  try {
    result = check_property(property, subject, replay.test_case);
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
    replay.deviations.push_back(deviation_of(replay.test_case, property, finding));
  }
  return replay;
}

}  // namespace vconform::suites
