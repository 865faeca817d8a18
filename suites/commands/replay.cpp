#include <fmt/format.h>

#include "suites/commands/commands.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/findings/failure_text.h"
#include "suites/judging/subject.h"
#include "suites/plan/replayed_case.h"
#include "suites/probing/resolve_choices.h"

namespace vconform::suites {

namespace {

// Prints what still fails. Returns whether anything does.
bool still_fails(const std::string& file, const Subject& subject) {
  const ReplayedCase replay = replayed(file, subject);
  for (const Deviation& deviation : replay.deviations) {
    fmt::print("{}", failure_text(deviation, ""));
  }
  fmt::print("{}: {} ({} elements judged)\n", printable(file),
             replay.deviations.empty() ? "passes" : "FAILS", replay.elements);
  return !replay.deviations.empty();
}

}  // namespace

int replay(const ReplayOptions& options) {
  const std::shared_ptr<adapters::Backend> backend = open_first(options.backend);
  const Subject open = subject_of(backend);
  const Subject subject = judged_by(open, resolve_choices(options.backend, *backend, open));
  bool any_fails = false;
  for (const std::string& file : options.files) {
    any_fails = still_fails(file, subject) || any_fails;
  }
  close_last(*backend);
  return any_fails ? kDoesNotConform : kConforms;
}

}  // namespace vconform::suites
