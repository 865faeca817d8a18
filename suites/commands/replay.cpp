#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <vector>

#include "spec/text/error.h"
#include "suites/commands/commands.h"
#include "suites/files/case_file.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/terminal.h"
#include "suites/findings/failure_text.h"
#include "suites/judging/subject.h"
#include "suites/plan/forgiven.h"
#include "suites/plan/probed_faults.h"
#include "suites/plan/replayed_case.h"
#include "suites/probing/own_addressing.h"
#include "suites/probing/resolve_choices.h"
#include "suites/report/certificate.h"

namespace vconform::suites {

namespace {

// Prints what still fails. Returns whether anything does.
bool still_fails(const std::string& file, const adapters::Backend& backend,
                 const Subject& subject) {
  const std::vector<spec::Step> steps = read_case_file(file).steps;
  const std::optional<spec::Cell> cell = spec::cell_of(steps.back());
  const ReplayedCase replay =
      replayed(file, cell ? judged_like(backend.description(), subject, *cell) : subject);
  // A backend may crash at a register; what it does with one is seen in an instruction only.
  if (replay.deviations.empty() && std::ranges::none_of(steps, [](const spec::Step& step) {
        return spec::cell_of(step).has_value();
      })) {
    throw spec::InputError(
        fmt::format("case '{}' has no instruction: there is nothing to judge", file));
  }
  for (const Deviation& deviation : replay.deviations) {
    fmt::print("{}", fitted(failure_text(deviation, "")));
  }
  fmt::print("{}: {} ({} elements judged{})\n", printable(file),
             replay.deviations.empty() ? "passes" : "FAILS", replay.elements,
             replay.by_oracle ? ", by the oracle: its claim compares nothing here" : "");
  return !replay.deviations.empty();
}

// The cases of the files that can be read: what they show is not lost for the others, which are
// reported in their turn. Throws spec::InputError if there are none.
std::vector<spec::Case> readable_cases(const std::vector<std::string>& files) {
  std::vector<spec::Case> cases;
  std::exception_ptr problem;
  for (const std::string& file : files) {
    try {
      cases.push_back(read_case_file(file));
    } catch (const spec::InputError&) {
      problem = problem ? problem : std::current_exception();
    }
  }
  if (cases.empty() && problem) {
    std::rethrow_exception(problem);
  }
  return cases;
}

std::vector<spec::Cell> cells_in(const std::vector<spec::Case>& cases) {
  std::vector<spec::Cell> cells;
  for (const spec::Case& one : cases) {
    for (const spec::Step& step : one.steps) {
      if (const std::optional<spec::Cell> cell = spec::cell_of(step)) {
        cells.push_back(*cell);
      }
    }
  }
  return cells;
}

}  // namespace

int replay(const ReplayOptions& options) {
  const std::shared_ptr<adapters::Backend> backend = open_first(options.backend);
  const Subject open = subject_of(backend);
  const std::vector<spec::Cell> cells = cells_in(readable_cases(options.files));
  const ResolvedChoices choices = resolve_choices(options.backend, *backend, open, cells);
  const Subject subject = judged_by(open, choices);
  fmt::print("{}", weakenings_text(choices));
  for (const std::string& fault : faults_in_short(choices, cells)) {
    fmt::print("{}\n", fault);
  }
  bool any_fails = false;
  // Cases that cannot be read, or of which nothing can be judged.
  std::vector<std::string> bad;
  for (const std::string& file : options.files) {
    try {
      any_fails = still_fails(file, *backend, subject) || any_fails;
    } catch (const spec::InputError& error) {
      bad.emplace_back(error.what());
    }
  }
  const adapters::Incidents incidents = backend->incidents();
  fmt::print("{}", incidents_text(incidents));
  close_last(*backend);
  any_fails = any_fails || too_many_to_forgive(incidents);
  if (!bad.empty() && !any_fails) {
    throw spec::InputError(bad.front());
  }
  for (const std::string& problem : bad) {
    fmt::print(stderr, "vconform: {}\n", one_line(problem));
  }
  return any_fails ? kDoesNotConform : kConforms;
}

}  // namespace vconform::suites
