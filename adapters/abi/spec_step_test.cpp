// The way from the C ABI back to the spec undoes the way there, and refuses what names nothing.
#include "adapters/abi/spec_step.h"

#include <gtest/gtest.h>

#include "adapters/abi/steps.h"

namespace vconform::adapters {
namespace {

TEST(SpecStep, EveryInstructionComesBackAsItWas) {
  for (const spec::Cell& cell : spec::all_cells()) {
    spec::Step step = spec::instruction_with(cell);
    if (auto* copy = std::get_if<spec::DataCopy>(&step)) {
      copy->is_relu = cell.conversion().relu;
      copy->deq_value = 0x123456789abcdef0;
      copy->dst_stride = 0xffff;
    } else if (auto* matrix = std::get_if<spec::CopyMatrix>(&step)) {
      matrix->dst.memory = spec::memory_of(cell.conversion().path.to);
      matrix->nz2nd_en = true;
      matrix->dst_stride_dst_d = 0xffffffff;
    } else if (auto* vconv = std::get_if<spec::Vconv>(&step)) {
      vconv->repeat = 255;
      vconv->src.offset = 0x123456789a;
    }
    const auto back = spec_step(abi_step(step));
    ASSERT_TRUE(back) << spec::instruction_name(cell);
    EXPECT_EQ(*back, step) << spec::instruction_name(cell);
  }
}

TEST(SpecStep, NumbersThatNameNothingAreRefused) {
  const spec::Step step = spec::instruction_with(*spec::cell_named("vconv_f322f16r"));
  const vconform_step good = abi_step(step);
  const auto refused = [&](auto change) {
    vconform_step bad = good;
    change(bad);
    return !spec_step(bad);
  };
  EXPECT_FALSE(refused([](vconform_step&) {}));
  EXPECT_TRUE(refused([](vconform_step& bad) { bad.kind = 77; }));
  EXPECT_TRUE(refused([](vconform_step& bad) { bad.kind = VCONFORM_STEP_SET_REGISTER; }));
  EXPECT_TRUE(refused([](vconform_step& bad) { bad.as.vconv.rounding = 99; }));
  EXPECT_TRUE(refused([](vconform_step& bad) { bad.as.vconv.source_type = 1000; }));
  EXPECT_TRUE(refused([](vconform_step& bad) { bad.as.vconv.repeat = 256; }));
  EXPECT_TRUE(refused([](vconform_step& bad) { bad.as.vconv.dst.memory = 5; }));
}

}  // namespace
}  // namespace vconform::adapters
