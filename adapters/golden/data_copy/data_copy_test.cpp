// Tests of the addresses that DataCopy reads and writes, and of its refusals.
#include "adapters/golden/data_copy/data_copy.h"

#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/short_programs/one_copy.h"
#include "spec/case/memory_image.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::adapters::golden {
namespace {

using spec::MemoryId;
using spec::OutcomeStatus;

constexpr std::uint64_t kUntouched = 0x7b;

// A program over numbered elements, 100 of them different, and a destination of one byte.
spec::Case numbered(const OneCopy& copy) {
  spec::Case program = one_copy(copy);
  const spec::Conversion& row = spec::cell_of(program.steps.back())->conversion();
  program.placements.insert(
      program.placements.begin(),
      {spec::PlacePatterns{
           {spec::memory_of(row.path.to), 0}, spec::NumberType::kU8, 4096, kUntouched, 0},
       spec::PlaceNumbers{{MemoryId::kL0c, 0}, row.source, kCopyMemory / 4, 0, 100}});
  return program;
}

spec::Outcome outcome_of(const spec::Case& program, const std::string& choice = "") {
  return run(*open_backend(choice.empty() ? "golden" : "golden:" + choice), program);
}

std::uint64_t at(const spec::Case& program, std::uint64_t index, const std::string& choice = "") {
  const spec::Outcome outcome = outcome_of(program, choice);
  EXPECT_EQ(outcome.status, OutcomeStatus::kCompleted) << outcome.message;
  const spec::Conversion& row = spec::cell_of(program.steps.back())->conversion();
  return spec::load_element(outcome.after.of(spec::memory_of(row.path.to)), 0, row.to(), index);
}

// Two blocks of two rows each; the gap from one block to the next is a fractal at the source and 64
// bytes at the destination.
spec::Case two_blocks(std::string_view name, spec::SidStoreMode mode) {
  spec::Case program = numbered({.name = name, .change = [](spec::DataCopy& call) {
                                   call.block_count = 2;
                                   call.block_len = 2;
                                   call.src_stride = 1;
                                   call.dst_stride = 2;
                                 }});
  std::get<spec::DataCopy>(program.steps.back()).sid_store_mode = static_cast<std::uint8_t>(mode);
  return program;
}

TEST(GoldenDataCopy, StridesAreGapsOrStarts) {
  const spec::Case program = two_blocks("co1_co2_s322s32", spec::SidStoreMode::kPacked);
  // 32 elements a block, gaps of 256 and of 16.
  EXPECT_EQ(at(program, 31), 31U);
  EXPECT_EQ(at(program, 32), 0x7b7b7b7bU);
  EXPECT_EQ(at(program, 48 + 5), (288U + 5) % 100);
  EXPECT_EQ(at(program, 16 + 5, "copy.strides=start"), (256U + 5) % 100);
}

TEST(GoldenDataCopy, MatrixBlocksAreFractals) {
  spec::Case program = two_blocks("co1_co2_s322s32", spec::SidStoreMode::kPacked);
  std::get<spec::DataCopy>(program.steps.back()).block_mode = spec::BlockMode::kMatrix;
  EXPECT_EQ(at(program, 511), 511U % 100);
  EXPECT_EQ(at(program, 512 + 16), (512U + 256) % 100);
}

TEST(GoldenDataCopy, BytesFillOneHalfOrBoth) {
  const spec::Case first = two_blocks("deq8_s322s8", spec::SidStoreMode::kFirstHalf);
  const spec::Case second = two_blocks("deq8_s322s8", spec::SidStoreMode::kSecondHalf);
  const spec::Case packed = two_blocks("deq8_s322s8", spec::SidStoreMode::kPacked);
  EXPECT_EQ(at(first, 32 + 3), 19U);
  EXPECT_EQ(at(first, 16), kUntouched);
  EXPECT_EQ(at(second, 48 + 3), 19U);
  EXPECT_EQ(at(second, 0), kUntouched);
  EXPECT_EQ(at(packed, 16 + 3), 19U);
  EXPECT_EQ(at(first, 48 + 3, "copy.sid-halves=swapped"), 19U);
  // Block 1 stands behind 64 bytes and a gap of 64, packed behind 32 and 64.
  EXPECT_EQ(at(first, 128 + 3), (288U + 3) % 100);
  EXPECT_EQ(at(packed, 96 + 3), (288U + 3) % 100);
}

TEST(GoldenDataCopy, BlockLenIsHalvedInOneReading) {
  const spec::Case program = two_blocks("co1_co2_f322f16", spec::SidStoreMode::kPacked);
  // 31 and 7 as halves.
  EXPECT_EQ(at(program, 31), 0x4fc0U);
  EXPECT_EQ(at(program, 15, "copy.block-len-unit=halved"), 0x4b80U);
  EXPECT_EQ(at(program, 16, "copy.block-len-unit=halved"), 0x7b7bU);
  // Block 1 starts at element 16 + 256, the number 72.
  EXPECT_EQ(at(program, 48, "copy.block-len-unit=halved"), 0x5480U);
}

// The offsets 0 to 15, and 100 more in the next vector.
std::vector<std::uint64_t> offsets() {
  std::vector<std::uint64_t> words;
  for (std::uint64_t i = 0; i < 32; ++i) {
    words.push_back(spec::kDeqValueOffset.put(0, i % 16 + (i < 16 ? 0 : 100)));
  }
  return words;
}

TEST(GoldenDataCopy, VectorsHaveSixteenElementsAndOneABlock) {
  spec::Case program = two_blocks("vdeq8_s322u8", spec::SidStoreMode::kPacked);
  const spec::Case words = one_copy({.name = "vdeq8_s322u8", .vectors = offsets()});
  program.placements.insert(program.placements.end(), words.placements.begin(),
                            words.placements.end());
  EXPECT_EQ(at(program, 16 + 3), 3U) << "M is 0";
  EXPECT_EQ(at(program, 96 + 31), 115U);
}

TEST(GoldenDataCopy, VdeqAdvancesByItsVectorByMoreOrNotAtAll) {
  std::vector<std::uint64_t> halves(80, 0);
  halves[3] = 0x3c00;       // 1
  halves[16 + 3] = 0x4000;  // 2
  halves[64 + 3] = 0x4400;  // 4
  spec::Case program = one_copy({.name = "vdeq_s322f16",
                                 .source = std::vector<std::uint64_t>(32, 1),
                                 .vectors = halves,
                                 .change = [](spec::DataCopy& call) {
                                   call.block_count = 2;
                                   call.block_len = 1;
                                 }});
  EXPECT_EQ(at(program, 3), 0x3c00U);
  EXPECT_EQ(at(program, 16 + 3), 0x4000U);
  EXPECT_EQ(at(program, 16 + 3, "copy.vdeq-advance=128"), 0x4400U);
  EXPECT_EQ(at(program, 16 + 3, "copy.vdeq-advance=0"), 0x3c00U);
}

TEST(GoldenDataCopy, PlainPathsMoveBytes) {
  for (const spec::Conversion& row : spec::kCopyRows) {
    if (!row.is_plain_path()) {
      continue;
    }
    const std::string name = spec::instruction_name({row.number, spec::Rounding::kNull});
    spec::Case program = one_copy({.name = std::string_view(name).substr(10),
                                   .relu = true,
                                   .change = [](spec::DataCopy& call) {
                                     call.block_count = 3;
                                     call.block_len = 2;
                                     call.src_stride = 1;
                                     call.dst_stride = 3;
                                     call.dst.offset = 32768;
                                     call.block_mode = spec::BlockMode::kNormal;
                                     call.sid_store_mode = 9;
                                   }});
    const spec::MemoryImage before = spec::initial_image(program);
    const spec::Outcome outcome = outcome_of(program);
    ASSERT_EQ(outcome.status, OutcomeStatus::kCompleted) << name << outcome.message;
    spec::MemoryImage expected = before;
    for (std::size_t block = 0; block < 3; ++block) {
      for (std::size_t i = 0; i < 64; ++i) {
        expected.of(spec::memory_of(row.path.to))[32768 + block * 160 + i] =
            before.of(spec::memory_of(row.path.from))[block * 96 + i];
      }
    }
    EXPECT_EQ(outcome.after, expected) << name;
  }
}

TEST(GoldenDataCopy, ParametersOutOfRangeAreRejectedAndWriteNothing) {
  struct Fault {
    void (*spoil)(spec::DataCopy& call);
    const char* problem;
  };
  const Fault faults[] = {
      {[](spec::DataCopy& call) { call.block_count = 0; }, "blockCount 0"},
      {[](spec::DataCopy& call) { call.block_count = 4096; }, "blockCount 4096"},
      {[](spec::DataCopy& call) { call.block_len = 0; }, "blockLen"},
      {[](spec::DataCopy& call) { call.block_mode = spec::BlockMode::kNormal; }, "blockMode 0"},
      {[](spec::DataCopy& call) { call.sid_store_mode = 3; }, "sidStoreMode 3"},
      {[](spec::DataCopy& call) { call.deq_tensor_addr += 16; }, "deqTensorAddr"},
      {[](spec::DataCopy& call) { call.deq_tensor_addr = kCopyMemory - 160; }, "the vector"},
      {[](spec::DataCopy& call) { call.deq_tensor_addr = 0ULL - 32; }, "the vector"},
      {[](spec::DataCopy& call) { call.dst.offset = 16; }, "32-byte aligned"},
      {[](spec::DataCopy& call) { call.src.offset = 32; }, "64-byte aligned"},
      {[](spec::DataCopy& call) { call.src.memory = MemoryId::kL1; }, "not in L0C"},
      {[](spec::DataCopy& call) { call.dst.offset = kCopyMemory - 64; }, "dst of"},
      {[](spec::DataCopy& call) { call.src.offset = kCopyMemory - 64; }, "src of"},
  };
  for (const Fault& fault : faults) {
    spec::Case program = two_blocks("vdeq8_s322s8", spec::SidStoreMode::kPacked);
    fault.spoil(std::get<spec::DataCopy>(program.steps.back()));
    const spec::Outcome outcome = outcome_of(program);
    EXPECT_EQ(outcome.status, OutcomeStatus::kRejected) << fault.problem;
    EXPECT_NE(outcome.message.find(fault.problem), std::string::npos) << outcome.message;
    EXPECT_EQ(outcome.after, spec::initial_image(program)) << fault.problem;
  }
}

TEST(GoldenDataCopy, FieldsThatAModeDoesNotUseAreIgnored) {
  spec::Case program = two_blocks("deq16_s322s16", spec::SidStoreMode::kPacked);
  auto& call = std::get<spec::DataCopy>(program.steps.back());
  call.sid_store_mode = 9;
  call.deq_tensor_addr = ~0ULL;
  call.pad_mode = 1;
  EXPECT_EQ(at(program, 3), 1U);
}

// The vector that the second copy reads is written by the first one.
TEST(GoldenDataCopy, AVectorWhoseMcbBitsDifferUndoesTheWholeProgram) {
  std::vector<std::uint64_t> words(16, kSignedOne);
  words[7] = spec::kDeqValueMcb.put(kSignedOne, 1);
  const OneCopy copy = {"vdeq16_s322s16", std::vector<std::uint64_t>(16, 2), 0, false, words};
  spec::Case program = one_copy(copy);
  EXPECT_EQ(outcome_of(program).status, OutcomeStatus::kRejected);
  const spec::Case first =
      one_copy({.name = "gm_vecin_u64", .source = words, .change = [](spec::DataCopy& call) {
                  call.dst.offset = kCopyVectors;
                }});
  program.placements = first.placements;
  program.steps.insert(program.steps.begin(), first.steps.back());
  const spec::Outcome outcome = outcome_of(program);
  EXPECT_EQ(outcome.status, OutcomeStatus::kRejected);
  EXPECT_NE(outcome.message.find("MCB bits of the vector at byte 32768"), std::string::npos);
  EXPECT_EQ(outcome.after, spec::initial_image(program));
}

}  // namespace
}  // namespace vconform::adapters::golden
