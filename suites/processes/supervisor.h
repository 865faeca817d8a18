// A process above a run that observes how the run ends.
#pragma once

#include <functional>

namespace vconform::suites {

// Forks and calls `run` in the child, which returns from here with its result or exception. The
// parent does not return: it exits with the child's status, after nothing is left of what the child
// started. Signals that ask to end are passed on to the child; a stop by Ctrl-Z applies to both;
// any other stop of the child is undone. If a signal ends the child, or it stands still for good,
// the parent says so in one line and exits with 4; with SIGINT, SIGTERM, SIGHUP and SIGQUIT it ends
// by the same signal. Exit codes 0 and 1 count only if `run` returned them. If fork fails, `run` is
// called here.
int supervised(const std::function<int()>& run);

}  // namespace vconform::suites
