#include "adapters/region/futex.h"

#include <gtest/gtest.h>

#include <thread>

namespace vconform::adapters {
namespace {

using namespace std::chrono_literals;

TEST(Futex, ANumberThatIsThereIsNotWaitedFor) {
  Doorbell bell;
  ring(bell, 7);
  EXPECT_TRUE(wait_for(bell, 7, 0, 1h));
  EXPECT_TRUE(wait_for(bell, 7, 100, 1h));
}

TEST(Futex, ANumberThatIsLeftBehindIsReachedAndAStrangeOneIsNot) {
  for (const std::uint32_t wanted : {7U, 0U, 0xffffffffU}) {
    Doorbell bell;
    for (std::uint32_t past = 0; past < kMaxBatchesInFlight; ++past) {
      ring(bell, wanted + past);
      EXPECT_TRUE(wait_for(bell, wanted, 0, 1s));
    }
    for (const std::uint32_t strange : {wanted - 1, wanted + 0x41414141}) {
      ring(bell, strange);
      EXPECT_FALSE(wait_for(bell, wanted, 0, 1ms));
    }
  }
}

TEST(Futex, WaitingEndsAfterItsTime) {
  Doorbell bell;
  const auto started = std::chrono::steady_clock::now();
  EXPECT_FALSE(wait_for(bell, 1, 0, 5ms));
  EXPECT_GE(std::chrono::steady_clock::now() - started, 4ms);
}

TEST(Futex, ASleeperIsWoken) {
  Doorbell bell;
  std::thread other([&] {
    while (bell.asleep == 0) {
      std::this_thread::yield();
    }
    ring(bell, 3);
  });
  // Woken for another number, it may return early.
  while (!wait_for(bell, 3, 0, 10min)) {
  }
  other.join();
}

// The sides alternately set and wait; a lost wake-up would take an hour.
TEST(Futex, NoWakeUpIsLost) {
  for (const int spins : {0, 50}) {
    Doorbell there;
    Doorbell back;
    constexpr std::uint32_t kRounds = 20000;
    std::thread other([&] {
      for (std::uint32_t i = 1; i <= kRounds; ++i) {
        while (!wait_for(there, i, spins, 1h)) {
        }
        ring(back, i);
      }
    });
    for (std::uint32_t i = 1; i <= kRounds; ++i) {
      ring(there, i);
      while (!wait_for(back, i, spins, 1h)) {
      }
    }
    other.join();
  }
}

}  // namespace
}  // namespace vconform::adapters
