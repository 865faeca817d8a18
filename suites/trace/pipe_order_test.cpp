// Flags and barriers that order two pipes, and those that do not.
#include "suites/trace/pipe_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vconform::suites {
namespace {

using testing::HasSubstr;

class Order : public testing::Test {
 protected:
  // The number of conflicts.
  std::size_t run(Pipe pipe, std::uint64_t first, std::uint64_t end, bool is_write) {
    return order_.add(pipe, {{first, end, is_write}}, caller()).size();
  }
  std::size_t read(Pipe pipe, std::uint64_t first, std::uint64_t end) {
    return run(pipe, first, end, false);
  }
  std::size_t write(Pipe pipe, std::uint64_t first, std::uint64_t end) {
    return run(pipe, first, end, true);
  }
  void set(Pipe from, Pipe to, std::int64_t event = 0) {
    order_.set_flag(from, to, event, caller(), findings_);
  }
  void wait(Pipe from, Pipe to, std::int64_t event = 0) {
    order_.wait_flag(from, to, event, caller(), findings_);
  }
  // Each call has a line of its own.
  Caller caller() { return {{"k.cpp", ++line_}, "call"}; }

  PipeOrder order_;
  TraceFindings findings_;
  std::uint32_t line_ = 0;
};

TEST_F(Order, AWriteAndAnAccessOnAnotherPipeConflict) {
  EXPECT_EQ(write(Pipe::kMte2, 0, 64), 0u);
  EXPECT_EQ(read(Pipe::kVector, 32, 40), 1u);
  EXPECT_EQ(write(Pipe::kVector, 63, 65), 1u);
  EXPECT_EQ(read(Pipe::kVector, 65, 70), 0u);
  EXPECT_EQ(read(Pipe::kMte3, 32, 33), 1u);
}

TEST_F(Order, ReadsDoNotConflictAndBlockLaterWrites) {
  EXPECT_EQ(read(Pipe::kVector, 0, 64), 0u);
  EXPECT_EQ(read(Pipe::kMte3, 0, 64), 0u);
  EXPECT_EQ(write(Pipe::kMte2, 0, 8), 2u);
  EXPECT_EQ(write(Pipe::kVector, 16, 24), 1u);
}

TEST_F(Order, OnePipeIsOrdered) {
  EXPECT_EQ(write(Pipe::kVector, 0, 64), 0u);
  EXPECT_EQ(read(Pipe::kVector, 0, 64), 0u);
  EXPECT_EQ(write(Pipe::kVector, 0, 64), 0u);
}

TEST_F(Order, AFlagOrdersWhatIsBeforeItsSetAndBehindItsWait) {
  write(Pipe::kMte2, 0, 64);
  set(Pipe::kMte2, Pipe::kVector);
  write(Pipe::kMte2, 64, 128);
  wait(Pipe::kMte2, Pipe::kVector);
  EXPECT_EQ(read(Pipe::kVector, 0, 64), 0u);
  EXPECT_EQ(read(Pipe::kVector, 64, 128), 1u);
  EXPECT_TRUE(findings_.empty());
}

TEST_F(Order, FlagsOrderOverAThirdPipe) {
  write(Pipe::kMte2, 0, 64);
  set(Pipe::kMte2, Pipe::kVector);
  wait(Pipe::kMte2, Pipe::kVector);
  set(Pipe::kVector, Pipe::kMte3);
  wait(Pipe::kVector, Pipe::kMte3);
  EXPECT_EQ(read(Pipe::kMte3, 0, 64), 0u);
  EXPECT_EQ(write(Pipe::kMte2, 0, 64), 1u);
}

TEST_F(Order, AFlagOfOtherPipesOrdersNothing) {
  write(Pipe::kMte2, 0, 64);
  set(Pipe::kVector, Pipe::kMte2);
  wait(Pipe::kVector, Pipe::kMte2);
  EXPECT_EQ(read(Pipe::kVector, 0, 64), 1u);
}

TEST_F(Order, WhatTheScalarPipeWaitsForIsBeforeAllThatFollows) {
  write(Pipe::kMte2, 0, 64);
  set(Pipe::kMte2, Pipe::kScalar);
  wait(Pipe::kMte2, Pipe::kScalar);
  EXPECT_EQ(read(Pipe::kVector, 0, 64), 0u);
}

TEST_F(Order, ABarrierOfAllPipesOrdersAll) {
  write(Pipe::kMte2, 0, 64);
  read(Pipe::kVector, 128, 192);
  order_.barrier_of_all();
  EXPECT_EQ(read(Pipe::kVector, 0, 64), 0u);
  EXPECT_EQ(write(Pipe::kMte3, 128, 192), 0u);
  EXPECT_EQ(read(Pipe::kVector, 128, 192), 1u);
}

// A loss of history is not passed over in silence.
TEST_F(Order, AHistoryThatWasGivenUpIsSaidToBeSo) {
  constexpr std::uint64_t kRanges = 4;
  order_ = PipeOrder(kRanges);
  for (std::uint64_t i = 0; i <= kRanges; ++i) {
    write(Pipe::kMte2, 64 * i, 64 * i + 32);
  }
  EXPECT_FALSE(order_.has_forgotten());
  read(Pipe::kVector, 0, 32);
  EXPECT_TRUE(order_.has_forgotten());
  EXPECT_FALSE(order_.has_forgotten());
}

TEST_F(Order, FlagsWithoutPartnersAreFoundWithBothLines) {
  set(Pipe::kMte2, Pipe::kVector, 3);   // line 1
  wait(Pipe::kMte2, Pipe::kVector, 2);  // line 2
  set(Pipe::kMte2, Pipe::kVector, 3);   // line 3
  order_.end_kernel(findings_);
  const auto found = findings_.sorted();
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].place.line, 2u);
  EXPECT_EQ(found[0].other.line, 1u);
  EXPECT_THAT(found[0].text, HasSubstr("wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID2) has no set_flag"));
  EXPECT_EQ(found[1].place.line, 3u);
  EXPECT_EQ(found[1].other.line, 1u);
  EXPECT_EQ(found[2].place.line, 3u);
  EXPECT_THAT(found[2].text, HasSubstr("has no wait_flag"));
}

// The history is kept by bytes: here against one cell for each byte.
TEST_F(Order, RandomAccessesConflictAsByteByByte) {
  constexpr std::size_t kBytes = 64;
  struct Byte {
    int writer = -1;
    std::array<bool, kPipes> readers{};
  };
  std::array<Byte, kBytes> bytes{};
  std::uint64_t random = 1;
  const auto below = [&random](std::uint64_t n) {
    random = random * 6364136223846793005 + 1442695040888963407;
    return (random >> 33) % n;
  };
  for (int i = 0; i < 2000; ++i) {
    if (below(40) == 0) {
      order_.barrier_of_all();
      bytes = {};
    }
    const auto pipe = static_cast<std::size_t>(1 + below(3));
    const std::uint64_t first = below(kBytes);
    const std::uint64_t end = first + 1 + below(kBytes - first);
    const bool is_write = below(2) == 0;
    bool conflicts = false;
    for (std::uint64_t at = first; at < end; ++at) {
      Byte& byte = bytes[at];
      conflicts |= byte.writer >= 0 && byte.writer != static_cast<int>(pipe);
      for (std::size_t other = 0; is_write && other < kPipes; ++other) {
        conflicts |= other != pipe && byte.readers[other];
      }
      if (is_write) {
        byte = {static_cast<int>(pipe), {}};
      } else {
        byte.readers[pipe] = true;
      }
    }
    EXPECT_EQ(run(static_cast<Pipe>(pipe), first, end, is_write) > 0, conflicts) << i;
  }
}

}  // namespace
}  // namespace vconform::suites
