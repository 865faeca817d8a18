#include "oracle/cast_deq/cast_deq.h"

#include <gtest/gtest.h>

#include <string>

#include "oracle/predict/predict.h"
#include "oracle/testing/case_builder.h"
#include "spec/text/error.h"

namespace vconform::oracle {
namespace {

using namespace testing;

const std::string kSources = "place UB+0x1000 s16 numbers count=512 low=1 modulus=100\n";
const std::string kUnitScale = "deqscale 0x40003f800000\n";  // M = 1, offset 0, s8
const std::string kAll = "0xffffffffffffffff";

struct Call {
  std::string which = "mask=128";  // or "mask1=.. mask0=.."
  int repeat_time = 1;
  bool is_vec_deq = false;
  bool half_block = true;
  bool is_set_mask = true;
  std::string name = "cast_deq_s162s8";
  std::string dst = "0x2000";
  std::string src = "0x1000";

  std::string operands() const {
    return fmt::format("{} dst=UB+{} src=UB+{} is_vec_deq={:d} half_block={:d} ", name, dst, src,
                       is_vec_deq, half_block);
  }
  std::string line() const {
    return operands() + fmt::format(
                            "{} repeat_time={} dstBlkStride=1 srcBlkStride=1 "
                            "dstRepStride=8 srcRepStride=8 is_set_mask={:d}\n",
                            which, repeat_time, is_set_mask);
  }
  std::string with_count(std::uint64_t count) const {
    return operands() + fmt::format("count={}\n", count);
  }
};

World only_world(const std::string& lines, std::uint64_t size = 0x4000,
                 const spec::Choices& choices = a2()) {
  std::vector<World> worlds = worlds_of(case_of(lines, size), choices);
  EXPECT_EQ(worlds.size(), 1u);
  return worlds.front();
}

spec::MemoryImage left_by(const std::string& lines) {
  return obedient(case_of(lines), only_world(lines));
}

TEST(CastDeq, TheThreeSampleCallsAgree) {
  const std::string start = kSources + kUnitScale;
  const spec::MemoryImage contiguous = left_by(start + Call{"mask=128", 4}.line());
  EXPECT_EQ(contiguous, left_by(start + Call{"mask1=" + kAll + " mask0=" + kAll, 4}.line()));
  EXPECT_EQ(contiguous, left_by(start + Call{}.with_count(512)));
  const spec::Case none = case_of(start);
  EXPECT_NE(contiguous, spec::initial_image(none));
}

TEST(CastDeq, TheCountFormConvertsTheFirstElements) {
  const World world = only_world(kSources + kUnitScale + Call{}.with_count(130));
  EXPECT_EQ(world.elements.size(), 130u);
  EXPECT_EQ(expected_at(world, 0x2010), "0x1");
  EXPECT_EQ(expected_at(world, 0x2110), "0x1d");  // 129
  EXPECT_EQ(expected_at(world, 0x2111), "0x1e");
  EXPECT_EQ(expected_at(world, 0x2112), "unchanged");
  EXPECT_TRUE(cites(world.cited, "cast-deq.count"));
  EXPECT_EQ(left_by(kSources + kUnitScale + Call{}.with_count(77)),
            left_by(kSources + kUnitScale + Call{"mask=77"}.line()));
}

TEST(CastDeq, HalfBlockTrueWritesAsH) {
  const std::string start = kSources + kUnitScale + kFullMask;
  for (const bool half_block : {true, false}) {
    EXPECT_EQ(left_by(start + Call{"mask=128", 1, false, half_block}.line()),
              left_by(start + run(half_block ? "vconv_deqs162b8h_s8" : "vconv_deqs162b8l_s8")));
  }
  const World world = only_world(start + Call{}.line());
  EXPECT_TRUE(cites(world.cited, "cast-deq.half-block"));
  EXPECT_TRUE(cites(world.cited, "cast-deq.is-vec-deq"));
  EXPECT_FALSE(cites(world.cited, "cast-deq.is-set-mask"));
  EXPECT_FALSE(cites(world.cited, "cast-deq.count"));
}

TEST(CastDeq, IsVecDeqTakesTheFactorsFromUb) {
  std::string vector;
  for (int i = 0; i < 16; ++i) {
    vector += place("0x3000", "s64", i, spec::deq_factor(0x3f800000, i, true));
  }
  const World world =
      only_world(kSources + vector + "deqscale 0x180 tensor\n" + Call{"mask=128", 1, true}.line());
  EXPECT_EQ(expected_at(world, 0x2013), "0x7");  // 4 + 3
  EXPECT_FALSE(world.out_of_range);
}

TEST(CastDeq, WithoutSettingItsMaskItTakesWhatWasSetOutside) {
  const std::string start = kSources + kUnitScale + "mask 0 4\n";
  const World outside = only_world(start + Call{"mask=0", 1, false, true, false}.line());
  EXPECT_EQ(outside.elements.size(), 1u);
  EXPECT_EQ(expected_at(outside, 0x2012), "0x3");
  EXPECT_FALSE(outside.out_of_range);
  EXPECT_TRUE(cites(outside.cited, "cast-deq.is-set-mask"));
  EXPECT_EQ(only_world(start + Call{"mask=5"}.line()).elements.size(), 5u);
  // No mask bit set: nothing is written.
  const World nothing =
      only_world(kSources + kUnitScale + Call{"mask=0", 1, false, true, false}.line());
  EXPECT_TRUE(nothing.elements.empty());
  EXPECT_FALSE(nothing.out_of_range);
}

// In counter mode outside, the mask of 2 elements is a count of 3, or the first two.
TEST(CastDeq, AMaskIsUsedUnderCtrl56AsItIsOrCleared) {
  const std::string lines = kSources + kUnitScale + "ctrl 0x100000000000000\n" +
                            Call{"mask=2"}.line() + "mask 0 4\n" +
                            run("vconv_deqs162b8l_s8", "0", "0x2800");
  const World kept = only_world(lines);
  EXPECT_EQ(kept.elements.size(), 3u + 4u);
  EXPECT_TRUE(cites(kept.cited, "cast.mask-form-ctrl56"));
  const World cleared = only_world(lines, 0x4000, a2({"cast.mask-form-ctrl56=cleared"}));
  EXPECT_EQ(cleared.elements.size(), 2u + 4u) << "CTRL is as before afterwards";
  EXPECT_EQ(worlds_of(case_of(lines), spec::Choices()).size() % 2, 0u);
  EXPECT_FALSE(cites(only_world(kSources + kUnitScale + Call{"mask=2"}.line()).cited,
                     "cast.mask-form-ctrl56"));
}

// After a count of 5: all lanes, lanes 0 and 2, or in counter mode outside 5 elements.
TEST(CastDeq, ACountLeavesMaskAndCtrlResetOrRestored) {
  const std::string outside = Call{"mask=0", 1, false, true, false}.line();
  const std::string lines = kSources + kUnitScale + Call{}.with_count(5) + outside;
  const std::string counting = "ctrl 0x100000000000000\n" + lines;
  const spec::Choices restored = a2({"cast.count-leaves=restored"});
  EXPECT_EQ(only_world(lines).elements.size(), 5u + 128u);
  EXPECT_EQ(only_world(counting).elements.size(), 5u + 128u);
  EXPECT_EQ(only_world(lines, 0x4000, restored).elements.size(), 5u + 2u);
  EXPECT_EQ(only_world(counting, 0x4000, restored).elements.size(), 5u + 5u);
  EXPECT_TRUE(cites(only_world(lines).cited, "cast.count-leaves"));
  const std::string alone = kSources + kUnitScale + Call{}.with_count(5);
  EXPECT_FALSE(cites(only_world(alone).cited, "cast.count-leaves"));
  const std::string set_anew = alone + "ctrl 0\nmask 0 1\n" + outside;
  EXPECT_FALSE(cites(only_world(set_anew).cited, "cast.count-leaves"));
}

TEST(CastDeq, NoElementsOrNoRepeatsDoNothing) {
  const std::string start = kSources + kUnitScale;
  for (const std::string& line : {Call{}.with_count(0), Call{"mask=5", 0}.line(),
                                  Call{"mask=0", 0}.line(), Call{"mask=129", 0}.line()}) {
    const World world = only_world(start + line);
    EXPECT_TRUE(world.elements.empty()) << line;
    EXPECT_FALSE(world.out_of_range) << line;
  }
}

// The number of elements that may hold anything; 0 if the call is within range.
std::size_t open_bytes(const std::string& lines) {
  const World world = only_world(lines);
  if (!world.out_of_range) {
    return 0;
  }
  EXPECT_TRUE(cites(world.cited, "args.out-of-range"));
  for (const PredictedElement& element : world.elements) {
    EXPECT_EQ(text_of(world.expectations[element.expectation]), "anything");
  }
  return world.elements.size();
}

TEST(CastDeq, MaskArgumentsBeyondTheDocumentedRangeAreOutOfRange) {
  const std::string start = kSources + kUnitScale;
  const auto s16 = [&](const std::string& which) { return open_bytes(start + Call{which}.line()); };
  EXPECT_EQ(s16("mask=0"), 256u);
  EXPECT_EQ(s16("mask=1"), 0u);
  EXPECT_EQ(s16("mask=128"), 0u);
  EXPECT_EQ(s16("mask=129"), 256u);
  EXPECT_EQ(s16("mask1=0 mask0=0"), 256u);
  EXPECT_EQ(s16("mask1=1 mask0=0"), 0u);
  EXPECT_EQ(open_bytes(start + Call{"mask=129", 2}.line()), 512u);
  const auto s32 = [&](const std::string& which) {
    return open_bytes("deqscale 0x3c00\n" +
                      Call{which, 1, false, true, true, "cast_deq_s322f16"}.line());
  };
  EXPECT_EQ(s32("mask=0"), 128u);
  EXPECT_EQ(s32("mask=64"), 0u);
  EXPECT_EQ(s32("mask=65"), 128u);
  EXPECT_EQ(s32("mask1=0 mask0=1"), 0u);
  EXPECT_EQ(s32("mask1=1 mask0=1"), 128u);
  EXPECT_EQ(s32("mask1=0 mask0=0"), 128u);
}

TEST(CastDeq, OperandsOffTheirAlignmentAreOutOfRange) {
  const std::string start = kSources + kUnitScale;
  EXPECT_EQ(open_bytes(start +
                       Call{"mask=128", 1, false, true, true, "cast_deq_s162s8", "0x2010"}.line()),
            256u);
  EXPECT_EQ(
      open_bytes(
          start +
          Call{"mask=128", 1, false, true, true, "cast_deq_s162s8", "0x2000", "0x1002"}.line()),
      256u);
}

TEST(CastDeq, ATensorScaleDemandsIsVecDeq) {
  EXPECT_EQ(open_bytes(kSources + "deqscale 0x180 tensor\n" + Call{}.line()), 256u);
  EXPECT_EQ(open_bytes(kSources + "deqscale 0x180 tensor\n" + kUnitScale + Call{}.line()), 0u);
  // The plain instruction does not look at the tensor flag.
  EXPECT_FALSE(
      only_world(kSources + "deqscale 0x180 tensor\nmask 0 1\n" + run("vconv_deqs162b8h_s8"))
          .out_of_range);
  // An s32 as well.
  const std::string s32 = Call{"mask=64", 1, false, true, true, "cast_deq_s322f16"}.line();
  EXPECT_EQ(open_bytes("deqscale 0x180 tensor\n" + s32), 128u);
  EXPECT_EQ(open_bytes("deqscale 0x3c00\n" + s32), 0u);
}

// dst starts 0x800 bytes before the end of UB at UB+0x2800: room for 8 * 128 half-filled elements.
TEST(CastDeq, ACountBeyondTheMemoryIsOutOfRange) {
  const std::string start = kSources + kUnitScale;
  const auto open = [&](std::uint64_t count) {
    const World world = only_world(start + Call{}.with_count(count), 0x2800);
    return world.out_of_range ? world.elements.size() : 0;
  };
  EXPECT_EQ(open(1024), 0u);
  EXPECT_EQ(open(1025), 0x800u);
  EXPECT_EQ(open(0xffffffff), 0x800u);
  // In the other forms the same operands are errors of the case.
  EXPECT_THROW(only_world(start + Call{"mask=128", 9}.line(), 0x2800), spec::InputError);
}

// dst[i] = src[i] * scale, whatever the flag is, which is true by default: 7 * 1.
TEST(CastDeq, AnS32SourceIgnoresIsVecDeqUnlessThatIsUndefined) {
  const std::string source = place("0x1000", "s32", 0, 7);
  const auto line = [](bool is_vec_deq) {
    return Call{"mask=1", 1, is_vec_deq, true, true, "cast_deq_s322f16"}.line();
  };
  const std::string lines = source + "deqscale 0x3c00\n" + line(true);
  const World ignored = only_world(lines);
  EXPECT_EQ(ignored.elements.size(), 1u);
  EXPECT_EQ(expected_at(ignored, 0x2000), fmt::format("{:#x}", f16(7)));
  EXPECT_TRUE(cites(ignored.cited, "cast-deq.s32-is-vec-deq"));
  const World without = only_world(source + "deqscale 0x3c00\n" + line(false));
  EXPECT_EQ(expected_at(without, 0x2000), fmt::format("{:#x}", f16(7)));
  EXPECT_FALSE(cites(without.cited, "cast-deq.s32-is-vec-deq"));
  // Permissive: not among the worlds of an open run.
  spec::Choices open = a2();
  open.leave_open(spec::cite("cast-deq.s32-is-vec-deq"));
  EXPECT_EQ(expected_at(only_world(lines, 0x4000, open), 0x2000), fmt::format("{:#x}", f16(7)));

  const World undefined = only_world(lines, 0x4000, a2({"cast-deq.s32-is-vec-deq=undefined"}));
  EXPECT_EQ(undefined.elements.size(), 128u);
  EXPECT_EQ(expected_at(undefined, 0x2000), "anything");
  EXPECT_FALSE(undefined.out_of_range);
  EXPECT_FALSE(undefined.hazard);
}

// The scale[j] of a tensor are for an s16; set_deq_scale then gave an s32 no scale.
TEST(CastDeq, AnS32SourceWithATensorLeavesAnything) {
  const World world = only_world("deqscale 0x180 tensor\n" +
                                 Call{"mask=1", 1, true, true, true, "cast_deq_s322f16"}.line());
  EXPECT_EQ(expected_at(world, 0x2000), "anything");
  EXPECT_FALSE(world.out_of_range);
}

}  // namespace
}  // namespace vconform::oracle
