// The bytes, registers and rules of calls.
#include "suites/trace/effect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spec/copy_matrix/copy_matrix.h"
#include "suites/trace/left_over.h"

namespace vconform::suites {
namespace {

using spec::MemoryId;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;

constexpr std::uint64_t kUb = 0x40000000;
constexpr std::uint64_t kL0c = 0x41000000;
constexpr std::uint64_t kGm = 0x7f0000000000;

AddressSpace space() {
  return AddressSpace({{{kUb, 0x40000},
                        {0x42000000, 0x100000},
                        {kL0c, 0x40000},
                        {kGm, 1 << 30},
                        {0x43000000, 0x10000}}});
}

Effect effect(const spec::Step& step, const spec::Registers& registers) {
  return effect_of_instruction(step, registers, space(), spec::choices_of_golden());
}

spec::Registers full_mask() {
  spec::Registers registers;
  registers.mask = spec::kAllLanes;
  return registers;
}

spec::Vconv conversion(const char* name, std::uint64_t dst, std::uint64_t src) {
  spec::Vconv vconv;
  vconv.cell = *spec::cell_named(name);
  vconv.dst.offset = dst;
  vconv.src.offset = src;
  return vconv;
}

auto access(std::uint64_t first, std::uint64_t end, bool is_write) {
  return testing::AllOf(Field(&Access::first, first), Field(&Access::end, end),
                        Field(&Access::is_write, is_write));
}

TEST(Effect, AVectorInstructionTouchesBlocksWithActiveLanes) {
  spec::Registers registers;
  registers.mask = {0, 0x1ff};
  const Effect found = effect(conversion("vconv_f322f16r", kUb, kUb + 0x1000), registers);
  EXPECT_EQ(found.pipe, Pipe::kVector);
  EXPECT_THAT(found.accesses, ElementsAre(access(kUb + 0x1000, kUb + 0x1040, false),
                                          access(kUb, kUb + 0x20, true)));
  EXPECT_THAT(found.reads, ElementsAre(ReadRegister::kMaskAsMask));
  EXPECT_TRUE(found.rules[spec::cite("round.nearest-ties-to-even")]);
  EXPECT_FALSE(found.overlap || found.undefined);
}

TEST(Effect, OverlapsAreHazardsWhereverTheOperandsLie) {
  for (const std::uint64_t base : {kUb, std::uint64_t{0x7ffe00000000}}) {
    const auto overlap = [&](std::uint64_t dst, std::uint64_t src) {
      return effect(conversion("vconv_f322f32r", base + dst, base + src), full_mask()).overlap;
    };
    EXPECT_FALSE(overlap(0, 0));
    EXPECT_FALSE(overlap(0, 0x100));
    EXPECT_EQ(overlap(0x20, 0), spec::cite("overlap.hazard"));
    EXPECT_EQ(overlap(0, 0xe0), spec::cite("overlap.hazard"));
    EXPECT_FALSE(overlap(0, 0x123456700000));
  }
  EXPECT_EQ(effect(conversion("vconv_f322f32r", kUb + 8, kUb + 0x1000), full_mask()).undefined,
            spec::cite("args.out-of-range"));
}

TEST(Effect, ACounterOfBillionsIsNotFollowed) {
  spec::Registers registers = full_mask();
  registers.ctrl = spec::with_ctrl_bit(spec::kCtrlCounterMode);
  const Effect found = effect(conversion("vconv_f322f16r", kUb, kUb + 0x1000), registers);
  EXPECT_TRUE(found.is_cut);
  EXPECT_THAT(found.reads, ElementsAre(ReadRegister::kMaskAsCount));
}

// Operands that interleave over 33 MB, and a counter whose blocks are too many although the
// operands lie apart.
TEST(Effect, AnOverlapThatIsNotLookedForIsCut) {
  spec::Vconv wide = conversion("vconv_f322f32r", kUb, kUb + 0x1000);
  wide.repeat = 255;
  wide.dst_repeat_stride = 4095;
  wide.src_repeat_stride = 4095;
  EXPECT_TRUE(effect(wide, full_mask()).is_cut);
  wide.repeat = 2;
  EXPECT_FALSE(effect(wide, full_mask()).is_cut);
  spec::Registers registers;
  registers.ctrl = spec::with_ctrl_bit(spec::kCtrlCounterMode);
  registers.mask = {0, 64 * 20000};
  const spec::Vconv apart = conversion("vconv_f322f32r", kUb, 0x7ffe00000000);
  EXPECT_TRUE(effect(apart, registers).is_cut);
  registers.mask = {0, 0xffffffff};
  spec::Vconv still = apart;
  still.dst_repeat_stride = 0;
  still.src_repeat_stride = 0;
  EXPECT_TRUE(effect(still, registers).is_cut) << "written again and again";
}

TEST(Effect, FactorsOfAVdeqAreRead) {
  spec::Registers registers = full_mask();
  registers.deq_scale = 0x2000 / 32;
  const Effect found = effect(conversion("vconv_vdeqs162b8h_s8", kUb, kUb + 0x1000), registers);
  EXPECT_THAT(found.accesses, Contains(access(kUb + 0x2000, kUb + 0x2080, false)));
  EXPECT_THAT(found.reads, Contains(ReadRegister::kDeqScale));
  registers.deq_scale = 0;
  EXPECT_EQ(effect(conversion("vconv_vdeqs162b8h_s8", kUb, kUb + 0x1000), registers).overlap,
            spec::cite("overlap.hazard"));
}

TEST(Effect, AScaleThatIsNanLeavesResultsOpen) {
  spec::Registers registers = full_mask();
  const auto undefined = [&](const spec::Step& step) { return effect(step, registers).undefined; };
  const spec::Vconv deq = conversion("vconv_deqs162b8h_s8", kUb, kUb + 0x1000);
  const spec::Vconv half = conversion("vconv_deq", kUb, kUb + 0x1000);
  registers.deq_scale = 0x3f800000;
  EXPECT_FALSE(undefined(deq));
  registers.deq_scale = 0x7fc00000;
  EXPECT_EQ(undefined(deq), spec::cite("deq.scale-nan-inf"));
  registers.deq_scale = 0x3c00;
  EXPECT_FALSE(undefined(half));
  registers.deq_scale = 0x7c00;
  EXPECT_EQ(undefined(half), spec::cite("deq.scale-nan-inf"));
}

TEST(Effect, FixpipeTouchesRowsAndReadsItsRegisters) {
  spec::CopyMatrix copy;
  copy.cell = *spec::cell_named("copy_matrix_cc_to_gm_s322s8");
  copy.dst = {MemoryId::kGm, kGm};
  copy.src = {MemoryId::kL0c, kL0c};
  copy.n_size = 32;
  copy.m_size = 4;
  copy.src_stride = 16;
  copy.dst_stride_dst_d = 100;
  copy.quant_pre = spec::quant_code_of(copy.cell.conversion()).scalar;
  copy.relu_pre = 2;
  spec::Registers registers;
  registers.fixpipe[spec::index_of(spec::FixpipeRegister::kQuantPre)] = 0x3f800000;
  registers.fixpipe[spec::index_of(spec::FixpipeRegister::kLreluAlpha)] = 0x3f000000;
  const Effect found = effect(copy, registers);
  EXPECT_EQ(found.pipe, Pipe::kFixpipe);
  EXPECT_THAT(found.accesses,
              ElementsAre(access(kL0c, kL0c + 256, false), access(kL0c + 1024, kL0c + 1280, false),
                          access(kGm, kGm + 128, true)));
  EXPECT_THAT(found.reads, ElementsAre(ReadRegister::kQuantPre, ReadRegister::kLreluAlpha));
}

TEST(Effect, AMoveTouchesItsBursts) {
  TracedCall call;
  call.function = "copy_gm_to_ubuf";
  for (const auto& [name, value] :
       std::initializer_list<std::pair<const char*, std::int64_t>>{{"dst", 0x100},
                                                                   {"src", 0x7f1234560000},
                                                                   {"nBurst", 2},
                                                                   {"lenBurst", 3},
                                                                   {"srcStride", 1},
                                                                   {"dstStride", 0}}) {
    call.arguments.push_back({name, value, 0, 0});
  }
  const auto found = effect_of_move(call, space());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->pipe, Pipe::kMte2);
  EXPECT_THAT(found->accesses, ElementsAre(access(0x7f1234560000, 0x7f1234560060, false),
                                           access(0x7f1234560080, 0x7f12345600e0, false),
                                           access(kUb + 0x100, kUb + 0x1c0, true)));
  call.function = "get_ctrl";
  EXPECT_FALSE(effect_of_move(call, space()));
}

TEST(LeftOver, MaskHasOneMeaningForEachTimeThatItIsSet) {
  TraceFindings findings;
  LeftOver left(full_mask());
  const SourceLine place{"k.cpp", 1};
  left.note_reads({ReadRegister::kMaskAsMask}, "vconv", place, full_mask(), findings);
  EXPECT_TRUE(findings.empty());
  left.note_call("set_vector_mask", {"k.cpp", 2}, full_mask());
  left.note_reads({ReadRegister::kMaskAsCount}, "vconv", place, full_mask(), findings);
  EXPECT_TRUE(findings.empty());
  left.note_reads({ReadRegister::kMaskAsMask}, "vconv", {"k.cpp", 3}, full_mask(), findings);
  ASSERT_EQ(findings.sorted().size(), 1u);
  EXPECT_EQ(findings.sorted()[0].other.line, 2u);
}

TEST(LeftOver, ACountThatWasNeverSetIsFound) {
  TraceFindings findings;
  LeftOver left(full_mask());
  left.note_reads({ReadRegister::kMaskAsCount, ReadRegister::kFpc}, "f", {"k.cpp", 1}, full_mask(),
                  findings);
  EXPECT_EQ(findings.sorted().size(), 2u);
}

TEST(LeftOver, EachBitOfCtrlNamesItsLastChange) {
  spec::Registers entry;
  entry.ctrl = 0x30;
  LeftOver left(entry);
  TraceFindings findings;
  spec::Registers later = entry;
  later.ctrl = 0x20;
  left.note_call("set_ctrl", {"k.cpp", 5}, later);
  later.ctrl = 0x21;
  left.note_call("set_ctrl", {"k.cpp", 6}, later);
  later.ctrl = 0x20;
  left.note_call("set_ctrl", {"k.cpp", 7}, later);
  left.end_kernel(findings);
  ASSERT_EQ(findings.sorted().size(), 1u);
  EXPECT_EQ(findings.sorted()[0].place.line, 5u);
  EXPECT_THAT(findings.sorted()[0].text, testing::HasSubstr("CTRL[4] left cleared"));
}

}  // namespace
}  // namespace vconform::suites
