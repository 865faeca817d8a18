// Tests that instructions of the family deq give the same over packed lanes and lane by lane.
#include "adapters/golden/deq/packed.h"

#include <gtest/gtest.h>

#include "adapters/golden/dequantise/deq_lanes_test_support.h"
#include "adapters/golden/program/program.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters::golden {
namespace {

constexpr std::size_t kUbBytes = 32 * 1024;

// A program of one DEQ of any form, with its registers and the contents of UB.
struct Program {
  std::vector<vconform_step> steps;
  std::vector<std::uint8_t> ub;
};

vconform_step register_step(std::uint32_t id, std::uint64_t low, std::uint64_t high) {
  vconform_step step = {};
  step.struct_size = sizeof step;
  step.kind = VCONFORM_STEP_SET_REGISTER;
  step.as.set_register.register_id = id;
  step.as.set_register.value[0] = low;
  step.as.set_register.value[1] = high;
  return step;
}

std::uint64_t drawn_factor(DrawnWords& drawn) {
  const std::uint64_t word = drawn.next();
  const std::uint64_t exponent = (word & 3) != 0 ? 96 + (word >> 2) % 40 : word >> 2 & 0xff;
  return (word & ~(std::uint64_t{0xff} << 23)) | exponent << 23;
}

vconform_step drawn_deq(DrawnWords& drawn) {
  vconform_step step = {};
  step.struct_size = sizeof step;
  step.kind = VCONFORM_STEP_DEQ;
  vconform_deq& deq = step.as.deq;
  deq.form = static_cast<std::uint32_t>(drawn.next() % 5);
  deq.destination_type = deq.form == VCONFORM_DEQS322F16 ? VCONFORM_F16
                         : (drawn.next() & 1) != 0       ? VCONFORM_S8
                                                         : VCONFORM_U8;
  deq.dst.memory = deq.src.memory = VCONFORM_UB;
  deq.dst.offset = drawn.next() % (kUbBytes / 64) * 32;
  deq.src.offset = drawn.next() % (kUbBytes / 64) * 32;
  deq.repeat = static_cast<std::uint32_t>(drawn.next() % 20);
  deq.dstBlockStride = static_cast<std::uint16_t>(drawn.next() % 4);
  deq.srcBlockStride = static_cast<std::uint16_t>(drawn.next() % 4);
  deq.dstRepeatStride = static_cast<std::uint16_t>(drawn.next() % 12);
  deq.srcRepeatStride = static_cast<std::uint16_t>(drawn.next() % 12);
  return step;
}

Program drawn_program(DrawnWords& drawn) {
  Program program;
  program.ub.resize(kUbBytes);
  for (std::uint8_t& byte : program.ub) {
    byte = static_cast<std::uint8_t>(drawn.next());
  }
  const std::uint64_t vectors = drawn.next() % (kUbBytes / 32 - 4);
  for (std::size_t i = 0; i < spec::kVectorFactors; ++i) {
    const std::uint64_t factor = drawn_factor(drawn);
    spec::store_word<std::uint64_t>(program.ub.data() + 32 * vectors + 8 * i, factor);
  }
  const std::uint64_t low = (drawn.next() & 1) != 0 ? drawn.next() : ~std::uint64_t{0};
  const std::uint64_t high = (drawn.next() & 1) != 0 ? drawn.next() : ~std::uint64_t{0};
  const std::uint64_t factor = drawn_factor(drawn);
  program.steps = {register_step(VCONFORM_REGISTER_MASK, low, high),
                   register_step(VCONFORM_REGISTER_DEQSCALE, factor, 0), drawn_deq(drawn)};
  const std::uint32_t form = program.steps[2].as.deq.form;
  if (form == VCONFORM_VDEQS162B8H || form == VCONFORM_VDEQS162B8L) {
    program.steps[1].as.set_register.value[0] = vectors;
  }
  return program;
}

struct Ran {
  std::uint32_t status;
  std::vector<std::uint8_t> ub;
};

Ran run(const Behaviour& behaviour, Program program) {
  vconform_memories memories = {};
  memories.memory[VCONFORM_UB] = {program.ub.data(), program.ub.size()};
  std::string message;
  const std::uint32_t status =
      execute(behaviour, program.steps.data(), program.steps.size(), memories, message);
  return {status, program.ub};
}

TEST(GoldenPackedDequantise, LeavesWhatLaneByLaneLeaves) {
  for (const char* choice :
       {"deq.s9-rounding=r", "deq.scale-bits=f32", "deq.s9-clamp=none", "deq.half=byte-of-lane",
        "deq.other-half=zeroed", "deq.add=wrap9", "walk.order=block", "deq16.precision=exact",
        "deq16.precision=f16-scaled"}) {
    Behaviour fast = golden_behaviour();
    spec::pin_from_text(fast.choices, choice);
    Behaviour slow = fast;
    slow.deq.add([](DeqElement&) {});
    DrawnWords drawn(7);
    int completed = 0;
    for (int i = 0; i < 400; ++i) {
      const Program program = drawn_program(drawn);
      const Ran expected = run(slow, program);
      const Ran got = run(fast, program);
      ASSERT_EQ(got.status, expected.status);
      ASSERT_EQ(got.ub, expected.ub) << choice << ", program " << i;
      completed += expected.status == VCONFORM_OK ? 1 : 0;
    }
    EXPECT_GT(completed, 200);
  }
}

TEST(GoldenPackedDequantise, AFactorThatAnEarlierRepeatWroteIsReadAnew) {
  Behaviour slow = golden_behaviour();
  slow.deq.add([](DeqElement&) {});
  DrawnWords drawn(8);
  for (int i = 0; i < 200; ++i) {
    Program program = drawn_program(drawn);
    vconform_deq& deq = program.steps[2].as.deq;
    deq.form = VCONFORM_VDEQS162B8L;
    deq.destination_type = VCONFORM_S8;
    deq.dst.offset = 32 * (drawn.next() % 8);
    deq.repeat = 4;
    program.steps[1].as.set_register.value[0] = 8;
    EXPECT_EQ(run(golden_behaviour(), program).ub, run(slow, program).ub);
  }
}

}  // namespace
}  // namespace vconform::adapters::golden
