#include "adapters/region/fault_address.h"

#include <array>
#include <csignal>

namespace vconform::adapters {

namespace {

SharedRegion* noted = nullptr;

// A separate stack: the fault may be an overflow of the other one.
std::array<char, 64 * 1024> stack_of_handler;

void note(int number, siginfo_t* info, void*) {
  // Otherwise a process sent the signal, and there is no address.
  if (info->si_code > 0) {
    noted->control().fault = noted->distance_of(reinterpret_cast<std::uint64_t>(info->si_addr));
  }
  // SA_RESETHAND: this ends the process when the handler returns.
  std::raise(number);
}

}  // namespace

void note_fault_addresses(SharedRegion& region) {
  noted = &region;
  stack_t stack{};
  stack.ss_sp = stack_of_handler.data();
  stack.ss_size = stack_of_handler.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_sigaction = note;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND);
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace vconform::adapters
