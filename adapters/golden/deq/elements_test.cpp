// Tests of DEQ, VDEQ and vconv_deq as instructions: the places of results and the factor of each
// lane.
#include "adapters/golden/deq/elements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "adapters/golden/cast_deq/castdequant_listing.h"
#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_conversion.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::golden {
namespace {

using spec::MemoryId;
using ::testing::HasSubstr;
using Bytes = std::map<std::uint64_t, int>;

constexpr std::uint32_t kOne = 0x3f800000;
const std::vector<std::uint64_t> kIdentity(spec::kVectorFactors, spec::deq_factor(kOne, 0, false));

std::vector<std::uint64_t> counting(std::uint64_t count) {
  std::vector<std::uint64_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1);
  return numbers;
}

// The bytes that changed in a destination of 0xee, counted from its start.
Bytes written(spec::Case program, const std::string& backend = "golden") {
  constexpr int kBefore = 0xee;
  program.placements.emplace_back(
      spec::PlacePatterns{{MemoryId::kUb, kDestination}, spec::NumberType::kU8, 2048, kBefore, 0});
  const auto golden = open_backend(backend);
  const spec::Outcome outcome = run(*golden, program);
  EXPECT_EQ(outcome.status, spec::OutcomeStatus::kCompleted) << outcome.message;
  const spec::MemoryBytes& after = outcome.after.of(MemoryId::kUb);
  Bytes bytes;
  for (std::uint64_t i = 0; i < 2048; ++i) {
    if (after[kDestination + i] != kBefore) {
      bytes[i] = after[kDestination + i];
    }
  }
  return bytes;
}

spec::Case deq(std::string_view instruction, const spec::Mask& mask) {
  spec::Case program = one_deq(instruction, counting(128), kIdentity);
  std::get<spec::SetMask>(program.steps[0]).mask = mask;
  return program;
}

// Lanes 0, 17 and 127, whose sources are 1, 18 and 128.
constexpr spec::Mask kThreeLanes = {std::uint64_t{1} << 63, 1 << 17 | 1};

TEST(GoldenDequantise, ResultsFillOneHalfOfEachBlock) {
  EXPECT_EQ(written(deq("vconv_deqs162b8h_u8", kThreeLanes)),
            (Bytes{{16, 1}, {32 + 17, 18}, {255, 128}}));
  EXPECT_EQ(written(deq("vconv_vdeqs162b8l_u8", kThreeLanes)),
            (Bytes{{0, 1}, {32 + 1, 18}, {239, 128}}));
}

TEST(GoldenDequantise, WhereResultsGoByTheReadingsOfTheHalf) {
  struct Row {
    const char* backend;
    Bytes high;
    Bytes low;
  };
  for (const Row& row : {Row{"golden:deq.half=swapped",
                             {{0, 1}, {33, 18}, {239, 128}},
                             {{16, 1}, {49, 18}, {255, 128}}},
                         Row{"golden:deq.half=byte-of-lane",
                             {{1, 1}, {35, 18}, {255, 128}},
                             {{0, 1}, {34, 18}, {254, 128}}},
                         Row{"golden:deq.half=four-blocks",
                             {{0, 1}, {17, 18}, {127, 128}},
                             {{0, 1}, {17, 18}, {127, 128}}},
                         Row{"golden:deq.other-half=zeroed",
                             {{0, 0}, {16, 1}, {33, 0}, {49, 18}, {239, 0}, {255, 128}},
                             {{0, 1}, {16, 0}, {33, 18}, {49, 0}, {239, 128}, {255, 0}}}}) {
    EXPECT_EQ(written(deq("vconv_deqs162b8h_u8", kThreeLanes), row.backend), row.high)
        << row.backend;
    EXPECT_EQ(written(deq("vconv_deqs162b8l_u8", kThreeLanes), row.backend), row.low)
        << row.backend;
  }
}

TEST(GoldenDequantise, AllOfARepeatAndItsStrides) {
  spec::Case program = deq("vconv_deqs162b8l_u8", {~0ULL, ~0ULL});
  EXPECT_EQ(written(program).size(), 128U);
  program = deq("vconv_deqs162b8l_u8", {0, 1 << 16 | 1});
  vconv_of(program).repeat = 2;
  vconv_of(program).dst_block_stride = 3;
  vconv_of(program).dst_repeat_stride = 20;
  vconv_of(program).src_repeat_stride = 2;
  EXPECT_EQ(written(program), (Bytes{{0, 1}, {96, 17}, {640, 33}, {736, 49}}));
}

TEST(GoldenDequantise, RepeatStridesHaveEightBitsOrTwelve) {
  spec::Case program = deq("vconv_deqs162b8l_u8", {0, 1});
  vconv_of(program).repeat = 2;
  vconv_of(program).dst_repeat_stride = 0x1008;
  vconv_of(program).src_repeat_stride = 0x202;
  EXPECT_EQ(written(program), (Bytes{{0, 1}, {256, 33}}));
  program.placements.emplace_back(
      spec::PlaceElement{{MemoryId::kUb, 0x202 * 32}, spec::NumberType::kS16, 0, 77});
  program.memories[0].size = 65536;
  EXPECT_EQ(written(program, "golden:walk.stride-width-deq=12").at(256), 77);
  vconv_of(program).src_block_stride = 0x1001;
  EXPECT_EQ(written(program, "golden:walk.stride-width-deq=12").size(), 2U);
}

TEST(GoldenDequantise, ElementIOfEveryBlockUsesFactorIWhateverIsActive) {
  std::vector<std::uint64_t> factors;
  for (int i = 0; i < 16; ++i) {
    factors.push_back(spec::deq_factor(kOne, i, i % 2 == 0));
  }
  spec::Case program = one_deq("vconv_vdeqs162b8l_u8", std::vector<std::uint64_t>(128), factors);
  std::get<spec::SetMask>(program.steps[0]).mask = {0, 1 << 3 | 1 << 15 | 1 << 16 | 1 << 23};
  EXPECT_EQ(written(program), (Bytes{{3, 3}, {15, 15}, {32, 0}, {39, 7}}));
  // Factor 3 makes a u8 of -1, factor 4 an s8.
  program = one_deq("vconv_vdeqs162b8l_u8", std::vector<std::uint64_t>(5, 0xffff - 9), factors);
  EXPECT_EQ(written(program).at(3), 0);
  EXPECT_EQ(written(program).at(4), 0x100 - 10 + 4);
}

// The first instruction widens the sixteen words that the second takes as its factors.
TEST(GoldenDequantise, TheVectorIsReadWhenTheInstructionRuns) {
  spec::Case program = deq("vconv_vdeqs162b8l_u8", {0, 0xffff});
  spec::Vconv widen;
  widen.cell = spec::cell_named("vconv_s322s64").value();
  widen.src.offset = 1024;
  widen.dst.offset = kFactors;
  program.steps.insert(program.steps.begin() + 1, widen);
  program.placements.emplace_back(
      spec::PlacePatterns{widen.src, spec::NumberType::kS32, 16, 0x40000000, 0});
  EXPECT_EQ(written(program).at(5), 12) << "6 times 2";
}

// Results 1 to 8 of repeat 0 overwrite factor 0: a tiny M and an offset of 48.
TEST(GoldenDequantise, WhenTheVectorIsReadAgain) {
  spec::Case program = deq("vconv_vdeqs162b8l_u8", {~0ULL, ~0ULL});
  vconv_of(program).repeat = 2;
  vconv_of(program).src_repeat_stride = 0;
  for (std::uint64_t i = 0; i < 16; ++i) {
    program.placements.emplace_back(
        spec::PlaceElement{{MemoryId::kUb, kDestination}, spec::NumberType::kS64, i, kIdentity[i]});
  }
  std::get<spec::SetDeqScale>(program.steps[2]).value = kDestination / spec::kVectorAddressUnit;
  const auto lane_112_of_repeat_1 = [&](const std::string& order) {
    const auto golden = open_backend("golden:walk.order=" + order);
    return run(*golden, program).after.of(MemoryId::kUb)[kDestination + 256 + 224];
  };
  EXPECT_EQ(lane_112_of_repeat_1("snapshot"), 113);
  EXPECT_EQ(lane_112_of_repeat_1("repeat"), 48);
  EXPECT_EQ(lane_112_of_repeat_1("block"), 48);
}

TEST(GoldenDequantise, AVectorOutsideUbIsRejected) {
  spec::Case program = deq("vconv_vdeqs162b8h_s8", {0, 1});
  std::get<spec::SetDeqScale>(program.steps[2]).value = 16384 / 32 - 4;
  const auto golden = open_backend("golden");
  EXPECT_EQ(run(*golden, program).status, spec::OutcomeStatus::kCompleted);
  ++std::get<spec::SetDeqScale>(program.steps[2]).value;
  EXPECT_EQ(run(*golden, program).status, spec::OutcomeStatus::kRejected);
  EXPECT_THAT(run(*golden, program).message, HasSubstr("DEQSCALE reaches byte 16416 of 16384"));
  std::get<spec::SetDeqScale>(program.steps[2]).value |= 0xffffffffffffc000;
  std::get<spec::SetDeqScale>(program.steps[2]).value -= 1;
  EXPECT_EQ(run(*golden, program).status, spec::OutcomeStatus::kCompleted) << "bits 14 and up";
}

TEST(GoldenDequantise, VconvDeqIsS32ToF16) {
  const spec::Case program = one_deq("vconv_deq", {3, 0xffffffff}, {0xabc0000000003800});
  EXPECT_EQ(written(program), (Bytes{{0, 0}, {1, 0x3e}, {2, 0}, {3, 0xb8}}));
}

TEST(GoldenDequantise, TheListingOfCastDequantIsReproduced) {
  const std::vector<std::uint64_t> source(kListedSource.begin(), kListedSource.end());
  spec::CastDeq call;
  call.mask.mask0 = 128;
  call.repeat_time = 2;
  spec::Case program = one_cast_deq("cast_deq_s162u8", source, kIdentity, call);
  program.placements.emplace_back(
      spec::PlacePatterns{{MemoryId::kUb, kDestination}, spec::NumberType::kU8, 512, 0, 0});
  const auto golden = open_backend("golden");
  const spec::Outcome outcome = run(*golden, program);
  ASSERT_EQ(outcome.status, spec::OutcomeStatus::kCompleted) << outcome.message;
  const auto start = outcome.after.of(MemoryId::kUb).begin() + kDestination;
  EXPECT_TRUE(std::equal(kListedResult.begin(), kListedResult.end(), start));
}

}  // namespace
}  // namespace vconform::adapters::golden
