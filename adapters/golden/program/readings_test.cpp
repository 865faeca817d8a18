// Tests of golden under each reading of the open rules, with one pinned choice each.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "adapters/golden/program/golden_adapter.h"
#include "adapters/golden/program/program.h"
#include "adapters/golden/vconv/convert.h"

namespace vconform::adapters::golden {
namespace {

constexpr std::uint64_t kKeep = spec::with_ctrl_bit(spec::kCtrlKeepInfNan);
constexpr std::uint64_t kTruncate = spec::with_ctrl_bit(spec::kCtrlTruncate);
constexpr std::uint64_t kBoth = kTruncate | spec::with_ctrl_bit(spec::kCtrlTruncateEnable);

Behaviour golden_with(const std::string& choice_text) {
  Behaviour golden = golden_behaviour();
  spec::pin_from_text(golden.choices, choice_text);
  return golden;
}

struct Witness {
  const char* choice;
  const char* instruction;
  std::uint64_t source;
  std::uint64_t ctrl;
  std::uint64_t expected;
};

void expect_all(const std::vector<Witness>& witnesses) {
  for (const Witness& witness : witnesses) {
    const Behaviour golden = golden_with(witness.choice);
    const spec::Cell cell = spec::cell_named(witness.instruction).value();
    EXPECT_EQ(convert(golden, element_conversion(golden, cell, witness.ctrl), witness.source),
              witness.expected)
        << witness.choice << " " << witness.instruction << std::hex << " 0x" << witness.source;
  }
}

TEST(GoldenReadings, EveryOpenRuleIsPinned) {
  const Behaviour golden = golden_behaviour();
  for (const spec::RuleId rule : spec::kAllRules) {
    EXPECT_EQ(golden.choices.reading(rule).has_value(), spec::reading_count(rule) > 0)
        << spec::rule_of(rule).slug;
  }
}

TEST(GoldenReadings, Ctrl59TruncatesInItsPairsOnly) {
  expect_all({
      {"ctrl.59=absent", "vconv_f162s8r", 0x5c40, kBoth, 127},
      {"ctrl.59=truncates", "vconv_f162s8r", 0x5c40, 0, 127},
      {"ctrl.59=truncates", "vconv_f162s8r", 0x5c40, kTruncate, 16},   // 272
      {"ctrl.59=truncates", "vconv_f162u8r", 0xbe00, kTruncate, 254},  // -1.5
      {"ctrl.59=truncates", "vconv_f162u8r", 0x7c00, kTruncate, 255},
      {"ctrl.59=truncates", "vconv_f162u8r", 0x7e00, kTruncate, 0},
      {"ctrl.59=truncates", "vconv_f322s16z", 0x47800080, kTruncate, 1},  // 65537
      {"ctrl.59=truncates", "vconv_f322s16z", 0x7f7fffff, kTruncate, 0},
      {"ctrl.59=truncates", "vconv_s322s16", 0x12345678, kTruncate, 0x5678},
      {"ctrl.59=truncates", "vconv_s642s32", 0x123456789abcdef0, kTruncate, 0x9abcdef0},
      {"ctrl.59=truncates", "vconv_f322s32r", 0x4f800000, kTruncate, 0x7fffffff},
      {"ctrl.59=truncates", "vconv_f162s16r", 0x7bff, kTruncate, 32767},
      {"ctrl.59=needs-ctrl60", "vconv_f162s8r", 0x5c40, kTruncate, 127},
      {"ctrl.59=needs-ctrl60", "vconv_f162s8r", 0x5c40, kBoth, 16},
      {"ctrl.59-f162s16=absent", "vconv_f162s16r", 0x7bff, kBoth, 32767},
      {"ctrl.59-f162s16=truncates", "vconv_f162s16r", 0x7bff, kTruncate, 65504},
      {"ctrl.59-f162s16=needs-ctrl60", "vconv_f162s16r", 0x7bff, kTruncate, 32767},
      {"ctrl.59-f162s16=needs-ctrl60", "vconv_f162s16r", 0x7bff, kBoth, 65504},
  });
}

// 65510 is above MAX and truncates to it; 65536 is above MAX however it is rounded.
TEST(GoldenReadings, OverflowInDirectedAndOddModes) {
  constexpr std::uint64_t k65510 = 0x477fe600;
  constexpr std::uint64_t k65536 = 0x47800000;
  expect_all({
      {"overflow.directed=inf-after-rounding", "vconv_f322f16z", k65510, kKeep, 0x7bff},
      {"overflow.directed=inf-after-rounding", "vconv_f322f16z", k65536, kKeep, 0x7c00},
      {"overflow.directed=inf-beyond-max", "vconv_f322f16z", k65510, kKeep, 0x7c00},
      {"overflow.directed=inf-beyond-max", "vconv_f322f16z", 0x477fe000, kKeep, 0x7bff},
      {"overflow.directed=inf-beyond-max", "vconv_f322f16z", k65510, 0, 0x7bff},
      {"overflow.directed=inf-beyond-max", "vconv_f322f16r", k65510, kKeep, 0x7bff},
      {"overflow.directed=inf-after-rounding", "vconv_f322f16o", k65536, kKeep, 0x7bff},
      {"overflow.odd=inf-after-rounding", "vconv_f322f16o", k65510, kKeep, 0x7bff},
      {"overflow.odd=inf-after-rounding", "vconv_f322f16o", k65536, kKeep, 0x7c00},
      {"overflow.odd=inf-beyond-max", "vconv_f322f16o", k65510 | 0x80000000, kKeep, 0xfc00},
      {"overflow.odd=max", "vconv_f322f16o", k65536, kKeep, 0x7bff},
  });
}

TEST(GoldenReadings, SubnormalNumbersFlush) {
  expect_all({
      {"subnormal.results=flushed", "vconv_f322f16r", 0x33800000, 0, 0},
      {"subnormal.results=flushed", "vconv_f322f16r", 0xb3800000, 0, 0x8000},
      {"subnormal.results=flushed", "vconv_f322f16r", 0x387fffff, 0, 0x0400},
      {"subnormal.results=flushed", "vconv_f322bf16r", 0x00400000, 0, 0},
      {"subnormal.results=flushed", "vconv_f322s32c", 0x00000001, 0, 1},
      {"subnormal.inputs=flushed", "vconv_f322s32c", 0x00000001, 0, 0},
      {"subnormal.inputs=flushed", "vconv_f162f32", 0x8001, 0, 0x80000000},
      {"subnormal.inputs=flushed", "vconv_f322f16r", 0x33800000, 0, 1},
  });
}

// One instruction on a UB of 4 KiB.
class Ub {
 public:
  Ub() {
    memories_.struct_size = sizeof memories_;
    memories_.memory[VCONFORM_UB] = {bytes.data(), bytes.size()};
    set_mask({~0ULL, ~0ULL});
  }

  void set_mask(const spec::Mask& mask) {
    mask_.struct_size = sizeof mask_;
    mask_.kind = VCONFORM_STEP_SET_REGISTER;
    mask_.as.set_register = {VCONFORM_REGISTER_MASK, 0, {mask.mask0, mask.mask1}};
  }

  std::uint32_t run(const Behaviour& golden, const vconform_vconv& vconv) {
    vconform_step step{};
    step.struct_size = sizeof step;
    step.kind = VCONFORM_STEP_VCONV;
    step.as.vconv = vconv;
    return run(golden, step);
  }

  std::uint32_t run(const Behaviour& golden, const vconform_step& step) {
    const vconform_step program[] = {mask_, step};
    std::string message;
    return execute(golden, program, 2, memories_, message);
  }

  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(4096);

 private:
  vconform_memories memories_{};
  vconform_step mask_{};
};

constexpr vconform_address at(std::uint64_t offset) {
  return {offset, VCONFORM_UB, 0};
}

TEST(GoldenReadings, StrideWidth) {
  // A stride of 4097 blocks is one block modulo 2^12 and leaves UB modulo 2^16.
  const vconform_vconv vconv = {
      VCONFORM_F32, VCONFORM_S32, VCONFORM_ROUND_R, 1, at(2048), at(0), 4097, 4097, 8, 8};
  Ub ub;
  EXPECT_EQ(ub.run(golden_with("walk.stride-width=12"), vconv), VCONFORM_OK);
  EXPECT_EQ(ub.run(golden_with("walk.stride-width=16"), vconv), VCONFORM_REJECTED);
}

TEST(GoldenReadings, NibbleOrder) {
  const vconform_vconv vconv = {
      VCONFORM_S4, VCONFORM_F16, VCONFORM_ROUND_NULL, 1, at(1024), at(0), 1, 1, 8, 2};
  for (const auto& [reading, first] :
       {std::pair("low-first", 0x3c00), std::pair("high-first", 0x4000)}) {
    Ub ub;
    ub.bytes[0] = 0x21;
    ASSERT_EQ(ub.run(golden_with(std::string("s4.nibble=") + reading), vconv), VCONFORM_OK);
    EXPECT_EQ(ub.bytes[1024] | ub.bytes[1025] << 8, first) << reading;
  }
}

// Two repeats of s32 to s64, the first of which overwrites the sources of both. Repeat 1 reads
// source lanes 32.. (bytes 128..255), which repeat 0 (bytes 0..255) has overwritten.
TEST(GoldenReadings, WalkOrder) {
  const vconform_vconv vconv = {
      VCONFORM_S32, VCONFORM_S64, VCONFORM_ROUND_NULL, 2, at(0), at(0), 1, 1, 8, 4};
  struct Expected {
    const char* reading;
    std::uint8_t second_of_repeat_0;
    std::uint8_t first_of_repeat_1;
  };
  // Element i of the source is i + 1. Read before written: lane 1 is 2, lane 32 is 33. In order of
  // repeats, lane 32 is the low word of result 16, which is 17. In order of blocks, block 1 of the
  // destination (results 4..7) overwrites sources 8..15 and so on.
  for (const Expected& expected : {Expected{"repeat", 2, 17}, Expected{"snapshot", 2, 33}}) {
    Ub ub;
    for (std::uint8_t i = 0; i < 64; ++i) {
      ub.bytes[i * 4U] = static_cast<std::uint8_t>(i + 1);
    }
    ASSERT_EQ(ub.run(golden_with(std::string("walk.order=") + expected.reading), vconv),
              VCONFORM_OK);
    EXPECT_EQ(ub.bytes[8], expected.second_of_repeat_0) << expected.reading;
    EXPECT_EQ(ub.bytes[256], expected.first_of_repeat_1) << expected.reading;
  }
  // By block: block 0 (lanes 0..3) writes bytes 0..31, which include the sources of lanes 4..7.
  Ub ub;
  for (std::uint8_t i = 0; i < 64; ++i) {
    ub.bytes[i * 4U] = static_cast<std::uint8_t>(i + 1);
  }
  ASSERT_EQ(ub.run(golden_with("walk.order=block"), vconv), VCONFORM_OK);
  // Lane 4 reads source 4, which is the low word of result 2: 3.
  EXPECT_EQ(ub.bytes[32], 3);
}

TEST(GoldenReadings, InactiveLanes) {
  const vconform_vconv vconv = {
      VCONFORM_F32, VCONFORM_S32, VCONFORM_ROUND_R, 1, at(2048), at(0), 1, 1, 8, 8};
  for (const auto& [reading, expected] : {std::pair("unchanged", 77), std::pair("undefined", 0)}) {
    Ub ub;
    ub.set_mask({0, 1});
    ub.bytes[2052] = 77;
    ASSERT_EQ(ub.run(golden_with(std::string("mask.inactive-lanes=") + reading), vconv),
              VCONFORM_OK);
    EXPECT_EQ(ub.bytes[2052], expected) << reading;
  }
}

TEST(GoldenReadings, AnAllZeroMaskWritesNothingWhereInactiveLanesAreUndefined) {
  const vconform_vconv vconv = {
      VCONFORM_F32, VCONFORM_S32, VCONFORM_ROUND_R, 1, at(2048), at(0), 1, 1, 8, 8};
  for (const spec::Mask& mask : {spec::Mask{0, 0}, spec::Mask{~0ULL, 0}}) {
    Ub ub;
    ub.set_mask(mask);
    ub.bytes[2052] = 77;
    ASSERT_EQ(ub.run(golden_with("mask.inactive-lanes=undefined"), vconv), VCONFORM_OK);
    EXPECT_EQ(ub.bytes[2052], 77);
  }
}

// The witnesses of the values themselves are in deq_test and deq16_test.
TEST(GoldenReadings, DeqStridesAreThoseOfVconvButForTheRepeat) {
  vconform_step deq{};
  deq.struct_size = sizeof deq;
  deq.kind = VCONFORM_STEP_DEQ;
  // Blocks lie 4097 apart, repeats 256: 1 and 0 in the narrow readings.
  deq.as.deq = {VCONFORM_DEQS162B8L, VCONFORM_S8, 2, 0, at(2048), at(0), 4097, 4097, 256, 256};
  const auto run = [&](const Behaviour& golden) {
    Ub ub;
    return ub.run(golden, deq);
  };
  EXPECT_EQ(run(golden_behaviour()), VCONFORM_OK);
  EXPECT_EQ(run(golden_with("walk.stride-width=16")), VCONFORM_REJECTED);
  EXPECT_EQ(run(golden_with("walk.stride-width-deq=12")), VCONFORM_REJECTED);
}

TEST(GoldenReadings, WhatIsDeclaredFollowsTheChoices) {
  const auto declared = [](Behaviour (*make)()) {
    void* context = create_context(make());
    const vconform_capabilities copy = *capabilities(context);
    destroy_context(context);
    return copy;
  };
  const vconform_capabilities golden = declared(golden_behaviour);
  EXPECT_EQ(golden.overlap_order, VCONFORM_ORDER_REPEAT);
  EXPECT_EQ(golden.stride_bits, 12U);
  EXPECT_EQ(golden.choice_count, 0U);
  EXPECT_EQ(golden.row_count, spec::kRows.size());
  EXPECT_EQ(declared([] { return golden_with("walk.stride-width-deq=12"); }).stride_bits, 12U);
  const vconform_capabilities other = declared([] {
    Behaviour changed = golden_with("walk.order=snapshot");
    spec::pin_from_text(changed.choices, "walk.stride-width=16");
    spec::pin_from_text(changed.choices, "mask.inactive-lanes=undefined");
    return changed;
  });
  EXPECT_EQ(other.overlap_order, VCONFORM_ORDER_SNAPSHOT);
  EXPECT_EQ(other.stride_bits, 16U);
  EXPECT_EQ(other.choice_count, 1U);
}

}  // namespace
}  // namespace vconform::adapters::golden
