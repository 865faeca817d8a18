// The classes of masks, strides, overlaps and registers, written down by hand.
#include "suites/coverage/instruction_classes.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "spec/case/registers.h"

namespace vconform::suites {
namespace {

constexpr std::uint64_t kAllBits = ~std::uint64_t{0};

spec::Vconv vconv(std::string_view name) {
  spec::Vconv step;
  step.cell = spec::cell_named(name).value();
  step.src = {spec::MemoryId::kUb, 0};
  step.dst = {spec::MemoryId::kUb, 0x8000};
  return step;
}

std::vector<InstructionSample> samples_of(std::vector<spec::Step> steps) {
  spec::Case test_case;
  test_case.memories = {{spec::MemoryId::kUb, 0x20000}};
  test_case.steps = std::move(steps);
  return instruction_samples(test_case);
}

std::string text_of(const Sample& sample, Dim dim) {
  for (std::size_t i = 0; i < dimension_of(dim).classes.size(); ++i) {
    if (sample[dim] == only(i)) {
      return std::string(dimension_of(dim).classes[i]);
    }
  }
  return sample[dim] == 0 ? "" : "several";
}

std::string mask_of(std::uint64_t mask1, std::uint64_t mask0, std::uint64_t ctrl = 0,
                    std::string_view name = "vconv_f162s16r") {
  const auto samples =
      samples_of({spec::SetCtrl{ctrl}, spec::SetMask{{mask1, mask0}}, vconv(name)});
  return text_of(samples.front().sample, Dim::kMask);
}

TEST(InstructionClasses, OfMasks) {
  EXPECT_EQ(mask_of(0, 0), "none");
  EXPECT_EQ(mask_of(kAllBits, kAllBits), "all");
  EXPECT_EQ(mask_of(0, 1 << 5), "one lane");
  EXPECT_EQ(mask_of(1, 1), "two lanes");
  EXPECT_EQ(mask_of(kAllBits, kAllBits - 4), "all but one");
  EXPECT_EQ(mask_of(0, 0xff), "first lanes");
  EXPECT_EQ(mask_of(0xf000000000000000, 0), "last lanes");
  EXPECT_EQ(mask_of(0, 0xff00), "a run");
  EXPECT_EQ(mask_of(0x5555555555555555, 0x5555555555555555), "alternating");
  EXPECT_EQ(mask_of(0, 0xf0f), "gaps");
  // 64 lanes: mask1 does not matter.
  EXPECT_EQ(mask_of(0, kAllBits, 0, "vconv_f322s32r"), "all");
  // Pairs of lanes: one pair.
  EXPECT_EQ(mask_of(0, 3, 0, "vconv_f162s4r"), "one lane");
}

TEST(InstructionClasses, OfCounts) {
  constexpr std::uint64_t kCounter = spec::with_ctrl_bit(spec::kCtrlCounterMode);
  EXPECT_EQ(mask_of(0, 0, kCounter), "count 0");
  EXPECT_EQ(mask_of(0, 127, kCounter), "count within a repeat");
  EXPECT_EQ(mask_of(0, 256, kCounter), "count of whole repeats");
  EXPECT_EQ(mask_of(0, 300, kCounter), "count with a rest");
}

TEST(InstructionClasses, OfStridesThatMakeADifference) {
  spec::Vconv step = vconv("vconv_f162s16r");
  step.src_block_stride = 0;
  step.dst_block_stride = 5;
  const spec::SetMask all{spec::kAllLanes};
  const Sample once = samples_of({all, step}).front().sample;
  EXPECT_EQ(text_of(once, Dim::kSrcBlockStride), "0");
  EXPECT_EQ(text_of(once, Dim::kDstBlockStride), "4..7");
  EXPECT_EQ(text_of(once, Dim::kDstRepeatStride), "");
  step.repeat = 2;
  step.dst_repeat_stride = 64;
  const Sample twice = samples_of({all, step}).front().sample;
  EXPECT_EQ(text_of(twice, Dim::kRepeat), "2..3");
  EXPECT_EQ(text_of(twice, Dim::kDstRepeatStride), "64..127");
  // Nothing is written.
  const Sample none = samples_of({step}).front().sample;
  EXPECT_EQ(text_of(none, Dim::kDstRepeatStride), "");
  EXPECT_EQ(text_of(none, Dim::kRepeat), "2..3");
}

std::string overlap_of(std::uint64_t src, std::uint64_t dst, std::uint8_t repeat = 1) {
  spec::Vconv step = vconv("vconv_f162s16r");
  step.src.offset = src;
  step.dst.offset = dst;
  step.repeat = repeat;
  return text_of(samples_of({spec::SetMask{spec::kAllLanes}, step}).front().sample, Dim::kOverlap);
}

TEST(InstructionClasses, OfOverlaps) {
  EXPECT_EQ(overlap_of(0, 512), "apart");
  EXPECT_EQ(overlap_of(0, 256), "touching");
  EXPECT_EQ(overlap_of(256, 256), "identical");
  EXPECT_EQ(overlap_of(0, 32), "hazard");
  // The second repeat writes what the first one read.
  EXPECT_EQ(overlap_of(256, 0, 2), "destination partly before the source");
  // The second repeat reads what the first one wrote.
  EXPECT_EQ(overlap_of(0, 256, 2), "hazard");
}

TEST(InstructionClasses, OfRegisters) {
  const spec::SetMask all{spec::kAllLanes};
  const spec::Vconv step = vconv("vconv_f162s16r");
  const auto samples = samples_of({all, step, step, all, all, step, spec::SetCtrl{0}, step});
  ASSERT_EQ(samples.size(), 4u);
  EXPECT_EQ(text_of(samples[0].sample, Dim::kMaskState), "written");
  EXPECT_EQ(text_of(samples[0].sample, Dim::kCtrlState), "never written");
  EXPECT_EQ(text_of(samples[1].sample, Dim::kMaskState), "kept over another instruction");
  EXPECT_EQ(text_of(samples[2].sample, Dim::kMaskState), "written twice");
  EXPECT_EQ(text_of(samples[3].sample, Dim::kCtrlState), "written");
}

}  // namespace
}  // namespace vconform::suites
