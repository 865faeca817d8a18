#include "suites/properties/blame.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>

#include "oracle/judge/judge.h"
#include "oracle/predict/leaves_memory.h"
#include "oracle/predict/predict.h"
#include "spec/case/memory_image.h"
#include "suites/judging/matches_oracle.h"

namespace vconform::suites {

namespace {

// Every instruction of the programs as a case of its own, after the registers that are set before
// it. A program may have thousands.
std::vector<spec::Case> taken_apart(std::span<const PropertyRun> runs) {
  std::vector<spec::Case> cases;
  for (const PropertyRun& run : runs) {
    spec::Case one = run.program;
    one.steps.clear();
    one.steps.shrink_to_fit();
    for (const spec::Step& step : run.program.steps) {
      const std::optional<spec::Cell> cell = spec::cell_of(step);
      one.steps.push_back(step);
      if (cell) {
        one.claim = claim_name(properties().front().name, *cell);
        cases.push_back(one);
        one.steps.pop_back();
      }
    }
  }
  return cases;
}

bool is_all_of(std::span<const PropertyRun> runs, const spec::Cell& own) {
  return std::ranges::all_of(runs, [&](const PropertyRun& run) {
    return std::ranges::all_of(run.program.steps, [&](const spec::Step& step) {
      return spec::cell_of(step).value_or(own) == own;
    });
  });
}

spec::Cell cell_of_last(const spec::Case& test_case) {
  return *spec::cell_of(test_case.steps.back());
}

std::vector<std::string> names_of(const std::vector<spec::Case>& cases) {
  std::vector<std::string> names;
  for (const spec::Case& one : cases) {
    const std::string name = spec::instruction_name(cell_of_last(one));
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  }
  return names;
}

// None about an instruction that leaves its memory under some reading: a property moves operands
// by what holds under the pinned ones.
std::vector<Finding> findings_about(const Subject& subject, const spec::Case& one) {
  try {
    return matches_oracle(subject, one).findings;
  } catch (const oracle::LeavesMemory&) {
    return {};
  }
}

// The first wrong case of each instruction.
std::vector<Blame> wrong_among(const Subject& subject, const std::vector<spec::Case>& cases) {
  std::vector<Blame> wrong;
  for (const spec::Case& one : cases) {
    const spec::Cell cell = cell_of_last(one);
    const bool is_known = std::any_of(wrong.begin(), wrong.end(),
                                      [&](const Blame& blame) { return blame.cell == cell; });
    if (is_known) {
      continue;
    }
    const std::vector<Finding> findings = findings_about(subject, one);
    if (!findings.empty()) {
      wrong.push_back({cell, one, findings.front(), {}});
    }
  }
  return wrong;
}

bool was_refused_as_permitted(const Subject& subject, const PropertyRun& run) {
  if (run.status != spec::OutcomeStatus::kRejected) {
    return false;
  }
  try {
    return oracle::may_be_refused(
        oracle::predict(run.program, spec::initial_image(run.program), subject.pinned).front());
  } catch (const oracle::LeavesMemory&) {
    return false;
  }
}

void say(Finding& finding, const std::string& what) {
  finding.details += "  oracle   " + what + "\n";
  finding.in_short += "; " + what;
}

std::string told(const std::vector<Blame>& wrong, const std::vector<spec::Case>& cases) {
  if (wrong.empty()) {
    return fmt::format("each of {} is right by itself, so which one breaks this cannot be told",
                       fmt::join(names_of(cases), ", "));
  }
  std::vector<std::string> names;
  for (const Blame& blame : wrong) {
    names.push_back(
        fmt::format("{} ({})", spec::instruction_name(blame.cell), blame.finding.in_short));
  }
  return fmt::format("wrong by itself: {}", fmt::join(names, ", "));
}

}  // namespace

Subject noting(const Subject& subject, std::vector<PropertyRun>& runs) {
  Subject noted = subject;
  noted.execute = [execute = subject.execute, &runs](const spec::Case& program,
                                                     const spec::MemoryImage& before) {
    spec::Outcome outcome = execute(program, before);
    runs.push_back({program, outcome.status});
    return outcome;
  };
  return noted;
}

CheckResult attributed(const Subject& subject, const spec::Cell& own,
                       const std::vector<PropertyRun>& runs, CheckResult result) {
  if (result.findings.empty() || runs.empty()) {
    return result;
  }
  if (was_refused_as_permitted(subject, runs.back())) {
    return {};
  }
  // A program that was not completed ended the property: no other one contradicts it.
  const bool is_completed = runs.back().status == spec::OutcomeStatus::kCompleted;
  const auto concerned = is_completed ? std::span(runs) : std::span(runs).last(1);
  if (is_all_of(concerned, own)) {
    return result;
  }
  const std::vector<spec::Case> cases = taken_apart(concerned);
  std::vector<Blame> wrong = wrong_among(subject, cases);
  for (Finding& finding : result.findings) {
    say(finding, told(wrong, cases));
  }
  const std::size_t found = wrong.size();
  std::erase_if(wrong, [&](const Blame& blame) { return blame.cell == own; });
  const bool own_is_right = found == wrong.size();
  for (Blame& blame : wrong) {
    blame.contradiction = result.findings.front();
  }
  if (own_is_right && !wrong.empty()) {
    result.findings.clear();
  }
  result.blamed = std::move(wrong);
  return result;
}

}  // namespace vconform::suites
