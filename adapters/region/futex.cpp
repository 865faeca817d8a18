#include "adapters/region/futex.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

namespace vconform::adapters {

namespace {

void pause_processor() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Not the PRIVATE variants: the processes have different address spaces.
void sleep_while(std::atomic<std::uint32_t>& number, std::uint32_t seen,
                 std::chrono::microseconds timeout) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout);
  const std::chrono::nanoseconds rest = timeout - seconds;
  const timespec relative{static_cast<time_t>(seconds.count()), static_cast<long>(rest.count())};
  syscall(SYS_futex, &number, FUTEX_WAIT, seen, &relative, nullptr, 0);
}

}  // namespace

void ring(Doorbell& bell, std::uint32_t number) {
  bell.number.store(number);
  if (bell.asleep.load() != 0) {
    syscall(SYS_futex, &bell.number, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
  }
}

bool wait_for(Doorbell& bell, std::uint32_t wanted, int spins, std::chrono::microseconds timeout) {
  for (int i = 0; i < spins; ++i) {
    if (has_reached(bell.number.load(), wanted)) {
      return true;
    }
    pause_processor();
  }
  // Announced before the last look, while ring() looks for sleepers after setting the number: at
  // least one of the two sees the other.
  bell.asleep.store(1);
  const std::uint32_t seen = bell.number.load();
  if (!has_reached(seen, wanted)) {
    sleep_while(bell.number, seen, timeout);
  }
  bell.asleep.store(0);
  return has_reached(bell.number.load(), wanted);
}

}  // namespace vconform::adapters
