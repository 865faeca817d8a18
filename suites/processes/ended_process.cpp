#include "suites/processes/ended_process.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <cstring>

namespace vconform::suites {

namespace {

// No backend is loaded in these processes, so it is never the reason.
const char* reason_for(int signal) {
  switch (signal) {
    case SIGKILL:
      // A shell sets both limits to the same value; the kernel then sends this signal.
      return has_limit_of_processor_time()
                 ? "the shell's limit of processor time (ulimit -t), somebody ended it, "
                   "or memory ran out"
                 : "somebody ended it, or memory ran out";
    case SIGXCPU:
      return "the shell's limit of processor time (ulimit -t)";
    case SIGXFSZ:
      return "the shell's limit of file size (ulimit -f)";
    case SIGSEGV:
    case SIGBUS:
    case SIGABRT:
    case SIGILL:
    case SIGFPE:
      return "a fault of vconform, or somebody sent it";
    default:
      return "somebody sent it";
  }
}

}  // namespace

bool has_limit_of_processor_time() {
  rlimit limit{};
  return getrlimit(RLIMIT_CPU, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

std::string how_it_ended(int status) {
  if (!WIFSIGNALED(status)) {
    return fmt::format("ended itself with status {}, which is a fault of vconform",
                       WEXITSTATUS(status));
  }
  const int signal = WTERMSIG(status);
  return fmt::format("ended by signal {} ({}): {}", signal, strsignal(signal), reason_for(signal));
}

}  // namespace vconform::suites
