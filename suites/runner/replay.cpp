#include <fmt/format.h>

#include "spec/error.h"
#include "suites/properties/machine.h"
#include "suites/report/failure_text.h"
#include "suites/runner/case_file.h"
#include "suites/runner/commands.h"
#include "suites/runner/resolve_choices.h"
#include "suites/runner/subject.h"

namespace vconform::suites {

namespace {

// "Vconv.Monotone/f322s32_r" is checked by Monotone; every other claim by the oracle.
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

// Properties that do not ask the oracle work on what the generators make: registers, then one
// instruction.
bool has_generated_form(const spec::Case& test_case) {
  const std::size_t size = test_case.steps.size();
  return (size == 3 || size == 4) && std::holds_alternative<spec::SetCtrl>(test_case.steps[0]) &&
         std::holds_alternative<spec::SetMask>(test_case.steps[1]) &&
         (size == 3 || std::holds_alternative<spec::SetDeqScale>(test_case.steps[2])) &&
         spec::cell_of(test_case.steps.back()).has_value();
}

// Prints what still fails; whether anything does.
bool still_fails(const std::string& file, const Subject& subject) {
  const spec::Case test_case = read_case_file(file);
  const Property& property = property_of(test_case);
  if (!property.asks_oracle && !has_generated_form(test_case)) {
    throw spec::InputError(
        fmt::format("case file '{}': claim {} is about one instruction after ctrl and mask; change "
                    "the claim or "
                    "the steps",
                    file, test_case.claim));
  }
  CheckResult result;
  try {
    result = check_property(property, subject, test_case);
  } catch (const spec::InputError& bad) {
    throw spec::InputError("case file '" + file + "': " + bad.what());
  }
  for (const Finding& finding : result.findings) {
    Deviation deviation;
    deviation.claim = test_case.claim.empty() ? std::string(property.name) : test_case.claim;
    deviation.verdict = finding.verdict;
    deviation.rule = finding.rule ? std::string(spec::rule_of(*finding.rule).slug) : "";
    deviation.details = finding.details;
    deviation.count = finding.count;
    deviation.smallest = test_case;
    fmt::print("{}", failure_text(deviation, ""));
  }
  fmt::print("{}: {} ({} elements judged)\n", file, result.findings.empty() ? "passes" : "FAILS",
             result.elements);
  return !result.findings.empty();
}

}  // namespace

int replay(const ReplayOptions& options) {
  const std::shared_ptr<adapters::Backend> backend = open_for_judging(options.backend);
  const Subject open = subject_of(backend);
  const Subject subject = judged_by(open, resolve_choices(options.backend, *backend, open));
  bool any_fails = false;
  for (const std::string& file : options.files) {
    any_fails = still_fails(file, subject) || any_fails;
  }
  return any_fails ? kDoesNotConform : kConforms;
}

}  // namespace vconform::suites
