#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "spec/text/error.h"
#include "suites/commands/commands.h"
#include "suites/files/case_file.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/terminal.h"
#include "suites/findings/failure_text.h"
#include "suites/judging/executed_on.h"
#include "suites/judging/subject.h"
#include "suites/plan/forgiven.h"
#include "suites/plan/probed_faults.h"
#include "suites/plan/replayed_case.h"
#include "suites/probing/own_addressing.h"
#include "suites/probing/resolve_choices.h"
#include "suites/report/certificate.h"
#include "suites/shards/parts.h"

namespace vconform::suites {

namespace {

struct NamedCase {
  std::string file;
  spec::Case test_case;
};

// The files that can be read. What the others show is not lost for one that cannot: why is added to
// `bad`. Throws spec::InputError if there is none, and for a file that the backend could change.
std::vector<NamedCase> readable_cases(const ReplayOptions& options, std::vector<std::string>& bad) {
  std::vector<NamedCase> cases;
  for (const std::string& file : options.files) {
    expect_out_of_reach("the case", file, options.backend.allow_write);
    try {
      cases.push_back({file, read_case_file(file)});
    } catch (const spec::InputError& error) {
      bad.emplace_back(error.what());
    }
  }
  if (cases.empty()) {
    throw spec::InputError(bad.front());
  }
  return cases;
}

// Prints what still fails. Returns whether anything does.
bool still_fails(const NamedCase& one, const adapters::Backend& backend, const Subject& subject) {
  const std::vector<spec::Step>& steps = one.test_case.steps;
  const std::optional<spec::Cell> cell = spec::cell_of(steps.back());
  const ReplayedCase replay = replayed(
      one.file, one.test_case, cell ? judged_like(backend.description(), subject, *cell) : subject);
  // A backend may crash at a register; what it does with one is seen in an instruction only.
  if (replay.deviations.empty() && std::ranges::none_of(steps, [](const spec::Step& step) {
        return spec::cell_of(step).has_value();
      })) {
    throw spec::InputError(
        fmt::format("case '{}' has no instruction: there is nothing to judge", one.file));
  }
  for (const Deviation& deviation : replay.deviations) {
    fmt::print("{}", fitted(failure_text(deviation, "")));
  }
  fmt::print("{}: {} ({} elements judged{})\n", printable(one.file),
             replay.deviations.empty() ? "passes" : "FAILS", replay.elements,
             replay.by_oracle ? ", by the oracle: its claim compares nothing here" : "");
  return !replay.deviations.empty();
}

std::vector<spec::Cell> cells_in(const std::vector<NamedCase>& cases) {
  std::vector<spec::Cell> cells;
  for (const NamedCase& one : cases) {
    for (const spec::Step& step : one.test_case.steps) {
      if (const std::optional<spec::Cell> cell = spec::cell_of(step)) {
        cells.push_back(*cell);
      }
    }
  }
  return cells;
}

}  // namespace

int replay(const ReplayOptions& options) {
  check_executed_on(options.backend);
  std::vector<std::string> bad;
  // Before the backend runs, which might change the files.
  const std::vector<NamedCase> cases = readable_cases(options, bad);
  const std::vector<spec::Cell> cells = cells_in(cases);
  const std::shared_ptr<adapters::Backend> backend = open_first(options.backend);
  const Subject open = subject_of(backend);
  const ResolvedChoices choices = resolve_choices(options.backend, *backend, open, cells);
  const Subject subject = judged_by(open, choices);
  fmt::print("{}", weakenings_text(choices));
  const std::vector<std::string> faults = faults_in_short(choices, cells);
  for (const std::string& fault : faults) {
    fmt::print("{}\n", fault);
  }
  bool any_fails = !faults.empty();
  for (const NamedCase& one : cases) {
    try {
      any_fails = still_fails(one, *backend, subject) || any_fails;
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
