#include "suites/properties/program_properties.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "suites/judging/matches_oracle.h"

namespace vconform::suites {

namespace {

spec::Cell first_cell(const spec::Case& program) {
  const auto first = std::ranges::find_if(
      program.steps, [](const spec::Step& step) { return spec::cell_of(step).has_value(); });
  return spec::cell_of(*first).value();
}

Blame blame_on(const spec::Cell& cell, const spec::Case& program, const Finding& finding) {
  spec::Case until = program;
  until.steps.resize(*finding.step + 1);
  until.claim = claim_name(properties().front().name, cell);
  return {cell, until, finding, finding};
}

}  // namespace

CheckResult state_is_what_is_written(const Subject& subject, const spec::Case& test_case) {
  CheckResult result = matches_oracle(subject, test_case);
  const spec::Cell own = first_cell(test_case);
  for (const Finding& finding : result.findings) {
    const spec::Cell cell =
        finding.step ? spec::cell_of(test_case.steps[*finding.step]).value() : own;
    if (cell != own) {
      result.blamed.push_back(blame_on(cell, test_case, finding));
    }
  }
  if (!result.blamed.empty()) {
    result.findings.clear();
  }
  return result;
}

}  // namespace vconform::suites
