#include "adapters/worker/worker_main.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <utility>

#include "adapters/containment/contain.h"
#include "adapters/region/fault_address.h"
#include "adapters/region/flat_description.h"

namespace vconform::adapters {

namespace {

void end_with(pid_t suite) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != suite) {
    _exit(0);  // it died before that
  }
}

// Ignored signals and the signal mask are inherited over exec.
void reset_signals() {
  for (int number = 1; number < NSIG; ++number) {
    // Fails for the few signals that cannot be set.
    std::signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // Signals that ask a run to end are for the process that started it: here they would look like a
  // crash of the backend.
  for (const int asks_to_end : {SIGTERM, SIGINT, SIGHUP}) {
    std::signal(asks_to_end, SIG_IGN);
  }
}

// A backend that calls exit() must not run this program's exit handlers: a sanitizer would look for
// leaks there, which takes tracing. Handlers that the backend registers run before.
void skip_own_handlers() {
  on_exit([](int status, void*) { _exit(status); }, nullptr);
}

// Called before any part of the backend is loaded. Throws LoadError for a folder that cannot be
// written to.
void contain_once(const Loadable& backend, ControlBlock& control) {
  static bool is_contained = false;
  if (!std::exchange(is_contained, true)) {
    write_text(
        control.measures,
        measures_to_text(contain({.scratch = backend.scratch, .allow_write = backend.writable})));
  }
}

}  // namespace

void be_worker(const WorkerCall& call, const OpenBackend& open) noexcept {
  end_with(call.suite);
  reset_signals();
  skip_own_handlers();
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  SharedRegion region(call.shape, call.descriptor);
  note_fault_addresses(region);
  serve(region, [&] {
    contain_once(call.backend, region.control());
    return open();
  });
  // Only the backend's exit handlers are left, and they come too late.
  _exit(0);
}

}  // namespace vconform::adapters
