#include "adapters/golden/vector/walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_conversion.h"

namespace vconform::adapters::golden {
namespace {

using spec::MemoryId;
using spec::OutcomeStatus;
using ::testing::HasSubstr;
using Numbers = std::map<std::uint64_t, std::int64_t>;

constexpr std::uint64_t kCounterMode = spec::with_ctrl_bit(spec::kCtrlCounterMode);

// A vconv_f322s32r whose source element i, counted from byte 0 in f32, is the number i.
spec::Case f32_to_s32(const spec::Mask& mask, std::uint64_t ctrl = 0) {
  spec::Case program = one_conversion("vconv_f322s32r", {}, ctrl);
  std::get<spec::SetMask>(program.steps[0]).mask = mask;
  program.placements = {
      spec::PlaceNumbers{{MemoryId::kUb, 0}, spec::NumberType::kF32, 2048, 0, 4096},
      spec::PlacePatterns{{MemoryId::kUb, kDestination}, spec::NumberType::kS32, 2048, ~0ULL, 0}};
  return program;
}

// The written elements: from destination element (s32, from the destination's start) to its number.
Numbers written(const spec::Case& program) {
  const auto golden = open_backend("golden");
  const spec::Outcome outcome = run(*golden, program);
  EXPECT_EQ(outcome.status, OutcomeStatus::kCompleted) << outcome.message;
  const spec::MemoryImage before = spec::initial_image(program);
  Numbers numbers;
  const spec::MemoryBytes& after = outcome.after.of(MemoryId::kUb);
  for (std::uint64_t i = 0; i < after.size() / 4; ++i) {
    const spec::NumberFormat& s32 = spec::format_of(spec::NumberType::kS32);
    const std::uint64_t pattern = spec::load_element(after, 0, s32, i);
    if (pattern != spec::load_element(before.of(MemoryId::kUb), 0, s32, i)) {
      numbers[i - kDestination / 4] = static_cast<std::int64_t>(pattern);
    }
  }
  return numbers;
}

TEST(GoldenWalk, MaskActivatesElementsByBit) {
  EXPECT_EQ(written(f32_to_s32({0, 8})), (Numbers{{3, 3}}));
  EXPECT_EQ(written(f32_to_s32({0, 0x8000000000000001})), (Numbers{{0, 0}, {63, 63}}));
  EXPECT_EQ(written(f32_to_s32({~0ULL, 0})), Numbers{}) << "64 elements: mask1 does not matter";
  EXPECT_EQ(written(f32_to_s32({0, 0x5555555555555555})).size(), 32U);
}

TEST(GoldenWalk, ZeroMaskAndZeroRepeatWriteNothing) {
  EXPECT_EQ(written(f32_to_s32({0, 0})), Numbers{});
  spec::Case program = f32_to_s32(spec::kAllLanes);
  vconv_of(program).repeat = 0;
  EXPECT_EQ(written(program), Numbers{});
}

TEST(GoldenWalk, StridesCountBlocksFromStartToStart) {
  // Lanes 0, 8 and 9: block 0 and block 1.
  spec::Case program = f32_to_s32({0, 0x301});
  spec::Vconv& vconv = vconv_of(program);
  vconv.repeat = 2;
  vconv.dst_block_stride = 3;
  vconv.src_block_stride = 2;
  vconv.dst_repeat_stride = 40;
  vconv.src_repeat_stride = 30;
  EXPECT_EQ(written(program),
            (Numbers{{0, 0}, {24, 16}, {25, 17}, {320, 240}, {344, 256}, {345, 257}}));
}

TEST(GoldenWalk, ZeroSourceStridesReadAgain) {
  spec::Case program = f32_to_s32({0, 0x101});
  vconv_of(program).repeat = 2;
  vconv_of(program).src_repeat_stride = 0;
  vconv_of(program).src_block_stride = 0;
  EXPECT_EQ(written(program), (Numbers{{0, 0}, {8, 0}, {64, 0}, {72, 0}}));
}

TEST(GoldenWalk, TheNarrowOperandHasFewerBlocks) {
  // s8 to f16: 32 elements in a source block, 16 in a destination block.
  spec::Case program = one_conversion("vconv_s82f16", {});
  program.placements = {spec::PlaceNumbers{{}, spec::NumberType::kS8, 512, -100, 200}};
  // Lanes 15, 16, 31, 32.
  std::get<spec::SetMask>(program.steps[0]).mask = {0,
                                                    1ULL << 15 | 1 << 16 | 1ULL << 31 | 1ULL << 32};
  vconv_of(program).src_block_stride = 2;
  const auto golden = open_backend("golden");
  const spec::Outcome outcome = run(*golden, program);
  const spec::NumberFormat& f16 = spec::format_of(spec::NumberType::kF16);
  for (const auto& [lane, number] :
       {std::pair(15U, -85), std::pair(16U, -84), std::pair(31U, -69), std::pair(32U, -36)}) {
    EXPECT_EQ(spec::load_element(outcome.after.of(MemoryId::kUb), kDestination, f16, lane),
              spec::pattern_of_integer(f16, number))
        << lane;
  }
}

TEST(GoldenWalk, CounterModeCountsElementsAndIgnoresRepeat) {
  spec::Case program = f32_to_s32({0, 66}, kCounterMode);
  vconv_of(program).repeat = 0;
  vconv_of(program).dst_repeat_stride = 16;
  const Numbers numbers = written(program);
  EXPECT_EQ(numbers.size(), 66U);
  EXPECT_EQ(numbers.at(63), 63);
  EXPECT_EQ(numbers.at(128), 64);
  EXPECT_EQ(numbers.at(129), 65);
  EXPECT_EQ(written(f32_to_s32({~0ULL, 0}, kCounterMode)), Numbers{});
  EXPECT_EQ(written(f32_to_s32({~0ULL, 0xffffffff00000001}, kCounterMode)), (Numbers{{0, 0}}));
}

TEST(GoldenWalk, InPlaceConversionReadsBeforeItWrites) {
  spec::Case program = f32_to_s32(spec::kAllLanes);
  vconv_of(program).dst.offset = 0;
  const auto golden = open_backend("golden");
  const spec::Outcome outcome = run(*golden, program);
  for (std::uint64_t i = 0; i < 64; ++i) {
    EXPECT_EQ(spec::load_element(outcome.after.of(MemoryId::kUb), 0,
                                 spec::format_of(spec::NumberType::kS32), i),
              i);
  }
}

std::string rejection(const spec::Case& program) {
  const auto golden = open_backend("golden");
  const spec::Outcome outcome = run(*golden, program);
  if (outcome.status != OutcomeStatus::kRejected) {
    return "not rejected";
  }
  EXPECT_EQ(outcome.after, spec::initial_image(program)) << "a rejected program writes nothing";
  return outcome.message;
}

TEST(GoldenWalk, OperandsEndWithTheMemory) {
  spec::Case program = f32_to_s32(spec::kAllLanes);
  vconv_of(program).dst.offset = 2 * kDestination - 256;
  EXPECT_EQ(rejection(program), "not rejected");
  vconv_of(program).dst.offset += 32;
  EXPECT_THAT(rejection(program), HasSubstr("dst reaches byte 16416 of 16384"));
  std::get<spec::SetMask>(program.steps[0]).mask = spec::contiguous_mask(56);
  EXPECT_EQ(rejection(program), "not rejected") << "inactive lanes are not touched";
  vconv_of(program).src.offset = ~std::uint64_t{31};
  EXPECT_THAT(rejection(program), HasSubstr("src reaches byte"));
  program = f32_to_s32({0, 0xffffffff}, kCounterMode);
  EXPECT_THAT(rejection(program), HasSubstr("reaches byte"));
  program = f32_to_s32({0, 65}, kCounterMode);
  vconv_of(program).src_repeat_stride = 256;
  vconv_of(program).src.offset = kDestination;
  EXPECT_THAT(rejection(program), HasSubstr("src reaches byte 16388"));
}

TEST(GoldenWalk, ArgumentsOutOfRangeAreRejected) {
  spec::Case program = f32_to_s32(spec::kAllLanes);
  vconv_of(program).src.offset = 16;
  EXPECT_THAT(rejection(program), HasSubstr("vconv_f322s32r: src at byte 16 is not 32-byte"));
  program = f32_to_s32(spec::kAllLanes);
  program.memories.push_back({MemoryId::kL1, 4096});
  vconv_of(program).dst.memory = MemoryId::kL1;
  EXPECT_THAT(rejection(program), HasSubstr("an operand is not in UB"));
  program = one_conversion("vconv_f162s4r", {});
  std::get<spec::SetMask>(program.steps[0]).mask = {0, 0x7};
  EXPECT_THAT(rejection(program), HasSubstr("mask bits 2 and 3 differ"));
  std::get<spec::SetMask>(program.steps[0]).mask = {0, 3};
  std::get<spec::SetCtrl>(program.steps[1]).value = kCounterMode;
  EXPECT_THAT(rejection(program), HasSubstr("the counter is odd"));
}

TEST(GoldenWalk, ALaterRejectedStepStopsTheWholeProgram) {
  spec::Case program = f32_to_s32(spec::kAllLanes);
  spec::Vconv bad = vconv_of(program);
  bad.src.offset = 16;
  program.steps.push_back(bad);
  EXPECT_THAT(rejection(program), HasSubstr("is not 32-byte aligned"));
}

TEST(GoldenWalk, RegistersStartAtZeroAndNothingReachesTheNextProgram) {
  const auto golden = open_backend("golden");
  spec::Case program = f32_to_s32(spec::kAllLanes);
  EXPECT_NE(run(*golden, program).after, spec::initial_image(program));
  program.steps.erase(program.steps.begin());
  EXPECT_EQ(run(*golden, program).after, spec::initial_image(program)) << "the mask is 0";
}

}  // namespace
}  // namespace vconform::adapters::golden
