#include "suites/properties/program_properties.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "suites/judging/matches_oracle.h"

namespace vconform::suites {

namespace {

spec::Cell first_cell(const spec::Case& program) {
  const auto first = std::ranges::find_if(
      program.steps, [](const spec::Step& step) { return spec::cell_of(step).has_value(); });
  return spec::cell_of(*first).value();
}

spec::Case until(const spec::Case& program, std::size_t step) {
  spec::Case first = program;
  first.steps.resize(step + 1);
  return first;
}

// The step that a failure without an element belongs to, such as the end of the process: the last
// one of the shortest beginning that fails so. nullopt if none does.
std::optional<std::size_t> step_that_fails(const Subject& subject, const spec::Case& program,
                                           const Finding& failure) {
  for (std::size_t step = 0; step < program.steps.size(); ++step) {
    if (!spec::cell_of(program.steps[step])) {
      continue;
    }
    const std::vector<Finding> findings = matches_oracle(subject, until(program, step)).findings;
    if (std::ranges::find(findings, failure.verdict, &Finding::verdict) != findings.end()) {
      return step;
    }
  }
  return std::nullopt;
}

Blame blame_on(const spec::Cell& cell, const spec::Case& program, std::size_t step,
               const Finding& finding) {
  spec::Case first = until(program, step);
  first.claim = claim_name(properties().front().name, cell);
  return {cell, first, finding, finding};
}

}  // namespace

CheckResult state_is_what_is_written(const Subject& subject, const spec::Case& test_case) {
  CheckResult result = matches_oracle(subject, test_case);
  const spec::Cell own = first_cell(test_case);
  for (const Finding& finding : result.findings) {
    const std::optional<std::size_t> step =
        finding.step ? finding.step : step_that_fails(subject, test_case, finding);
    const spec::Cell cell = step ? spec::cell_of(test_case.steps[*step]).value() : own;
    if (cell != own) {
      result.blamed.push_back(blame_on(cell, test_case, *step, finding));
    }
  }
  if (!result.blamed.empty()) {
    result.findings.clear();
  }
  return result;
}

}  // namespace vconform::suites
