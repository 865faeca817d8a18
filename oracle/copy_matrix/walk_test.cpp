#include "oracle/copy_matrix/walk.h"

#include <gtest/gtest.h>

#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using namespace testing;
using spec::MemoryId;

struct Walk {
  const char* instruction;
  std::uint16_t columns;
  std::uint16_t rows;
  std::uint32_t stride;
  bool nd = false;
  bool split = false;
};

spec::CopyMatrix step_of(const Walk& walk) {
  spec::CopyMatrix step;
  step.cell = cell(walk.instruction);
  step.dst = {MemoryId::kGm, 0x100};
  step.src = {MemoryId::kL0c, 0x400};
  step.n_size = walk.columns;
  step.m_size = walk.rows;
  step.dst_stride_dst_d = walk.stride;
  step.src_stride = 32;
  step.quant_pre = spec::quant_code_of(step.cell.conversion()).scalar;
  step.nz2nd_en = walk.nd;
  step.channel_split = walk.split;
  return step;
}

spec::Registers registers_of(std::uint64_t count, std::uint64_t src_stride = 1,
                             std::uint64_t dst_stride = 0) {
  spec::Registers registers;
  registers.fixpipe[spec::index_of(spec::FixpipeRegister::kNdPara)] =
      count | src_stride << 16 | dst_stride << 32;
  return registers;
}

FractalWalk walk_with(const Walk& walk, std::initializer_list<std::string_view> readings = {},
                      const spec::Registers& registers = registers_of(1)) {
  Readings all(a2(readings));
  return walk_of(step_of(walk), registers, all);
}

// The place in bytes from the destination's start.
std::uint64_t place(const FractalWalk& walk, std::uint64_t i, std::uint64_t m, std::uint64_t n) {
  return walk.destination_of(i, m, n) / kNibblesPerByte - walk.destination.offset;
}

TEST(FractalWalk, FractalsStandInColumns) {
  const FractalWalk walk = walk_with({"copy_matrix_cc_to_gm_f322f16", 40, 20, 100});
  EXPECT_EQ(walk.source_of(0, 0, 0), 0x400u);
  EXPECT_EQ(walk.source_of(0, 0, 15), 0x400u + 60);
  EXPECT_EQ(walk.source_of(0, 1, 0), 0x400u + 64);
  EXPECT_EQ(walk.source_of(0, 0, 16), 0x400u + 32 * 64);
  EXPECT_EQ(walk.source_of(0, 19, 39), 0x400u + 2 * 32 * 64 + 19 * 64 + 7 * 4);
  // Padding rows and whole rows are read.
  EXPECT_EQ(walk.source_end(), 0x400u + 2 * 32 * 64 + 32 * 64);
}

TEST(FractalWalk, AnNzBlockHasSixteenChannels) {
  const FractalWalk half = walk_with({"copy_matrix_cc_to_gm_f322f16", 40, 20, 100});
  EXPECT_EQ(place(half, 0, 0, 15), 30u);
  EXPECT_EQ(place(half, 0, 1, 0), 32u);
  EXPECT_EQ(place(half, 0, 19, 39), 2 * 3200u + 19 * 32 + 14);
  EXPECT_EQ(half.destination_end(), 0x100u + 2 * 3200 + 20 * 32);
  const FractalWalk wide = walk_with({"copy_matrix_cc_to_gm_s322s32", 32, 2, 100});
  EXPECT_EQ(place(wide, 0, 1, 17), 3200u + 64 + 4);
}

TEST(FractalWalk, AChannelSplitLeavesEight) {
  const FractalWalk walk = walk_with({"copy_matrix_cc_to_gm_f322f32", 24, 2, 10, false, true});
  EXPECT_EQ(place(walk, 0, 0, 8), 320u);
  EXPECT_EQ(place(walk, 0, 1, 23), 640u + 32 + 28);
}

TEST(FractalWalk, NarrowChannelsAreMergedOrNot) {
  const Walk b8{"copy_matrix_cc_to_gm_s322s8", 64, 2, 10};
  EXPECT_EQ(place(walk_with(b8), 0, 1, 31), 32u + 31);
  EXPECT_EQ(place(walk_with(b8), 0, 1, 33), 320u + 32 + 1);
  const FractalWalk per_16 = walk_with(b8, {"fixpipe.narrow-layout=per-16"});
  EXPECT_EQ(place(per_16, 0, 1, 31), 320u + 16 + 15);
  const Walk b4{"copy_matrix_cc_to_gm_b4_s322s4", 128, 2, 10};
  EXPECT_EQ(place(walk_with(b4), 0, 1, 63), 32u + 31);
  EXPECT_EQ(walk_with(b4).destination_of(0, 0, 1), 0x200u + 1);
  EXPECT_EQ(place(walk_with(b4), 0, 0, 64), 320u);
  const FractalWalk b4_per_16 = walk_with(b4, {"fixpipe.narrow-layout=per-16"});
  EXPECT_EQ(place(b4_per_16, 0, 1, 16), 320u + 8);
}

TEST(FractalWalk, TheStrideCounts32BytesOrElements) {
  const Walk walk{"copy_matrix_cc_to_gm_f322f16", 32, 2, 100};
  EXPECT_EQ(place(walk_with(walk), 0, 0, 16), 3200u);
  EXPECT_EQ(place(walk_with(walk, {"fixpipe.dst-stride-unit=element"}), 0, 0, 16), 200u);
  const Walk b4{"copy_matrix_cc_to_gm_b4_s322s4", 128, 1, 65};
  EXPECT_EQ(walk_with(b4, {"fixpipe.dst-stride-unit=element"}).destination_of(0, 0, 64),
            0x200u + 65);
  // ND counts in elements under either reading.
  Walk nd = walk;
  nd.nd = true;
  EXPECT_EQ(place(walk_with(nd, {"fixpipe.dst-stride-unit=element"}), 0, 1, 0), 200u);
}

TEST(FractalWalk, TheLastBlockIsFilledOrNot) {
  const Walk b8{"copy_matrix_cc_to_gm_s322s8", 20, 2, 10};
  EXPECT_EQ(walk_with(b8).written_columns(), 20u);
  const FractalWalk filled = walk_with(b8, {"fixpipe.last-block=whole-block"});
  EXPECT_EQ(filled.converted_columns(), 32u);
  EXPECT_EQ(filled.written_columns(), 32u);
  const FractalWalk few =
      walk_with({"copy_matrix_cc_to_gm_s322s8", 3, 1, 10}, {"fixpipe.last-block=whole-block"});
  EXPECT_EQ(few.converted_columns(), 16u);
  EXPECT_EQ(few.written_columns(), 32u);
  const FractalWalk few_per_16 =
      walk_with({"copy_matrix_cc_to_gm_s322s8", 3, 1, 10},
                {"fixpipe.last-block=whole-block", "fixpipe.narrow-layout=per-16"});
  EXPECT_EQ(few_per_16.written_columns(), 16u);
  EXPECT_EQ(filled.destination_end(), walk_with(b8).destination_end());
}

TEST(FractalWalk, AnNdBlockIsAMatrixOfRows) {
  const spec::Registers registers = registers_of(3, 2, 1000);
  const Walk nd{"copy_matrix_cc_to_gm_f322f16", 20, 4, 50, true};
  const FractalWalk walk = walk_with(nd, {}, registers);
  EXPECT_EQ(place(walk, 0, 3, 19), 2 * (3 * 50 + 19u));
  EXPECT_EQ(place(walk, 2, 1, 0), 2 * (2000 + 50u));
  EXPECT_EQ(walk.source_of(2, 0, 0), 0x400u + 4 * 1024);
  EXPECT_EQ(walk.destination_end(), 0x100u + 2 * (2000 + 150 + 20));
  EXPECT_EQ(walk.source_end(), 0x400u + 4 * 1024 + 32 * 64 + 16 * 64);
  const FractalWalk rows = walk_with(nd, {"fixpipe.src-nd-unit=c0"}, registers);
  EXPECT_EQ(rows.source_of(2, 0, 0), 0x400u + 4 * 64);
}

TEST(FractalWalk, OverlapsAreSeen) {
  EXPECT_FALSE(walk_with({"copy_matrix_cc_to_gm_f322f16", 32, 2, 2}).overlaps_itself());
  EXPECT_TRUE(walk_with({"copy_matrix_cc_to_gm_f322f16", 32, 2, 1}).overlaps_itself());
  EXPECT_FALSE(walk_with({"copy_matrix_cc_to_gm_f322f16", 16, 2, 1}).overlaps_itself());
  EXPECT_FALSE(walk_with({"copy_matrix_cc_to_gm_f322f16", 32, 2, 32, true}).overlaps_itself());
  EXPECT_TRUE(walk_with({"copy_matrix_cc_to_gm_f322f16", 32, 2, 31, true}).overlaps_itself());
  const Walk one{"copy_matrix_cc_to_gm_f322f16", 8, 2, 10, true};
  EXPECT_FALSE(walk_with(one, {}, registers_of(2, 1, 18)).overlaps_itself());
  EXPECT_TRUE(walk_with(one, {}, registers_of(2, 1, 17)).overlaps_itself());
}

TEST(FractalWalk, NothingHappensForSizesOfZero) {
  const auto nop = [](const Walk& walk, std::uint64_t count,
                      std::initializer_list<std::string_view> readings = {}) {
    Readings all(a2(readings));
    return does_nothing(step_of(walk), registers_of(count), all);
  };
  EXPECT_TRUE(nop({"copy_matrix_cc_to_gm_f322f16", 0, 2, 1}, 1));
  EXPECT_TRUE(nop({"copy_matrix_cc_to_gm_f322f16", 2, 0, 1}, 1));
  EXPECT_TRUE(nop({"copy_matrix_cc_to_gm_f322f16", 2, 2, 1, true}, 0));
  EXPECT_FALSE(nop({"copy_matrix_cc_to_gm_f322f16", 2, 2, 1, true}, 1));
  EXPECT_FALSE(nop({"copy_matrix_cc_to_gm_f322f16", 2, 2, 1}, 0));
  EXPECT_TRUE(
      nop({"copy_matrix_cc_to_gm_f322f16", 2, 2, 1}, 0, {"fixpipe.nd-count-without-nd=nop"}));
}

TEST(FractalWalk, ArgumentsHaveRanges) {
  const Walk good{"copy_matrix_cc_to_cbuf_f322f16", 32, 4, 100};
  const auto out = [](const Walk& walk, auto change) {
    spec::CopyMatrix step = step_of(walk);
    spec::Registers registers = registers_of(1, 1, 2);
    change(step, registers);
    return out_of_range(step, registers);
  };
  const auto none = [](auto&, auto&) {};
  EXPECT_FALSE(out(good, none));
  EXPECT_TRUE(out(good, [](auto& s, auto&) { s.dst = {MemoryId::kL1, 0x110}; }));
  EXPECT_FALSE(out(good, [](auto& s, auto&) { s.dst = {MemoryId::kGm, 0x111}; }));
  EXPECT_TRUE(out(good, [](auto& s, auto&) { s.src.offset = 0x420; }));
  EXPECT_TRUE(out(good, [](auto& s, auto&) { s.sid = 1; }));
  EXPECT_TRUE(out(good, [](auto& s, auto&) { s.unit_flag_mode = 1; }));
  EXPECT_FALSE(out(good, [](auto& s, auto&) { s.n_size = 4095; }));
  EXPECT_TRUE(out(good, [](auto& s, auto&) { s.n_size = 4096; }));
  EXPECT_FALSE(out(good, [](auto& s, auto&) { s.m_size = 65535; }));
  EXPECT_TRUE(out(good, [](auto& s, auto&) { s.dst_stride_dst_d = 0; }));
  EXPECT_TRUE(out(good, [](auto& s, auto&) { s.src_stride = 24; }));
  EXPECT_FALSE(out(good, [](auto& s, auto&) { s.relu_pre = 3; }));
  EXPECT_TRUE(out(good, [](auto& s, auto&) { s.relu_pre = 4; }));
  EXPECT_FALSE(out(good, [](auto& s, auto&) { s.quant_pre = 0; }));
  EXPECT_TRUE(out(good, [](auto& s, auto&) { s.quant_pre = 2; }));
  EXPECT_FALSE(out(good, [](auto& s, auto&) { s.channel_split = true; }));
  // nd_para has no effect without NZ2ND_EN.
  EXPECT_FALSE(out(good, [](auto&, auto& r) { r = registers_of(1, 0); }));
}

// One reading permits 4095 columns and 8192 rows, the other one 1 to 8192 and 65535.
TEST(FractalWalk, LimitsOfNdAreContested) {
  const auto between = [](std::uint16_t columns, std::uint16_t rows, bool is_nd) {
    spec::CopyMatrix step = step_of({"copy_matrix_cc_to_gm_f322f16", 32, 4, 100, is_nd});
    step.n_size = columns;
    step.m_size = rows;
    return is_between_nd_limits(step);
  };
  EXPECT_FALSE(between(4095, 8192, true));
  EXPECT_TRUE(between(4096, 1, true));
  EXPECT_TRUE(between(8192, 65535, true));
  EXPECT_TRUE(between(16, 8193, true));
  EXPECT_FALSE(between(8193, 1, true));
  // [1,8192], and [0, 2^12-1] as everywhere.
  EXPECT_TRUE(between(0, 1, true));
  EXPECT_FALSE(between(0, 1, false));
  EXPECT_FALSE(between(4096, 1, false));
  EXPECT_FALSE(between(16, 8193, false));
}

// The page does not say for which types, nor whether under NZ2ND_EN.
TEST(FractalWalk, SplitChannelsAreContestedExceptOfF32InNz) {
  const auto contested = [](const char* name, bool is_nd, bool splits) {
    return is_contested_split(step_of({name, 64, 4, 100, is_nd, splits}));
  };
  EXPECT_FALSE(contested("copy_matrix_cc_to_gm_f322f32", false, true));
  EXPECT_TRUE(contested("copy_matrix_cc_to_gm_f322f32", true, true));
  EXPECT_TRUE(contested("copy_matrix_cc_to_gm_s322s32", false, true));
  EXPECT_TRUE(contested("copy_matrix_cc_to_cbuf_f322f16", false, true));
  EXPECT_TRUE(contested("copy_matrix_cc_to_gm_b4_f322s4", false, true));
  EXPECT_FALSE(contested("copy_matrix_cc_to_cbuf_f322f16", true, false));
}

TEST(FractalWalk, ArgumentsOfNdSplitAndB4HaveRangesOfTheirOwn) {
  const auto out = [](const Walk& walk, const spec::Registers& registers = registers_of(1, 1, 2)) {
    return out_of_range(step_of(walk), registers);
  };
  const char* f16 = "copy_matrix_cc_to_gm_f322f16";
  EXPECT_FALSE(out({f16, 32, 8192, 100, true}));
  EXPECT_FALSE(out({f16, 32, 8193, 100, true}));
  EXPECT_FALSE(out({f16, 8192, 1, 8192, true}));
  EXPECT_TRUE(out({f16, 8193, 1, 8193, true}));
  EXPECT_TRUE(out({f16, 32, 4, 100, true}, registers_of(1, 0)));
  EXPECT_FALSE(out({f16, 32, 4, 100, true}, registers_of(1, 512)));
  EXPECT_TRUE(out({f16, 32, 4, 100, true}, registers_of(1, 513)));
  const char* f32 = "copy_matrix_cc_to_gm_f322f32";
  EXPECT_FALSE(out({f32, 24, 4, 100, false, true}));
  EXPECT_TRUE(out({f32, 20, 4, 100, false, true}));
  EXPECT_FALSE(out({f32, 24, 4, 100, true, true}));
  EXPECT_FALSE(out({f16, 20, 4, 100, false, true}));
  const char* b4 = "copy_matrix_cc_to_gm_b4_f322s4";
  EXPECT_FALSE(out({b4, 128, 4, 101}));
  EXPECT_TRUE(out({b4, 96, 4, 100}));
  EXPECT_FALSE(out({b4, 64, 4, 100, true}));
  EXPECT_TRUE(out({b4, 64, 4, 101, true}));
  EXPECT_TRUE(out({b4, 64, 4, 100, true}, registers_of(1, 1, 3)));
}

TEST(FractalWalk, TheEndOfTheDestinationIsThatOfAllReadings) {
  // 33 channels of b8: merged 2 blocks, per 16 three, each 32 bytes or one element apart.
  const spec::CopyMatrix b8 = step_of({"copy_matrix_cc_to_gm_s322s8", 33, 2, 10});
  EXPECT_EQ(destination_end(b8, registers_of(1), false), 0x100u + 640 + 2 * 16);
  const spec::CopyMatrix f16 = step_of({"copy_matrix_cc_to_gm_f322f16", 33, 40, 10});
  EXPECT_EQ(destination_end(f16, registers_of(1), false), 0x100u + 640 + 40 * 32);
  // ND: (39 * 1000 + 33) halves, NZ: 2 * 1000 * 32 + 40 * 32 bytes.
  const spec::CopyMatrix far = step_of({"copy_matrix_cc_to_gm_f322f16", 33, 40, 1000});
  EXPECT_EQ(destination_end(far, registers_of(1), false), 0x100u + 64000 + 1280);
  EXPECT_EQ(destination_end(far, registers_of(1), true), 0x100u + 2 * 39033);
}

// 32 halves are 4 blocks of 8 channels if they are split.
TEST(FractalWalk, TheEndOfADestinationOutOfRangeIsThatOfSplitChannelsToo) {
  const spec::CopyMatrix step = step_of({"copy_matrix_cc_to_gm_f322f16", 32, 2, 10, false, true});
  EXPECT_EQ(destination_end(step, registers_of(1), true), 0x100u + 3 * 320 + 2 * 16);
}

TEST(FractalWalk, BytesThatNoElementHasAreNamed) {
  const auto rule = [](const FractalWalk& walk, std::uint64_t byte) {
    const std::optional<spec::RuleId> found = walk.rule_of_rest(walk.destination.offset + byte);
    return found ? slug(*found) : "none";
  };
  const FractalWalk nz = walk_with({"copy_matrix_cc_to_gm_f322f16", 20, 4, 100});
  EXPECT_EQ(rule(nz, 3200 + 10), "fixpipe.last-block");
  EXPECT_EQ(rule(nz, 4 * 32), "fixpipe.padding-rows");
  EXPECT_EQ(rule(nz, 16 * 32), "fixpipe.nz-layout");
  EXPECT_EQ(rule(nz, 3200 + 16 * 32), "none");
  EXPECT_EQ(nz.rule_of_rest(0xff), std::nullopt);
  const FractalWalk nd = walk_with({"copy_matrix_cc_to_gm_f322f16", 20, 4, 100, true});
  EXPECT_EQ(rule(nd, 41), "fixpipe.nd-layout");
  EXPECT_EQ(rule(nd, 800), "fixpipe.padding-rows");
  EXPECT_EQ(rule(nd, 841), "none");
  EXPECT_EQ(rule(nd, 16 * 200), "none");
}

}  // namespace
}  // namespace vconform::oracle
