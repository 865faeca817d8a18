#include "oracle/predict/simulated_memory.h"

#include <gtest/gtest.h>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using spec::format_of;
using spec::kF16;
using spec::kF32;
using spec::kS16;
using spec::MemoryId;
using spec::NumberFormat;
using spec::NumberType;

constexpr const NumberFormat& kS4 = format_of(NumberType::kS4);
constexpr const NumberFormat& kS8 = format_of(NumberType::kS8);

constexpr Nibble byte(std::uint64_t address) {
  return static_cast<Nibble>(address * kNibblesPerByte);
}

spec::MemoryImage image() {
  spec::MemoryImage result;
  result.of(MemoryId::kUb) = spec::MemoryBytes({0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe});
  return result;
}

SimulatedMemory::Found read(const SimulatedMemory& memory, Nibble place,
                            const NumberFormat& format) {
  return memory.read(MemoryId::kUb, place, format);
}

// Expectation 7 at bytes 2 and 3.
SimulatedMemory with_uncertain_half() {
  SimulatedMemory memory(image(), true);
  memory.write_uncertain(MemoryId::kUb, byte(2), kF16, 7);
  return memory;
}

TEST(SimulatedMemory, ReadsTheImageAndWhatWasWritten) {
  SimulatedMemory memory(image(), true);
  EXPECT_EQ(read(memory, byte(2), kF16).pattern, 0x7654u);
  EXPECT_EQ(read(memory, byte(1), kS4).pattern, 0x2u);
  EXPECT_EQ(read(memory, byte(1) + 1, kS4).pattern, 0x3u);
  memory.write(MemoryId::kUb, byte(1) + 1, kS4, 0xf);
  EXPECT_EQ(read(memory, byte(0), kF32).pattern, 0x7654f210u);
  EXPECT_EQ(memory.size(MemoryId::kUb), 8u);
}

// A memory of 2^38 bytes costs what is touched, also where something uncertain is written.
TEST(SimulatedMemory, ALargeOneHoldsUncertainElements) {
  constexpr std::uint64_t kEnd = spec::kMaxGmBytes;
  spec::MemoryImage large;
  large.of(MemoryId::kGm) = spec::MemoryBytes::sparse(kEnd);
  SimulatedMemory memory(large, true);
  memory.write_uncertain(MemoryId::kGm, byte(kEnd - 4), kF32, 7);
  EXPECT_TRUE(memory.read(MemoryId::kGm, byte(kEnd - 4), kF32).whole);
  EXPECT_EQ(memory.read(MemoryId::kGm, byte(kEnd - 8), kF32).pattern, 0u);
  memory.write(MemoryId::kGm, byte(kEnd - 4), kF32, 1);
  EXPECT_EQ(memory.read(MemoryId::kGm, byte(kEnd - 4), kF32).pattern, 1u);
}

TEST(SimulatedMemory, AnUncertainElementIsFoundWhole) {
  const SimulatedMemory memory = with_uncertain_half();
  const SimulatedMemory::Found found = read(memory, byte(2), kF16);
  EXPECT_FALSE(found.pattern);
  EXPECT_EQ(found.expectation, 7u);
  EXPECT_TRUE(found.whole);
  EXPECT_EQ(read(memory, byte(0), kF16).pattern, 0x3210u);
  EXPECT_EQ(read(memory, byte(4), kF16).pattern, 0xba98u);
}

TEST(SimulatedMemory, PartsOfAnUncertainElementAreNotWhole) {
  const SimulatedMemory memory = with_uncertain_half();
  for (const auto& [place, format] :
       {std::pair{byte(2), &kS8}, {byte(3), &kS8}, {byte(2) + 1, &kS4}, {byte(0), &kF32}}) {
    const SimulatedMemory::Found found = read(memory, place, *format);
    EXPECT_FALSE(found.pattern) << place;
    EXPECT_EQ(found.expectation, 7u);
    EXPECT_FALSE(found.whole) << place;
  }
}

// The values that an expectation permits depend on the format: "any NaN of f16" is not a set of
// integers.
TEST(SimulatedMemory, AnUncertainElementReadAsAnotherTypeIsNotWhole) {
  const SimulatedMemory::Found found = read(with_uncertain_half(), byte(2), kS16);
  EXPECT_FALSE(found.pattern);
  EXPECT_FALSE(found.whole);
}

TEST(SimulatedMemory, AnUncertainElementPartlyWrittenOverIsNotWhole) {
  for (const std::uint64_t at : {2u, 3u}) {
    SimulatedMemory memory = with_uncertain_half();
    memory.write(MemoryId::kUb, byte(at), kS8, 0x11);
    EXPECT_FALSE(read(memory, byte(2), kF16).pattern) << at;
    EXPECT_FALSE(read(memory, byte(2), kF16).whole) << at;
    EXPECT_EQ(read(memory, byte(at), kS8).pattern, 0x11u);
  }
  SimulatedMemory memory = with_uncertain_half();
  memory.write_uncertain(MemoryId::kUb, byte(3), kS8, 9);
  EXPECT_FALSE(read(memory, byte(2), kF16).whole);
}

TEST(SimulatedMemory, AnExactWriteEndsTheUncertainty) {
  SimulatedMemory memory = with_uncertain_half();
  memory.write(MemoryId::kUb, byte(2), kF16, 0x1234);
  EXPECT_EQ(read(memory, byte(2), kF16).pattern, 0x1234u);
}

TEST(SimulatedMemory, TheNewestExpectationCounts) {
  SimulatedMemory memory = with_uncertain_half();
  memory.write_uncertain(MemoryId::kUb, byte(2), kF16, 0);
  const SimulatedMemory::Found found = read(memory, byte(2), kF16);
  EXPECT_TRUE(found.whole);
  EXPECT_EQ(found.expectation, 0u);
}

}  // namespace
}  // namespace vconform::oracle
