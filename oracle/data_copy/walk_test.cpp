#include "oracle/data_copy/walk.h"

#include <gtest/gtest.h>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using namespace testing;
using spec::BlockMode;
using spec::MemoryId;

spec::DataCopy copy(std::string_view name, BlockMode mode, std::uint16_t count,
                    std::uint16_t length) {
  spec::DataCopy step;
  step.cell = cell("data_copy_" + std::string(name));
  const spec::CopyPath& path = step.cell.conversion().path;
  step.dst = {spec::memory_of(path.to), 0x1000};
  step.src = {spec::memory_of(path.from), 0x400};
  step.block_mode = mode;
  step.block_count = count;
  step.block_len = length;
  step.src_stride = 2;
  step.dst_stride = 3;
  step.sid_store_mode = 2;
  return step;
}

BlockWalk walk_with(const spec::DataCopy& step,
                    std::initializer_list<std::string_view> readings = {}) {
  Readings all(a2(readings));
  return walk_of(step, all);
}

TEST(BlockWalk, UnitsAreThoseOfTheMode) {
  struct Row {
    const char* name;
    BlockMode mode;
    std::uint64_t length;
    std::uint64_t gap;
  };
  for (const Row& row : {Row{"co1_co2_f162f16", BlockMode::kMatrix, 512, 512},
                         Row{"co1_co2_f162f16", BlockMode::kVector, 32, 512},
                         Row{"co1_co2_f322f32", BlockMode::kMatrix, 1024, 1024},
                         Row{"co1_co2_f322f32", BlockMode::kVector, 64, 1024},
                         Row{"gm_vecin_f32", BlockMode::kMatrix, 32, 32}}) {
    const BlockWalk walk = walk_with(copy(row.name, row.mode, 2, 3));
    EXPECT_EQ(walk.source.length, 3 * row.length) << row.name;
    EXPECT_EQ(walk.destination.length, 3 * row.length) << row.name;
    EXPECT_EQ(walk.source.start_to_start, 3 * row.length + 2 * row.gap) << row.name;
    EXPECT_EQ(walk.destination.start_to_start, 3 * row.length + 3 * 32) << row.name;
  }
}

TEST(BlockWalk, ANarrowerDestinationHasShorterBlocks) {
  const spec::DataCopy step = copy("co1_co2_f322f16", BlockMode::kMatrix, 2, 3);
  const BlockWalk walk = walk_with(step);
  EXPECT_EQ(walk.elements, 768u);
  EXPECT_EQ(walk.destination.length, 1536u);
  EXPECT_EQ(walk.destination_of(1, 5), 0x1000u + 1536 + 96 + 10);
  EXPECT_EQ(walk.source_of(1, 5), 0x400u + 3072 + 2048 + 20);
  const BlockWalk halved = walk_with(step, {"copy.block-len-unit=halved"});
  EXPECT_EQ(halved.elements, 384u);
  EXPECT_EQ(halved.source.start_to_start, 1536u + 2048);
  // Without a narrower destination type no length is halved.
  EXPECT_EQ(
      walk_with(copy("co1_co2_f322f32", BlockMode::kMatrix, 2, 3), {"copy.block-len-unit=halved"})
          .elements,
      768u);
}

TEST(BlockWalk, StridesGoFromTailOrFromHead) {
  const BlockWalk walk =
      walk_with(copy("gm_vecin_f32", BlockMode::kNormal, 2, 3), {"copy.strides=start"});
  EXPECT_EQ(walk.source.start_to_start, 64u);
  EXPECT_EQ(walk.destination.start_to_start, 96u);
}

TEST(BlockWalk, ByteResultsFillAHalfOrAll) {
  spec::DataCopy step = copy("deq8_s322s8", BlockMode::kVector, 2, 3);  // 48 elements
  EXPECT_EQ(walk_with(step).destination_of(0, 17), 0x1000u + 17);
  EXPECT_EQ(walk_with(step).destination.length, 48u);
  for (const std::uint8_t mode : {std::uint8_t{0}, std::uint8_t{1}}) {
    step.sid_store_mode = mode;
    const BlockWalk walk = walk_with(step);
    EXPECT_EQ(walk.destination.length, 96u);
    EXPECT_EQ(walk.destination_of(0, 17), 0x1000u + 32 + 1 + 16 * mode);
    EXPECT_EQ(walk.destination_of(1, 0), 0x1000u + 96 + 96 + 16 * mode);
    const BlockWalk swapped = walk_with(step, {"copy.sid-halves=swapped"});
    EXPECT_EQ(swapped.destination_of(0, 17), 0x1000u + 32 + 1 + 16 * (1 - mode));
    EXPECT_EQ(slug(*walk.rule_of_rest(0x1000 + 16 * (1 - mode))), "copy.sid-store-mode");
    EXPECT_EQ(slug(*walk.rule_of_rest(0x1000 + 96)), "copy.units");
    EXPECT_EQ(walk.rule_of_rest(0xfff), std::nullopt);
    EXPECT_EQ(walk.rule_of_rest(0x1000 + 288), std::nullopt);
  }
  // 8 elements begin a block of 32 bytes.
  step.block_len = 1;
  step.sid_store_mode = 1;
  EXPECT_EQ(walk_with(step, {"copy.block-len-unit=halved"}).destination.length, 32u);
  // Other result types fill no halves.
  spec::DataCopy half = copy("deq16_s322f16", BlockMode::kVector, 2, 3);
  half.sid_store_mode = 0;
  EXPECT_EQ(walk_with(half).destination.length, 96u);
  EXPECT_FALSE(walk_with(half).half);
}

TEST(BlockWalk, VectorsAdvanceFromBlockToBlock) {
  spec::DataCopy words = copy("vdeq8_s322s8", BlockMode::kVector, 3, 1);
  words.deq_tensor_addr = 0x40;
  EXPECT_EQ(walk_with(words, {"copy.vdeq-advance=0"}).vector_of(2), 0x40u + 256);
  EXPECT_EQ(walk_with(words).vector_bytes, 128u);
  spec::DataCopy halves = copy("vdeq_s322f16", BlockMode::kVector, 3, 1);
  halves.deq_tensor_addr = 0x40;
  EXPECT_EQ(walk_with(halves).vector_bytes, 32u);
  EXPECT_EQ(walk_with(halves).vector_of(2), 0x40u + 64);
  EXPECT_EQ(walk_with(halves, {"copy.vdeq-advance=128"}).vector_of(2), 0x40u + 256);
  EXPECT_EQ(walk_with(halves, {"copy.vdeq-advance=0"}).vector_of(2), 0x40u);
}

TEST(BlockWalk, ArgumentsHaveRanges) {
  const spec::DataCopy good = copy("vdeq8_s322s8", BlockMode::kMatrix, 2, 1);
  const auto out = [](spec::DataCopy step, auto change) {
    change(step);
    return out_of_range(step);
  };
  EXPECT_FALSE(out(good, [](auto&) {}));
  EXPECT_TRUE(out(good, [](auto& s) { s.block_count = 0; }));
  EXPECT_FALSE(out(good, [](auto& s) { s.block_count = 4095; }));
  EXPECT_TRUE(out(good, [](auto& s) { s.block_count = 4096; }));
  EXPECT_TRUE(out(good, [](auto& s) { s.block_len = 0; }));
  EXPECT_TRUE(out(good, [](auto& s) { s.sid_store_mode = 3; }));
  EXPECT_TRUE(out(good, [](auto& s) { s.block_mode = BlockMode::kNormal; }));
  EXPECT_TRUE(out(good, [](auto& s) { s.dst.offset += 16; }));
  EXPECT_TRUE(out(good, [](auto& s) { s.src.offset += 32; }));
  EXPECT_TRUE(out(good, [](auto& s) { s.deq_tensor_addr = 16; }));
  const spec::DataCopy half = copy("deq16_s322f16", BlockMode::kMatrix, 2, 1);
  EXPECT_FALSE(out(half, [](auto& s) { s.sid_store_mode = 3; }));
  EXPECT_FALSE(out(half, [](auto& s) { s.deq_tensor_addr = 16; }));
  const spec::DataCopy plain = copy("gm_vecin_f32", BlockMode::kNormal, 2, 1);
  EXPECT_FALSE(out(plain, [](auto& s) { s.src.offset = 3; }));
  EXPECT_FALSE(out(plain, [](auto& s) { s.block_mode = BlockMode::kVector; }));
}

TEST(BlockWalk, BlocksUponEachOtherAreAHazard) {
  spec::DataCopy step = copy("gm_vecin_f32", BlockMode::kNormal, 3, 4);
  EXPECT_FALSE(is_hazard(walk_with(step)));
  EXPECT_TRUE(is_hazard(walk_with(step, {"copy.strides=start"})));  // 128 bytes, 96 apart
  step.dst_stride = 4;
  EXPECT_FALSE(is_hazard(walk_with(step, {"copy.strides=start"})));
}

TEST(BlockWalk, ABlockUponASourceOrAVectorIsAHazard) {
  spec::DataCopy inside = copy("vecin_veccalc_f32", BlockMode::kNormal, 2, 4);  // 128 bytes
  inside.src_stride = inside.dst_stride = 4;
  inside.dst.offset = 0x1000;
  const auto hazard = [&](std::uint64_t source) {
    inside.src.offset = source;
    return is_hazard(walk_with(inside));
  };
  EXPECT_TRUE(hazard(0x1000));
  EXPECT_FALSE(hazard(0x1080));  // in the gaps
  EXPECT_TRUE(hazard(0x1060));
  EXPECT_FALSE(hazard(0x1180));
  EXPECT_TRUE(hazard(0x1160));
  EXPECT_FALSE(hazard(0x0e80));
  EXPECT_TRUE(hazard(0x0ea0));
  spec::DataCopy vector = copy("vdeq8_s322s8", BlockMode::kVector, 2, 2);  // 32 bytes a block
  const auto on_vector = [&](std::uint64_t address) {
    vector.deq_tensor_addr = address;
    return is_hazard(walk_with(vector));
  };
  EXPECT_TRUE(on_vector(0x1000));
  EXPECT_TRUE(on_vector(0x0f20));
  EXPECT_TRUE(on_vector(0x0fa0));
  EXPECT_FALSE(on_vector(0x0f00));
  EXPECT_FALSE(on_vector(0x1100));
  // An operand in another memory cannot overlap.
  spec::DataCopy apart = copy("gm_vecin_f32", BlockMode::kNormal, 2, 4);
  apart.src.offset = 0x1000;
  EXPECT_FALSE(is_hazard(walk_with(apart)));
}

TEST(BlockWalk, TheEndOfTheDestinationIsThatOfTheLongestReading) {
  spec::DataCopy step = copy("deq16_s322f16", BlockMode::kVector, 3, 2);
  EXPECT_EQ(destination_end(step), 0x1000u + 3 * 64 + 2 * 96);
  step.block_len = 0;
  EXPECT_EQ(destination_end(step), 0x1000u);
  step.block_len = 2;
  step.block_count = 0;
  EXPECT_EQ(destination_end(step), 0x1000u);
}

}  // namespace
}  // namespace vconform::oracle
