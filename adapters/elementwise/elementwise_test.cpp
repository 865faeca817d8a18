#include "adapters/elementwise/elementwise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "adapters/abi/cell.h"
#include "adapters/golden/number/drawn_numbers.h"
#include "adapters/golden/vconv/convert.h"
#include "adapters/load/in_process_backend.h"
#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/short_programs/one_copy.h"
#include "adapters/testing/test_table.h"
#include "spec/case/case_text.h"

namespace vconform::adapters {
namespace {

using spec::OutcomeStatus;
using ::testing::HasSubstr;

// Golden's arithmetic as a table that only converts arrays.
std::uint32_t convert_as_golden(void*, const void* src, void* dst, std::uint64_t n,
                                std::uint32_t source_type, std::uint32_t destination_type,
                                std::uint32_t rounding, std::uint64_t ctrl) {
  const auto cell = cell_of(spec::Family::kVconv, 0, source_type, destination_type, rounding);
  if (!cell || n == 0) {
    return VCONFORM_ERROR;
  }
  const spec::Conversion& row = cell->conversion();
  const auto golden = golden::golden_behaviour();
  const auto element = golden::element_conversion(golden, *cell, ctrl);
  const std::span source(static_cast<const std::uint8_t*>(src), spec::byte_count(row.from(), n));
  const std::span destination(static_cast<std::uint8_t*>(dst), spec::byte_count(row.to(), n));
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t pattern = spec::load_element(source, 0, row.from(), i);
    spec::store_element(destination, 0, row.to(), i, golden::convert(golden, element, pattern));
  }
  return VCONFORM_OK;
}

vconform_adapter elementwise_table() {
  vconform_adapter table = working_table();
  table.execute = nullptr;
  table.convert = convert_as_golden;
  return table;
}

TEST(Elementwise, EqualsGoldenUnderMasksRepeatsStridesAndCtrl) {
  const vconform_adapter table = elementwise_table();
  InProcessBackend elementwise(&table, "test");
  const auto golden = open_backend("golden");
  for (const spec::Conversion& row : spec::kConversions) {
    const auto rounding = spec::rounding_with_letter(row.modes[0]).value();
    spec::Case program =
        one_conversion(spec::instruction_name({row.number, rounding}), {}, 1ULL << 48);
    std::get<spec::SetMask>(program.steps[0]).mask = {0xf0f00ff0f00f3c3c, 0x0ff0f00f3c3cc33f};
    spec::Vconv& vconv = vconv_of(program);
    vconv.repeat = 3;
    vconv.dst_block_stride = 2;
    vconv.src_block_stride = 3;
    vconv.dst_repeat_stride = 17;
    vconv.src_repeat_stride = 0;
    const spec::Outcome expected = run(*golden, program);
    const spec::Outcome outcome = run(elementwise, program);
    ASSERT_EQ(expected.status, OutcomeStatus::kCompleted) << expected.message;
    EXPECT_EQ(outcome.status, OutcomeStatus::kCompleted) << outcome.message;
    EXPECT_EQ(outcome.after, expected.after) << pair_name(row);
    EXPECT_NE(outcome.after, spec::initial_image(program)) << pair_name(row);
  }
}

// Small numbers often, any number at times.
std::uint16_t drawn_stride(golden::DrawnWords& drawn) {
  switch (drawn.below(6)) {
    case 0:
      return static_cast<std::uint16_t>(drawn.next());
    case 1:
      // Close to the values at which strides wrap.
      return static_cast<std::uint16_t>(drawn.below(16) * 4096 + drawn.below(5));
    default:
      return static_cast<std::uint16_t>(drawn.below(20));
  }
}

spec::Mask drawn_mask(golden::DrawnWords& drawn, const spec::Conversion& row) {
  const std::uint64_t kind = drawn.below(6);
  spec::Mask mask;
  mask.mask0 = kind == 0 ? drawn.below(3) : drawn.next();
  mask.mask1 = kind == 1 ? 0 : drawn.next();
  if (kind == 2) {
    mask = spec::contiguous_mask(drawn.below(spec::kMaskBits + 1));
  }
  const bool in_pairs = row.from().bits < 8 || row.to().bits < 8;
  if (in_pairs && !drawn.one_in(4)) {
    const auto paired = [](std::uint64_t bits) {
      bits &= 0x5555555555555555;
      return bits | bits << 1;
    };
    mask = {paired(mask.mask1), paired(mask.mask0)};
  }
  return mask;
}

std::uint64_t drawn_ctrl(golden::DrawnWords& drawn) {
  std::uint64_t ctrl = 0;
  for (const int bit : {48, 56, 59, 60}) {
    ctrl |= drawn.one_in(3) ? std::uint64_t{1} << bit : 0;
  }
  return ctrl;
}

spec::SetMask drawn_count(golden::DrawnWords& drawn) {
  const std::uint64_t count = drawn.one_in(12) ? drawn.next() >> 32 : drawn.below(700);
  // The upper bits are ignored.
  return {{drawn.next(), count | drawn.next() << 32}};
}

std::uint64_t drawn_offset(golden::DrawnWords& drawn, std::uint64_t ub_size) {
  switch (drawn.below(20)) {
    case 0:
      return drawn.below(ub_size + 1);
    case 1:
      return ub_size;
    default:
      return drawn.below(ub_size / 32) * 32;
  }
}

spec::Vconv drawn_vconv(golden::DrawnWords& drawn, const spec::Conversion& row,
                        std::uint64_t ub_size) {
  spec::Vconv vconv;
  const char letter = row.modes[drawn.below(row.modes.size())];
  vconv.cell = {row.number, spec::rounding_with_letter(letter).value()};
  if (drawn.one_in(20)) {
    // Not every row has this mode.
    vconv.cell.rounding = static_cast<spec::Rounding>(drawn.below(spec::kRoundingModes.size()));
  }
  vconv.repeat =
      static_cast<decltype(vconv.repeat)>(drawn.one_in(4) ? drawn.below(256) : drawn.below(6));
  vconv.dst.offset = drawn_offset(drawn, ub_size);
  vconv.src.offset = drawn_offset(drawn, ub_size);
  vconv.dst_block_stride = drawn_stride(drawn);
  vconv.src_block_stride = drawn_stride(drawn);
  vconv.dst_repeat_stride = drawn_stride(drawn);
  vconv.src_repeat_stride = drawn_stride(drawn);
  return vconv;
}

// One to three conversions, each under registers of its own or under those of the one before.
spec::Case drawn_program(golden::DrawnWords& drawn, const spec::Conversion& row) {
  spec::Case program;
  const std::uint64_t ub_size = 32 * (1 + drawn.below(drawn.one_in(3) ? 40 : 6000));
  program.memories = {{spec::MemoryId::kUb, ub_size}};
  const std::uint64_t conversions = 1 + drawn.below(3);
  for (std::uint64_t i = 0; i < conversions; ++i) {
    const std::uint64_t ctrl = drawn_ctrl(drawn);
    if (!drawn.one_in(6)) {
      program.steps.emplace_back(spec::SetCtrl{ctrl});
    }
    if (!drawn.one_in(6)) {
      program.steps.emplace_back(spec::ctrl_bit(ctrl, spec::kCtrlCounterMode)
                                     ? drawn_count(drawn)
                                     : spec::SetMask{drawn_mask(drawn, row)});
    }
    const spec::Conversion& other =
        drawn.one_in(2) ? row : spec::kConversions[drawn.below(spec::kConversions.size())];
    program.steps.emplace_back(drawn_vconv(drawn, other, ub_size));
    program.steps.insert(program.steps.end(), drawn.below(2),
                         spec::SetDeqScale{drawn.next(), false});
  }
  return program;
}

// Whether the instructions would run for minutes: counts of billions whose strides stay in memory.
bool is_endless(const spec::Case& program) {
  return std::any_of(program.steps.begin(), program.steps.end(),
                     [](const spec::Step& step) {
                       const auto* mask = std::get_if<spec::SetMask>(&step);
                       return mask != nullptr && spec::counter_of(mask->mask) > 100000;
                     }) &&
         std::any_of(program.steps.begin(), program.steps.end(), [](const spec::Step& step) {
           const auto* vconv = std::get_if<spec::Vconv>(&step);
           return vconv != nullptr && vconv->dst_repeat_stride % 4096 == 0 &&
                  vconv->src_repeat_stride % 4096 == 0;
         });
}

std::uint64_t programs_of_row(const spec::Conversion& row, std::map<OutcomeStatus, int>& seen) {
  const vconform_adapter table = elementwise_table();
  InProcessBackend elementwise(&table, "test");
  const auto golden = open_backend("golden");
  golden::DrawnWords drawn(row.number);
  constexpr int kPrograms = 1000;
  int differing = 0;
  for (int i = 0; i < kPrograms; ++i) {
    const spec::Case program = drawn_program(drawn, row);
    if (is_endless(program)) {
      continue;
    }
    const spec::Outcome expected = run(*golden, program);
    const spec::Outcome outcome = run(elementwise, program);
    ++seen[expected.status];
    const bool same = outcome.status == expected.status && outcome.message == expected.message &&
                      outcome.after == expected.after;
    if (!same && ++differing == 1) {
      ADD_FAILURE() << pair_name(row) << " program " << i << ": " << outcome.message
                    << " instead of " << expected.message << "\n"
                    << spec::to_text(program);
    }
  }
  return static_cast<std::uint64_t>(differing);
}

TEST(Elementwise, EqualsGoldenInThousandsOfPrograms) {
  std::map<OutcomeStatus, int> seen;
  for (const spec::Conversion& row : spec::kConversions) {
    EXPECT_EQ(programs_of_row(row, seen), 0U) << pair_name(row);
  }
  EXPECT_GT(seen[OutcomeStatus::kCompleted], 3000);
  EXPECT_GT(seen[OutcomeStatus::kRejected], 3000);
  EXPECT_GT(seen[OutcomeStatus::kUnsupported], 300);
}

// Cases cannot have such arguments, callers of the table can.
TEST(Elementwise, OffsetsRepeatsAndMemoriesOfTheAbiAreChecked) {
  const vconform_adapter table = elementwise_table();
  std::array<std::uint8_t, 1024> ub{};
  vconform_memories memories{};
  memories.memory[VCONFORM_UB] = {ub.data(), ub.size()};
  vconform_step steps[2] = {};
  steps[0].kind = VCONFORM_STEP_SET_REGISTER;
  steps[0].as.set_register = {VCONFORM_REGISTER_MASK, 0, {~0ULL, ~0ULL}};
  steps[1].kind = VCONFORM_STEP_VCONV;
  steps[1].as.vconv = {VCONFORM_F32, VCONFORM_S32, VCONFORM_ROUND_R, 1, {}, {}, 1, 1, 8, 8};
  std::string message;
  for (const std::uint64_t offset : {~31ULL, ~31ULL - 224, 1ULL << 63}) {
    steps[1].as.vconv.dst.offset = offset;
    EXPECT_EQ(execute_elementwise({table, nullptr}, {}, steps, memories, message),
              VCONFORM_REJECTED);
    EXPECT_THAT(message, HasSubstr("dst reaches byte " + std::to_string(offset)));
  }
  steps[1].as.vconv.dst = {0, VCONFORM_L1, 0};
  EXPECT_EQ(execute_elementwise({table, nullptr}, {}, steps, memories, message), VCONFORM_REJECTED);
  EXPECT_EQ(message, "vconv_f322s32r: an operand is not in UB");
  steps[1].as.vconv.dst = {};
  steps[1].as.vconv.dstRepeatStride = 0;
  steps[1].as.vconv.srcRepeatStride = 0;
  steps[1].as.vconv.repeat = 255;
  EXPECT_EQ(execute_elementwise({table, nullptr}, {}, steps, memories, message), VCONFORM_OK);
  steps[1].as.vconv.repeat = 256;
  EXPECT_EQ(execute_elementwise({table, nullptr}, {}, steps, memories, message), VCONFORM_REJECTED);
  EXPECT_EQ(message, "vconv_f322s32r: repeat 256 exceeds 255");
}

TEST(Elementwise, SaysThatAddressingIsNotJudgedAndAddsWhatTheWalkDoes) {
  vconform_adapter table = elementwise_table();
  table.capabilities = [](void*) {
    static constexpr vconform_capability kRow = {VCONFORM_FAMILY_VCONV, 0, VCONFORM_S16,
                                                 VCONFORM_F32,          1, 0};
    static constexpr vconform_capabilities kOne = claiming(&kRow);
    return &kOne;
  };
  const InProcessBackend backend(&table, "test");
  EXPECT_FALSE(backend.judges_addressing());
  EXPECT_EQ(backend.claims(spec::cell_named("vconv_s162f32").value()), kElementwiseFeatures);
  EXPECT_EQ(backend.claims(spec::cell_named("vconv_s162f16").value()), std::nullopt);
  EXPECT_TRUE(backend.declares_argument_checking());
  EXPECT_EQ(backend.overlap_order(), kElementwiseOrder);
  EXPECT_EQ(backend.stride_bits(), 12);
}

TEST(Elementwise, DequantisationsCannotBeClaimed) {
  vconform_adapter table = elementwise_table();
  table.capabilities = [](void*) {
    static constexpr vconform_capability kRow = {
        VCONFORM_FAMILY_DEQ, VCONFORM_DEQS162B8L, VCONFORM_S16, VCONFORM_S8, 1, 0};
    static constexpr vconform_capabilities kOne = claiming(&kRow);
    return &kOne;
  };
  EXPECT_EQ(load_error([&] { const InProcessBackend backend(&table, "lib.so"); }),
            "lib.so: vconv_deqs162b8l_s8 is claimed without execute: convert() serves vconv only, "
            "drop the row");
  table.execute = working_table().execute;
  EXPECT_EQ(load_error([&] { const InProcessBackend backend(&table, "lib.so"); }), "");
}

TEST(Elementwise, CopiesCannotBeClaimed) {
  vconform_adapter table = elementwise_table();
  table.capabilities = [](void*) {
    static constexpr vconform_capability kRow = {
        VCONFORM_FAMILY_COPY_MATRIX, VCONFORM_GM, VCONFORM_F32, VCONFORM_F16, 1,
        VCONFORM_FEATURE_SATURATE};
    static constexpr vconform_capabilities kOne = claiming(&kRow);
    return &kOne;
  };
  EXPECT_THAT(load_error([&] { const InProcessBackend backend(&table, "lib.so"); }),
              HasSubstr("copy_matrix_cc_to_gm_f322f16 is claimed without execute"));
  table.execute = working_table().execute;
  EXPECT_EQ(load_error([&] { const InProcessBackend backend(&table, "lib.so"); }), "");
}

TEST(Elementwise, ProgramsWithCopiesAreUnsupported) {
  const vconform_adapter table = elementwise_table();
  InProcessBackend backend(&table, "test");
  EXPECT_EQ(run(backend, one_row({.row = {1}})).status, OutcomeStatus::kUnsupported);
  EXPECT_EQ(run(backend, one_copy({.source = {1}})).status, OutcomeStatus::kUnsupported);
}

TEST(Elementwise, ProgramsWithDequantisationsAreUnsupported) {
  const vconform_adapter table = elementwise_table();
  InProcessBackend backend(&table, "test");
  const spec::Case deq = one_deq("vconv_deqs162b8l_s8", {1}, {0x3f800000});
  EXPECT_EQ(run(backend, deq).status, OutcomeStatus::kUnsupported);
  EXPECT_EQ(run(backend, deq).after, spec::initial_image(deq));
  EXPECT_EQ(run(backend, one_deq("vconv_deq", {1}, {0x3c00})).status, OutcomeStatus::kUnsupported);
  spec::CastDeq call;
  call.is_vec_deq = false;
  call.mask.mask0 = 1;
  const spec::Case cast = one_cast_deq("cast_deq_s162s8", {1}, {0x3f800000}, call);
  EXPECT_EQ(run(backend, cast).status, OutcomeStatus::kUnsupported);
}

TEST(Elementwise, WhatTheWalkRefusesIsRejected) {
  const vconform_adapter table = elementwise_table();
  InProcessBackend backend(&table, "test");
  spec::Case program = one_conversion("vconv_f322s32r", {0});
  vconv_of(program).dst.offset = 2 * kDestination;
  const spec::Outcome outcome = run(backend, program);
  EXPECT_EQ(outcome.status, OutcomeStatus::kRejected);
  EXPECT_THAT(outcome.message, HasSubstr("dst reaches byte"));
  EXPECT_EQ(outcome.after, spec::initial_image(program));
}

TEST(Elementwise, WhatConvertReturnsIsTheOutcome) {
  vconform_adapter table = elementwise_table();
  table.convert = [](void*, const void*, void*, std::uint64_t, std::uint32_t, std::uint32_t,
                     std::uint32_t,
                     std::uint64_t) -> std::uint32_t { return VCONFORM_UNSUPPORTED; };
  InProcessBackend backend(&table, "test");
  const spec::Case program = one_conversion("vconv_f322s32r", {0});
  EXPECT_EQ(run(backend, program).status, OutcomeStatus::kUnsupported);
  EXPECT_EQ(run(backend, program).after, spec::initial_image(program));
}

}  // namespace
}  // namespace vconform::adapters
