#include "adapters/elementwise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/abi_cell.h"
#include "adapters/golden/convert.h"
#include "adapters/in_process_backend.h"
#include "adapters/one_conversion.h"
#include "adapters/one_copy.h"
#include "adapters/open_backend.h"
#include "adapters/test_table.h"

namespace vconform::adapters {
namespace {

using spec::OutcomeStatus;
using ::testing::HasSubstr;

// Golden's arithmetic as a table that only converts arrays.
std::uint32_t convert_as_golden(void*, const void* src, void* dst, std::uint64_t n,
                                std::uint32_t source_type, std::uint32_t destination_type,
                                std::uint32_t rounding, std::uint64_t ctrl) {
  const auto cell = cell_of(source_type, destination_type, rounding);
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

TEST(Elementwise, SaysThatAddressingIsNotJudgedAndAddsWhatTheWalkDoes) {
  vconform_adapter table = elementwise_table();
  table.capabilities = [](void*) {
    static constexpr vconform_capability kRow = {VCONFORM_FAMILY_VCONV, 0, VCONFORM_S16,
                                                 VCONFORM_F32,          1, 0};
    static constexpr vconform_capabilities kOne = {
        sizeof(vconform_capabilities), 0, 0, 0, 1, sizeof kRow, &kRow, 0, 0, nullptr};
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
    static constexpr vconform_capabilities kOne = {
        sizeof(vconform_capabilities), 0, 0, 0, 1, sizeof kRow, &kRow, 0, 0, nullptr};
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
        VCONFORM_FAMILY_COPY_MATRIX, VCONFORM_GM, VCONFORM_F32, VCONFORM_F16, 1, 0};
    static constexpr vconform_capabilities kOne = {
        sizeof(vconform_capabilities), 0, 0, 0, 1, sizeof kRow, &kRow, 0, 0, nullptr};
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
