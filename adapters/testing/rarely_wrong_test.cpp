#include "adapters/testing/rarely_wrong.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/testing/test_table.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::rarely_wrong {
namespace {

constexpr const char* kLibrary = VCONFORM_TEST_LIBRARIES "/rarely_wrong.so";
constexpr std::uint64_t kCounter = spec::with_ctrl_bit(spec::kCtrlCounterMode);

// Opens the backend with the variable set.
std::unique_ptr<InProcessBackend> open_with_fault(const std::string& fault) {
  setenv(kFaultVariable, fault.c_str(), 1);
  auto backend = open_backend(kLibrary);
  unsetenv(kFaultVariable);
  return backend;
}

// The bytes of UB that differ from golden's.
std::vector<std::uint64_t> wrong_bytes(const std::string& fault, const spec::Case& program) {
  const auto golden = run(*open_backend("golden"), program);
  const auto wrong = run(*open_with_fault(fault), program);
  EXPECT_EQ(golden.status, spec::OutcomeStatus::kCompleted) << golden.message;
  EXPECT_EQ(wrong.status, golden.status) << wrong.message;
  const auto& right = golden.after.of(spec::MemoryId::kUb);
  const auto& found = wrong.after.of(spec::MemoryId::kUb);
  std::vector<std::uint64_t> bytes;
  for (std::uint64_t at = 0; at < right.size(); ++at) {
    if (right[at] != found[at]) {
      bytes.push_back(at);
    }
  }
  return bytes;
}

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// ---- compacted-in-place, interleaved-repeats

TEST(RarelyWrong, PlacesOfRepeatsFlipOneBit) {
  spec::Case program = one_conversion("vconv_f322s32r", {0x3f800000}, 0);
  spec::Vconv& vconv = vconv_of(program);
  vconv.repeat = 2;
  vconv.dst = vconv.src;
  vconv.src_repeat_stride = 16;
  vconv.dst_repeat_stride = 8;
  EXPECT_THAT(wrong_bytes("compacted-in-place", program), ElementsAre(vconv.src.offset));
  EXPECT_THAT(wrong_bytes("interleaved-repeats", program), IsEmpty());
  vconv.dst_repeat_stride = 16;
  EXPECT_THAT(wrong_bytes("compacted-in-place", program), IsEmpty());
  vconv.dst.offset += 8 * spec::kBlockBytes;
  EXPECT_THAT(wrong_bytes("interleaved-repeats", program), ElementsAre(vconv.dst.offset));
  vconv.repeat = 1;
  EXPECT_THAT(wrong_bytes("interleaved-repeats", program), IsEmpty());
}

// ---- overlap-one-block

// Eight blocks of f32 from byte 0, eight of s32 from block `dst`.
spec::Case overlapping(std::uint64_t dst, std::uint8_t repeat = 1,
                       spec::Mask mask = spec::kAllLanes, std::uint64_t ctrl = 0) {
  spec::Case program = one_conversion("vconv_f322s32r", {0x3f800000}, ctrl);
  std::get<spec::SetMask>(program.steps[0]).mask = mask;
  vconv_of(program).dst.offset = dst * spec::kBlockBytes;
  vconv_of(program).repeat = repeat;
  return program;
}

TEST(RarelyWrong, OneBlockOfOverlapFlipsOneBit) {
  EXPECT_THAT(wrong_bytes("overlap-one-block", overlapping(7)), ElementsAre(224));
  EXPECT_THAT(wrong_bytes("overlap-one-block", overlapping(6)), IsEmpty());
  EXPECT_THAT(wrong_bytes("overlap-one-block", overlapping(8)), IsEmpty());
}

TEST(RarelyWrong, OverlapIsOfWholeWalksWhateverTheMaskAndTheCount) {
  const std::string fault = "overlap-one-block";
  EXPECT_THAT(wrong_bytes(fault, overlapping(7, 1, {0, 1})), ElementsAre(224));
  EXPECT_THAT(wrong_bytes(fault, overlapping(7, 1, {0, 0})), IsEmpty());
  // Two repeats have sixteen blocks.
  EXPECT_THAT(wrong_bytes(fault, overlapping(15, 2)), ElementsAre(480));
  EXPECT_THAT(wrong_bytes(fault, overlapping(7, 2)), IsEmpty());
  EXPECT_THAT(wrong_bytes(fault, overlapping(15, 0, {0, 65}, kCounter)), ElementsAre(480));
  EXPECT_THAT(wrong_bytes(fault, overlapping(15, 0, {0, 64}, kCounter)), IsEmpty());
}

TEST(RarelyWrong, StridesSayWhichBlocksOverlap) {
  spec::Case every_other = overlapping(6);
  vconv_of(every_other).src_block_stride = 2;
  vconv_of(every_other).dst_block_stride = 8;
  // Sources in blocks 0, 2, … 14; results in 6, 14, 22, …
  EXPECT_THAT(wrong_bytes("overlap-one-block", every_other), IsEmpty());
  vconv_of(every_other).dst_block_stride = 1;
  vconv_of(every_other).dst.offset = 14 * spec::kBlockBytes;
  EXPECT_THAT(wrong_bytes("overlap-one-block", every_other), ElementsAre(14 * spec::kBlockBytes));
  spec::Case in_one_place = overlapping(7, 3);
  vconv_of(in_one_place).src_repeat_stride = 0;
  vconv_of(in_one_place).dst_block_stride = 0;
  vconv_of(in_one_place).dst_repeat_stride = 0;
  EXPECT_THAT(wrong_bytes("overlap-one-block", in_one_place), ElementsAre(224));
}

// ---- one-value

TEST(RarelyWrong, OneValueOfOneInstructionHasItsLastBitWrong) {
  const std::string fault = "one-value:vconv_f162s8a:0x4a5b";
  EXPECT_THAT(wrong_bytes(fault, one_conversion("vconv_f162s8a", {0x4a5a, 0x4a5b, 0x4a5c})),
              ElementsAre(kDestination + 1));
  EXPECT_THAT(wrong_bytes(fault, one_conversion("vconv_f162s8r", {0x4a5b})), IsEmpty());
  EXPECT_THAT(wrong_bytes(fault, one_conversion("vconv_f162u8a", {0x4a5b})), IsEmpty());
}

TEST(RarelyWrong, OneValueMayBeAnEarlierResult) {
  spec::Case program = one_conversion("vconv_f322f16r", {0x41496000});
  spec::Case narrowing = one_conversion("vconv_f162s8a", {});
  spec::Vconv second = vconv_of(narrowing);
  ASSERT_EQ(results_of(*open_backend("golden"), "vconv_f322f16r", {0x41496000})[0], 0x4a4bU);
  second.src.offset = kDestination;
  second.dst.offset = 0;
  program.steps.emplace_back(second);
  EXPECT_THAT(wrong_bytes("one-value:vconv_f162s8a:0x4a4b", program), ElementsAre(0));
}

// ---- mask-63-64

spec::Case masked(std::string_view instruction, spec::Mask mask, std::uint64_t ctrl = 0) {
  spec::Case program = one_conversion(instruction, {}, ctrl);
  std::get<spec::SetMask>(program.steps[0]).mask = mask;
  return program;
}

TEST(RarelyWrong, MaskBits63And64MustDifferInARepeatOf128) {
  const std::string fault = "mask-63-64";
  EXPECT_THAT(wrong_bytes(fault, masked("vconv_f162s8r", {0, 1ULL << 63})),
              ElementsAre(kDestination + 63));
  EXPECT_THAT(wrong_bytes(fault, masked("vconv_f162s8r", {~0ULL, ~0ULL >> 1})),
              ElementsAre(kDestination));
  EXPECT_THAT(wrong_bytes(fault, masked("vconv_f162s8r", {0, 1ULL << 62})), IsEmpty());
  EXPECT_THAT(wrong_bytes(fault, masked("vconv_f162s8r", {1, 1ULL << 63})), IsEmpty());
  EXPECT_THAT(wrong_bytes(fault, masked("vconv_f322s32r", {0, 1ULL << 63})), IsEmpty());
  EXPECT_THAT(wrong_bytes(fault, masked("vconv_f162s8r", {1, 64}, kCounter)), IsEmpty());
}

// ---- offset-minus-256

spec::Case quantised(std::string_view instruction, int offset, bool sign) {
  constexpr std::uint32_t kOne = 0x3f800000;
  std::vector<std::uint64_t> factors(spec::kVectorFactors, spec::deq_factor(kOne, 0, true));
  factors[0] = spec::deq_factor(kOne, offset, sign);
  return one_deq(instruction, {100}, factors);
}

TEST(RarelyWrong, OffsetMinus256WithSign0FlipsOneBit) {
  const std::string fault = "offset-minus-256";
  EXPECT_THAT(wrong_bytes(fault, quantised("vconv_deqs162b8l_u8", -256, false)),
              ElementsAre(kDestination));
  EXPECT_THAT(wrong_bytes(fault, quantised("vconv_deqs162b8h_u8", -256, false)),
              ElementsAre(kDestination + 16));
  EXPECT_THAT(wrong_bytes(fault, quantised("vconv_deqs162b8l_u8", -255, false)), IsEmpty());
  EXPECT_THAT(wrong_bytes(fault, quantised("vconv_deqs162b8l_s8", -256, true)), IsEmpty());
  EXPECT_THAT(wrong_bytes(fault, quantised("vconv_deqs162b8l_u8", 0, false)), IsEmpty());
}

TEST(RarelyWrong, OffsetMinus256IsWrongInAVectorToo) {
  const std::string fault = "offset-minus-256";
  EXPECT_THAT(wrong_bytes(fault, quantised("vconv_vdeqs162b8l_u8", -256, false)),
              ElementsAre(kDestination));
  EXPECT_THAT(wrong_bytes(fault, quantised("vconv_vdeqs162b8l_u8", -255, false)), IsEmpty());
  EXPECT_THAT(wrong_bytes(fault, quantised("vconv_vdeqs162b8l_s8", -256, true)), IsEmpty());
}

TEST(RarelyWrong, AHalfScaleHasNoOffset) {
  EXPECT_THAT(wrong_bytes("offset-minus-256", quantised("vconv_deq", -256, false)), IsEmpty());
}

TEST(RarelyWrong, CastDeqIsAVectorInstructionToo) {
  spec::CastDeq call;
  call.form = spec::CastDeqForm::kCount;
  call.count = 1;
  const auto program = [&](int offset) {
    return one_cast_deq("cast_deq_s162u8", {100}, {spec::deq_factor(0x3f800000, offset, false)},
                        call);
  };
  EXPECT_EQ(wrong_bytes("offset-minus-256", program(-256)).size(), 1U);
  EXPECT_THAT(wrong_bytes("offset-minus-256", program(-255)), IsEmpty());
}

// ---- repeat-255

spec::Case repeated(std::uint8_t repeat, std::uint64_t ctrl = 0) {
  spec::Case program = one_conversion("vconv_f322s32r", {}, ctrl);
  program.memories[0].size = spec::memory_of(spec::MemoryId::kUb).a2_size;
  program.steps[0] = spec::SetMask{{0, 1}};
  vconv_of(program).repeat = repeat;
  vconv_of(program).dst_repeat_stride = 1;
  vconv_of(program).src_repeat_stride = 0;
  // 257 = 0x101 and a background that is neither.
  program.placements.push_back(
      spec::PlaceElement{{spec::MemoryId::kUb, 0}, spec::NumberType::kF32, 0, 0x43808000});
  program.placements.push_back(
      spec::PlaceElement{{spec::MemoryId::kUb, kDestination}, spec::NumberType::kS32, 0, 0x7777});
  return program;
}

TEST(RarelyWrong, Repeat255LeavesOneByteAsItWas) {
  const spec::Case program = repeated(255);
  EXPECT_THAT(wrong_bytes("repeat-255", program), ElementsAre(kDestination));
  const auto outcome = run(*open_with_fault("repeat-255"), program);
  EXPECT_EQ(outcome.after.of(spec::MemoryId::kUb)[kDestination], 0x77);
  EXPECT_THAT(wrong_bytes("repeat-255", repeated(254)), IsEmpty());
}

TEST(RarelyWrong, RepeatCountsOnlyInNormalMode) {
  spec::Case program = repeated(255, kCounter);
  program.steps[0] = spec::SetMask{{0, 64}};
  EXPECT_THAT(wrong_bytes("repeat-255", program), IsEmpty());
}

// The byte keeps the value of an earlier step, not that at the start of the program.
TEST(RarelyWrong, AByteIsLeftAsAnEarlierStepWroteIt) {
  spec::Case program = repeated(254);
  spec::Vconv second = vconv_of(program);
  second.repeat = 255;
  second.src.offset = 4096;
  program.placements.push_back(
      spec::PlaceElement{{spec::MemoryId::kUb, 4096}, spec::NumberType::kF32, 0, 0x40000000});
  program.steps.emplace_back(second);
  EXPECT_THAT(wrong_bytes("repeat-255", program), ElementsAre(kDestination));
  const auto outcome = run(*open_with_fault("repeat-255"), program);
  EXPECT_EQ(outcome.after.of(spec::MemoryId::kUb)[kDestination], 0x01);
}

// ---- Names

TEST(RarelyWrong, AnythingElseIsRefusedWithTheNames) {
  for (const char* unknown :
       {"", "overlap-two-blocks", "one-value", "one-value:", "one-value:vconv_f162s8a",
        "one-value:vconv_f162s8a:", "one-value:vconv_f162s8a:0x4a5bx",
        "one-value:vconv_f162s8a:0x10000", "one-value:vconv_deq:1", "one-value:nothing:1"}) {
    EXPECT_THAT(
        load_error([&] { open_with_fault(unknown); }),
        ::testing::HasSubstr(
            "VCONFORM_FAULT must be compacted-in-place, interleaved-repeats, overlap-one-block, "))
        << unknown;
  }
  unsetenv(kFaultVariable);
  EXPECT_THAT(load_error([] { open_backend(kLibrary); }), ::testing::HasSubstr("repeat-255"));
}

}  // namespace
}  // namespace vconform::adapters::rarely_wrong
