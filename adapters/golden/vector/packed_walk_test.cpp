// Tests of the packed walk against the walk that goes lane by lane, over drawn instructions.
#include "adapters/golden/vector/packed_walk.h"

#include <gtest/gtest.h>

#include "adapters/golden/number/drawn_numbers.h"
#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::golden {
namespace {

// A stand-in for a conversion that depends on everything a converter may depend on.
std::uint64_t result_of(const VectorWalk& walk, std::span<const std::uint8_t> ub,
                        std::uint64_t lane, std::uint64_t pattern) {
  std::uint64_t word = (pattern + 1) * 0x9e3779b97f4a7c15 + lane * 0xbf58476d1ce4e5b9;
  if (spec::is_vdeq(walk.cell.conversion().deq)) {
    word += ub[walk.factors + lane % spec::kVectorBytes];
  }
  return (word ^ word >> 31) & walk.destination.format->pattern_mask();
}

struct Context {
  const VectorWalk& walk;
  std::span<std::uint8_t> ub;
};

void convert_packed(const void* context, const PackedLanes& lanes) {
  const auto& [walk, ub] = *static_cast<const Context*>(context);
  const spec::NumberFormat& from = *walk.source.format;
  const spec::NumberFormat& to = *walk.destination.format;
  const std::span source(lanes.source, spec::byte_count(from, lanes.count));
  const std::span destination(lanes.destination, spec::byte_count(to, lanes.count));
  for (std::size_t i = 0; i < lanes.count; ++i) {
    const std::uint64_t lane = (lanes.first_lane + i) % walk.lanes;
    const std::uint64_t pattern = spec::load_element(source, 0, from, i);
    spec::store_element(destination, 0, to, i, result_of(walk, ub, lane, pattern));
  }
}

std::vector<std::uint8_t> after_packed(const VectorWalk& walk, std::vector<std::uint8_t> ub) {
  const Context context{walk, ub};
  run_packed(walk, ub, {convert_packed, &context});
  return ub;
}

std::vector<std::uint8_t> after_lane_by_lane(const Behaviour& behaviour, const VectorWalk& walk,
                                             std::vector<std::uint8_t> ub) {
  const auto convert = [&](const LaneGroup& group, std::span<std::uint64_t> results) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      results[i] = result_of(walk, group.memory, group.lanes[i], group.patterns[i]);
    }
    return std::uint32_t{VCONFORM_OK};
  };
  run_walk(behaviour, walk, ub, convert);
  return ub;
}

std::vector<std::uint8_t> noise(DrawnWords& random, std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::uint8_t& byte : bytes) {
    byte = static_cast<std::uint8_t>(random.next());
  }
  return bytes;
}

std::uint16_t drawn_stride(DrawnWords& random, std::uint64_t usual) {
  return static_cast<std::uint16_t>(random.one_in(2) ? usual : random.below(12));
}

spec::Mask drawn_mask(DrawnWords& random, bool counter_mode) {
  spec::Mask mask = {~std::uint64_t{0}, ~std::uint64_t{0}};
  if (counter_mode) {
    mask.mask0 = random.below(700) & ~std::uint64_t{1};
  } else if (random.one_in(3)) {
    mask = spec::contiguous_mask(random.below(65) * 2);
  } else if (random.one_in(2)) {
    const std::uint64_t low = random.next() & 0x5555555555555555;
    const std::uint64_t high = random.next() & 0x5555555555555555;
    mask = {high * 3, low * 3};
  }
  return mask;
}

vconform_vconv drawn_arguments(DrawnWords& random, const spec::Conversion& row,
                               std::size_t ub_size) {
  vconform_vconv call = {};
  call.dst.memory = VCONFORM_UB;
  call.src.memory = VCONFORM_UB;
  call.repeat = static_cast<std::uint8_t>(random.one_in(2) ? random.below(4) : random.below(40));
  call.dst.offset = random.below(ub_size / 32) * 32;
  call.src.offset = random.one_in(6) ? call.dst.offset : random.below(ub_size / 32) * 32;
  call.dstBlockStride = drawn_stride(random, 1);
  call.srcBlockStride = drawn_stride(random, 1);
  call.dstRepeatStride = drawn_stride(random, static_cast<std::uint64_t>(row.destination_blocks));
  call.srcRepeatStride = drawn_stride(random, static_cast<std::uint64_t>(row.source_blocks));
  return call;
}

spec::Registers drawn_registers(DrawnWords& random, std::size_t ub_size) {
  spec::Registers registers;
  const bool counter_mode = random.one_in(4);
  registers.ctrl = counter_mode ? spec::with_ctrl_bit(spec::kCtrlCounterMode) : 0;
  registers.mask = drawn_mask(random, counter_mode);
  registers.deq_scale =
      spec::kVectorAddress.put(0, random.below(ub_size / spec::kVectorAddressUnit));
  return registers;
}

// Pins drawn readings of the rules about the order of reads and the written part of a block.
void pin_drawn(DrawnWords& random, Behaviour& behaviour) {
  const auto draw = [&](std::string_view slug) {
    const spec::RuleId rule = *spec::rule_with_slug(slug);
    behaviour.pin({rule, static_cast<int>(random.below(spec::reading_count(rule)))});
  };
  draw("walk.order");
  draw("deq.half");
  draw("deq.other-half");
}

TEST(GoldenPackedWalk, LeavesWhatTheWalkLaneByLaneLeaves) {
  // They stand before those of the API form.
  const auto instructions = static_cast<std::uint64_t>(
      std::count_if(spec::kVectorRows.begin(), spec::kVectorRows.end(),
                    [](const auto& row) { return row.family != spec::Family::kCastDeq; }));
  DrawnWords random(1);
  int ran = 0;
  int refused = 0;
  for (int i = 0; i < 60000; ++i) {
    Behaviour behaviour = golden_behaviour();
    pin_drawn(random, behaviour);
    // vconv and deq: wider, equal and narrower results, nibbles, halves of blocks.
    const spec::Conversion& row = spec::kVectorRows[random.below(instructions)];
    const std::size_t ub_size = 1024 + 8 * random.below(1024);
    const vconform_vconv call = drawn_arguments(random, row, ub_size);
    const spec::Registers registers = drawn_registers(random, ub_size);
    const VectorWalk walk =
        vector_walk(behaviour, {row.number, spec::Rounding::kNearestEven}, call, registers);
    if (walk_problem(walk, ub_size)) {
      continue;
    }
    if (!can_be_packed(behaviour, walk)) {
      ++refused;
      continue;
    }
    ++ran;
    const std::vector<std::uint8_t> before = noise(random, ub_size);
    ASSERT_EQ(after_packed(walk, before), after_lane_by_lane(behaviour, walk, before))
        << "instruction " << i << ", " << spec::pair_name(row);
  }
  EXPECT_GT(ran, 10000);
  EXPECT_GT(refused, 500) << "operands that overlap, in another order";
}

TEST(GoldenPackedWalk, WhatItCannotDoIsLeftToTheOtherWalk) {
  Behaviour behaviour = golden_behaviour();
  const spec::Cell cell = *spec::cell_named("vconv_f162s4r");
  vconform_vconv call = {};
  call.repeat = 2;
  call.dst.offset = 32;
  call.srcBlockStride = call.dstBlockStride = 1;
  const auto can = [&] {
    return can_be_packed(behaviour, vector_walk(behaviour, cell, call, {{1, 1}}));
  };
  EXPECT_TRUE(can()) << "operands overlap, repeat by repeat";
  behaviour.pin(choice("walk.order", "block"));
  EXPECT_FALSE(can());
  call.dst.offset = 4096;
  EXPECT_TRUE(can());
  behaviour.pin(choice("s4.nibble", "high-first"));
  EXPECT_FALSE(can());
  behaviour.pin(choice("s4.nibble", "low-first"));
  behaviour.pin(choice("mask.inactive-lanes", "undefined"));
  EXPECT_FALSE(can());
  behaviour = golden_behaviour();
  behaviour.finish.add([](const VectorWalk&, std::span<std::uint8_t>) {});
  EXPECT_FALSE(can());
  behaviour = golden_behaviour();
  behaviour.walk.add([](VectorWalk&) {});
  EXPECT_FALSE(can());
}

TEST(GoldenPackedWalk, ContiguousOperandsAreConvertedByOneCall) {
  static int calls = 0;
  calls = 0;
  const Behaviour behaviour = golden_behaviour();
  vconform_vconv call = {};
  call.repeat = 200;
  call.srcBlockStride = call.dstBlockStride = 1;
  call.srcRepeatStride = 8;
  call.dstRepeatStride = 4;
  call.dst.offset = 200 * 256;
  const spec::Mask all = {~std::uint64_t{0}, ~std::uint64_t{0}};
  const VectorWalk walk = vector_walk(behaviour, *spec::cell_named("vconv_f322f16r"), call, {all});
  std::vector<std::uint8_t> ub(200 * 384);
  const auto convert = [](const void*, const PackedLanes& lanes) {
    ++calls;
    EXPECT_EQ(lanes.count, 200U * 64);
  };
  run_packed(walk, ub, {convert, nullptr});
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace vconform::adapters::golden
