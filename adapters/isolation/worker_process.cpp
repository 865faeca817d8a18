#include "adapters/isolation/worker_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <system_error>

#include "adapters/isolation/fault_address.h"
#include "adapters/isolation/flat_description.h"
#include "spec/error.h"

namespace vconform::adapters {

namespace {

// The next program usually comes after the suite has judged this one, which takes much longer than
// falling asleep and being woken; meanwhile the core is better left to others.
constexpr int kSpins = 0;
constexpr std::chrono::minutes kLong{1};
// The number that answers for opening.
constexpr std::uint32_t kOpening = 1;

void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(0);  // it died before that
  }
}

void reset_signals() {
  for (int number = 1; number < NSIG; ++number) {
    // Fails for the few that cannot be set.
    std::signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // Those that ask a run to end are for the process that started it: here they would look like a
  // crash of the backend.
  for (const int asks_to_end : {SIGTERM, SIGINT, SIGHUP}) {
    std::signal(asks_to_end, SIG_IGN);
  }
}

// A backend that calls exit() must not run what the parent left for its own end: that would be a
// fuzzer's report, with a saved input. What the backend registers itself runs before.
void skip_handlers_of_the_parent() {
  on_exit([](int status, void*) { _exit(status); }, nullptr);
}

void detach_descriptors() {
  const int null = open("/dev/null", O_RDWR);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO}) {
    if (null < 0 || dup2(null, standard) < 0) {
      close(standard);
    }
  }
  closefrom(STDERR_FILENO + 1);
}

std::unique_ptr<InProcessBackend> opened(ControlBlock& control, const OpenBackend& open) {
  const auto report = [&](Opened how, std::string_view message) {
    control.opened = static_cast<std::uint32_t>(how);
    write_text(control.message_of(kOpening), message);
  };
  try {
    std::unique_ptr<InProcessBackend> backend = open();
    flatten(backend->description(), control.description);
    report(Opened::kYes, "");
    return backend;
  } catch (const spec::InputError& error) {
    report(Opened::kInputError, error.what());
  } catch (const std::exception& error) {
    report(Opened::kLoadError, error.what());
  }
  return nullptr;
}

class Server {
 public:
  Server(SharedRegion& region, InProcessBackend& backend)
      : region_(region), backend_(backend), confined_(region.shape().slots) {}

  // Returns when asked to quit.
  void serve() {
    ControlBlock& control = region_.control();
    for (std::uint32_t number = kOpening + 1;; ++number) {
      while (!wait_for(control.request, number, kSpins, kLong)) {
      }
      const Batch batch = control.batch(number);
      if (batch.count == 0) {
        return;
      }
      run_batch(batch, control.message_of(number));
      ring(control.answer, number);
    }
  }

 private:
  void run_batch(const Batch& batch, std::array<char, kMessageBytes>& message) {
    write_text(message, "");
    bool all_completed = true;
    for (std::uint32_t i = 0; i < batch.count; ++i) {
      SharedProgram& program = region_.program(batch.first + i);
      program.status = run_program(batch.first + i, program);
      if (program.status != VCONFORM_OK && all_completed) {
        all_completed = false;
        write_text(message, message_);
      }
      region_.control().ended.store(++ended_);
    }
  }

  std::uint32_t run_program(std::size_t slot, const SharedProgram& program) {
    MemorySizes& sizes = confined_[slot];
    if (program.sizes != sizes) {
      sizes = program.sizes;
      region_.memories(slot).confine(sizes);
    }
    // The backend has no pointer into the control block.
    const std::span<const vconform_step> all = region_.steps(slot);
    const auto steps = all.first(std::min<std::uint64_t>(program.step_count, all.size()));
    steps_.assign(steps.begin(), steps.end());
    vconform_memories memories = region_.memories(slot).memories(sizes);
    return backend_.run(steps_, memories, message_);
  }

  SharedRegion& region_;
  InProcessBackend& backend_;
  // By slot: what is accessible.
  std::vector<MemorySizes> confined_;
  std::vector<vconform_step> steps_;
  std::string message_;
  std::uint64_t ended_ = 0;
};

// An exception of the backend's ends the process: noexcept.
[[noreturn]] void be_worker(SharedRegion& region, const OpenBackend& open, pid_t parent) noexcept {
  end_with(parent);
  setpgid(0, 0);
  reset_signals();
  skip_handlers_of_the_parent();
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  detach_descriptors();
  note_fault_addresses(region.control().fault_address);
  for (std::size_t slot = 0; slot < region.shape().slots; ++slot) {
    region.memories(slot).confine({});
  }
  std::unique_ptr<InProcessBackend> backend = opened(region.control(), open);
  ring(region.control().answer, kOpening);
  if (backend != nullptr) {
    Server(region, *backend).serve();
    backend.reset();
  }
  // No destructors or buffers of the parent's.
  _exit(0);
}

}  // namespace

pid_t start_worker_process(SharedRegion& region, const OpenBackend& open) {
  const pid_t parent = getpid();
  // A backend that calls exit() must not write the parent's buffers.
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid < 0) {
    throw std::system_error(errno, std::generic_category(), "fork");
  }
  if (pid == 0) {
    be_worker(region, open, parent);
  }
  return pid;
}

}  // namespace vconform::adapters
