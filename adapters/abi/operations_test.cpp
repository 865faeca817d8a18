#include "adapters/abi/operations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "adapters/abi/capabilities.h"
#include "adapters/testing/test_table.h"
#include "spec/rows/operation_rows.h"
#define VCONFORM_LOWERING_TABLE
#include "adapters/vconform_lowering.h"

namespace vconform::adapters {
namespace {

using testing::HasSubstr;

vconform_operation working_operation() {
  vconform_operation entry{};
  entry.name = "tile";
  entry.source_type = VCONFORM_F32;
  entry.destination_type = VCONFORM_F16;
  entry.rounding = VCONFORM_ROUND_R;
  entry.run = [](const vconform_operation_call*) {};
  return entry;
}

Capabilities opened(std::vector<vconform_operation> operations) {
  vconform_capabilities declared{};
  declared.struct_size = sizeof declared;
  declared.operations = operations.data();
  declared.operation_count = static_cast<std::uint32_t>(operations.size());
  declared.operation_size = sizeof(vconform_operation);
  return checked_capabilities(&declared, "lib.so");
}

TEST(DeclaredOperations, AreClaimed) {
  vconform_operation entry = working_operation();
  entry.never = VCONFORM_NEVER_STRIDED;
  entry.most_cols = 64;
  const Capabilities capabilities = opened({entry});
  ASSERT_EQ(capabilities.operations.size(), 1U);
  EXPECT_EQ(to_text(capabilities.operations.front()),
            "tile as=f32>r>f16 saturation=by-ctrl clobbers=none aligned=1 unaligned=1 strides=0 "
            "mostRows=0 mostCols=64 colsMultiple=1 dst=UB src=UB scratchBytes=0");
  const spec::Cell cell = spec::cell_of_operation(capabilities.operations.front().row);
  EXPECT_EQ(claimed_features(capabilities, cell), kOperationFeatures);
  EXPECT_EQ(claimed_features(Capabilities(), cell), std::nullopt);
}

TEST(DeclaredOperations, WhatNoLoweringCanHaveIsRefused) {
  struct Spoiled {
    void (*spoil)(vconform_operation&);
    const char* message;
  };
  static constexpr vconform_leg kChain[] = {{VCONFORM_ROUND_Z, VCONFORM_F16},
                                            {VCONFORM_ROUND_R, VCONFORM_S8}};
  const Spoiled all[] = {
      {[](vconform_operation& one) { one.run = nullptr; }, "operation 'tile': run is null"},
      {[](vconform_operation& one) { one.name = "a b"; }, "a name has 1 to 40 letters"},
      {[](vconform_operation& one) { one.name = nullptr; }, "a name has 1 to 40 letters"},
      {[](vconform_operation& one) { one.rounding = 9; }, "unknown rounding 9"},
      {[](vconform_operation& one) { one.source_type = VCONFORM_U64; }, "or type 11"},
      {[](vconform_operation& one) { one.saturation = 3; }, "two that exclude each other"},
      {[](vconform_operation& one) { one.clobbers = VCONFORM_CLOBBERS(VCONFORM_REGISTER_CTRL); },
       "CTRL is to be as before"},
      {[](vconform_operation& one) { one.never = 3; }, "called neither aligned nor unaligned"},
      {[](vconform_operation& one) { one.dst_memory = VCONFORM_L1; }, "are in UB or GM"},
      {[](vconform_operation& one) { one.dst_memory = 9; }, "use VCONFORM_UB"},
      {[](vconform_operation& one) { one.scratch_bytes = 1 << 20; }, "scratch_bytes is more than"},
      {[](vconform_operation& one) {
         one.chain = kChain;
         one.chain_length = 2;
       },
       "its chain does not end with its rounding and destination_type"},
      {[](vconform_operation& one) {
         one.most_cols = 4;
         one.cols_multiple = 8;
       },
       "cols_multiple is more than"}};
  for (const Spoiled& one : all) {
    vconform_operation entry = working_operation();
    one.spoil(entry);
    EXPECT_THAT(load_error([&] { opened({entry}); }), HasSubstr(one.message));
  }
  EXPECT_THAT(load_error([] { opened({working_operation(), working_operation()}); }),
              HasSubstr("operation tile_r is declared twice"));
}

vconform_operation quantising_operation() {
  vconform_operation entry = working_operation();
  entry.rounding = VCONFORM_ROUND_NULL;
  entry.source_type = VCONFORM_S32;
  entry.quantises = VCONFORM_FAMILY_DATA_COPY;
  entry.deq_scale = VCONFORM_VDEQ16;
  entry.by_column = 1;
  entry.relu = VCONFORM_RELU_NORMAL;
  entry.src_memory = VCONFORM_L0C;
  entry.src_block = 16;
  entry.dst_block = 16;
  entry.rows_multiple = 16;
  return entry;
}

TEST(DeclaredOperations, MayQuantise) {
  EXPECT_EQ(to_text(opened({quantising_operation()}).operations.front()),
            "tile as=s32>->f16 saturation=by-ctrl clobbers=none aligned=1 unaligned=1 strides=1 "
            "mostRows=0 mostCols=0 colsMultiple=1 dst=UB src=L0C scratchBytes=0 by=data_copy "
            "deqScale=6 ReLUPRE=1 perColumn=1 srcBlock=16 dstBlock=16 rowsMultiple=16 "
            "parameters=UB");
}

TEST(DeclaredOperations, WhatNoFamilyQuantisesIsRefused) {
  struct Spoiled {
    void (*spoil)(vconform_operation&);
    const char* message;
  };
  const Spoiled all[] = {
      {[](vconform_operation& one) { one.quantises = 9; }, "unknown code in quantises"},
      {[](vconform_operation& one) { one.saturation = VCONFORM_HALF_KEEPS_INF; },
       "declares a saturation that its family does not have"},
      {[](vconform_operation& one) { one.quantises = VCONFORM_FAMILY_DEQ; }, "by the chain of"},
      {[](vconform_operation& one) { one.rounding = VCONFORM_ROUND_R; }, "declares a rounding"},
      {[](vconform_operation& one) { one.by_column = 0; }, "one word for all columns or each"},
      {[](vconform_operation& one) { one.relu = VCONFORM_RELU_LEAKY; }, "has no such ReLU"},
      {[](vconform_operation& one) { one.source_type = VCONFORM_S16; }, "no such types"},
      {[](vconform_operation& one) { one.src_block = 12; }, "8, 16, 32 or 64 columns"},
      {[](vconform_operation& one) { one.parameter_memory = VCONFORM_L0C; }, "words of columns"},
      {[](vconform_operation& one) { one.dst_memory = VCONFORM_FIXPIPE_BUFFER; }, "are in UB, L1"},
      {[](vconform_operation& one) { one.most_rows = 8; }, "rows_multiple is more than most_rows"},
      {[](vconform_operation& one) { one.cols_multiple = 512; }, "more than 4096 elements"}};
  for (const Spoiled& one : all) {
    vconform_operation entry = quantising_operation();
    one.spoil(entry);
    EXPECT_THAT(load_error([&] { opened({entry}); }), HasSubstr(one.message));
  }
}

// A library of before has shorter entries, in which nothing quantises.
TEST(DeclaredOperations, ShorterEntriesConvert) {
  constexpr std::size_t kShorter = offsetof(vconform_operation, quantises);
  const vconform_operation entry = working_operation();
  std::vector<unsigned char> bytes(2 * kShorter, 0xff);
  std::memcpy(bytes.data(), &entry, kShorter);
  vconform_capabilities declared{};
  declared.struct_size = sizeof declared;
  declared.operations = reinterpret_cast<const vconform_operation*>(bytes.data());
  declared.operation_count = 1;
  declared.operation_size = kShorter;
  const Capabilities capabilities = checked_capabilities(&declared, "lib.so");
  EXPECT_FALSE(capabilities.operations.front().row.quantises());
}

// A library of before has a smaller struct.
TEST(DeclaredOperations, AreNotReadBehindTheEndOfAStruct) {
  vconform_capabilities declared{};
  declared.struct_size = offsetof(vconform_capabilities, operations);
  declared.largest_memory = std::uint64_t{1} << 30;
  declared.operation_count = 7;
  const Capabilities capabilities = checked_capabilities(&declared, "lib.so");
  EXPECT_TRUE(capabilities.operations.empty());
  EXPECT_EQ(capabilities.largest_memory, std::uint64_t{1} << 30);
}

}  // namespace
}  // namespace vconform::adapters
