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

// The step that a failure without an element belongs to, such as the end of the process: the
// program fails so up to that step, and does not up to the instruction before it. nullopt if there
// is none. Halves the program, which may have hundreds of steps.
std::optional<std::size_t> step_that_fails(const Subject& subject, const spec::Case& program,
                                           const Finding& failure) {
  std::vector<std::size_t> instructions;
  for (std::size_t step = 0; step < program.steps.size(); ++step) {
    if (spec::cell_of(program.steps[step])) {
      instructions.push_back(step);
    }
  }
  const auto fails = [&](std::size_t step) {
    const std::vector<Finding> findings = matches_oracle(subject, until(program, step)).findings;
    return std::ranges::find(findings, failure.verdict, &Finding::verdict) != findings.end();
  };
  if (instructions.empty() || !fails(instructions.back())) {
    return std::nullopt;
  }
  auto first = instructions.begin();
  for (auto last = instructions.end() - 1; first != last;) {
    const auto middle = first + (last - first) / 2;
    if (fails(*middle)) {
      last = middle;
    } else {
      first = middle + 1;
    }
  }
  return *first;
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
