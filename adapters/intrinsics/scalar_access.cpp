#include "adapters/intrinsics/scalar_access.h"

#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <string_view>

namespace vconform::adapters::intrinsics {

namespace {

// Beyond the largest memory on the chip; no program has anything mapped so low.
constexpr std::uint64_t kOffsets = 0x200000;
constexpr int kFinding = 1;

void print(std::string_view text) {
  // Nothing can be done if stderr is closed.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

// Only what a signal handler may do.
void on_fault(int signal, siginfo_t* fault, void* /*context*/) {
  const auto address = reinterpret_cast<std::uint64_t>(fault->si_addr);
  if (address >= kOffsets) {
    // The access happens again, and then as if there were no handler.
    std::signal(signal, SIG_DFL);
    return;
  }
  std::array<char, 16> digits{};
  for (std::size_t i = 0; i < digits.size(); ++i) {
    digits[i] = "0123456789abcdef"[address >> (4 * (digits.size() - 1 - i)) & 0xf];
  }
  print("vconform: scalar access at address 0x");
  print({digits.data(), digits.size()});
  print(
      ": null, or an offset into a memory of the core, for which vconform_memory_at() has a "
      "pointer\n");
  _exit(kFinding);
}

}  // namespace

void report_scalar_accesses() {
  struct sigaction before{};
  if (sigaction(SIGSEGV, nullptr, &before) != 0 || (before.sa_flags & SA_SIGINFO) != 0 ||
      before.sa_handler != SIG_DFL) {
    return;
  }
  struct sigaction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, nullptr);
}

}  // namespace vconform::adapters::intrinsics
