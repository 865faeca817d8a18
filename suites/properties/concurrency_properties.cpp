#include "suites/properties/concurrency_properties.h"

#include <algorithm>
#include <array>

#include "generators/choices/draws.h"
#include "generators/programs/instruction_cases.h"
#include "oracle/judge/judge.h"
#include "spec/case/memory_image.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

// The images after the cases ran one by one, which concurrent runs must equal.
std::vector<spec::MemoryImage> one_by_one(const Subject& subject,
                                          std::span<const spec::Case> cases) {
  std::vector<spec::MemoryImage> images;
  for (const spec::Case& one : cases) {
    images.push_back(run(subject, one));
  }
  return images;
}

std::string how(const spec::Outcome& outcome) {
  return outcome.message.empty() ? "the memory images differ" : outcome.message;
}

// A time-out is one like any other: to look for smaller cases would take as long for each.
Finding difference(const spec::Outcome& together) {
  Finding finding = contradiction(
      "one program gives something else while three others run in contexts of their own: " +
          how(together),
      "other results while programs run at the same time");
  if (together.status == spec::OutcomeStatus::kTimedOut) {
    finding.verdict = oracle::name_of(oracle::Verdict::kTimeout);
  }
  return finding;
}

}  // namespace

CheckResult same_at_once(const Subject& subject, const spec::Case& test_case) {
  const spec::Cell cell = *spec::cell_of(test_case.steps.back());
  CheckResult result;
  // API forms that the suite lowers reach the backend as instructions, which have their own units.
  if (!subject.at_once || subject.lowers(cell)) {
    return result;
  }
  generators::ReplaySource simplest({});
  const spec::Case other = generators::instruction_case(simplest, cell, *subject.claims(cell));
  const std::array<spec::Case, 4> cases = {test_case, other, test_case, other};
  const std::vector<spec::MemoryImage> alone = one_by_one(subject, cases);
  const std::vector<spec::Outcome> together = subject.at_once(cases);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (together[i].status != spec::OutcomeStatus::kCompleted || together[i].after != alone[i]) {
      result.findings = {difference(together[i])};
      break;
    }
  }
  return result;
}

}  // namespace vconform::suites
