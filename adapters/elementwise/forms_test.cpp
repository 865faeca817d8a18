// The forms in which a table serves its rows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <vector>

#include "adapters/elementwise/elementwise.h"
#include "adapters/load/in_process_backend.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/short_programs/one_copy.h"
#include "adapters/testing/test_table.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters {
namespace {

using spec::OutcomeStatus;
using ::testing::HasSubstr;

std::uint32_t any_array(void*, const void*, void*, std::uint64_t, std::uint32_t, std::uint32_t,
                        std::uint32_t, std::uint64_t) {
  return VCONFORM_OK;
}

std::uint32_t any_element(void*, const vconform_element*, std::uint64_t* result) {
  *result = 0;
  return VCONFORM_OK;
}

// A table whose one row has these features, a DEQ or the vconv from s16 to f32.
vconform_adapter table_of_one(bool is_deq, std::uint32_t features) {
  static vconform_capability row;
  static vconform_capabilities one;
  row = {is_deq ? std::uint32_t{VCONFORM_FAMILY_DEQ} : std::uint32_t{VCONFORM_FAMILY_VCONV},
         is_deq ? std::uint32_t{VCONFORM_DEQS162B8L} : 0,
         VCONFORM_S16,
         is_deq ? std::uint32_t{VCONFORM_S8} : std::uint32_t{VCONFORM_F32},
         1,
         features};
  one = {};
  one.struct_size = sizeof one;
  one.row_count = 1;
  one.row_size = sizeof row;
  one.rows = &row;
  vconform_adapter table = working_table();
  table.convert = any_array;
  table.element = any_element;
  table.capabilities = [](void*) -> const vconform_capabilities* { return &one; };
  return table;
}

TEST(Forms, ARowIsServedInTheFormThatItNames) {
  const spec::Cell widening = spec::cell_named("vconv_s162f32").value();
  const spec::Cell deq = spec::cell_named("vconv_deqs162b8l_s8").value();
  struct Claim {
    bool is_deq;
    std::uint32_t features;
    bool laid_out;
  };
  for (const Claim& claim : {Claim{false, 0, false}, Claim{false, VCONFORM_BY_EXECUTE, false},
                             Claim{false, VCONFORM_BY_CONVERT, true}, Claim{true, 0, false},
                             Claim{true, VCONFORM_BY_ELEMENT, true}}) {
    const vconform_adapter table = table_of_one(claim.is_deq, claim.features);
    const InProcessBackend backend(&table, "test");
    const spec::Cell& cell = claim.is_deq ? deq : widening;
    EXPECT_EQ(backend.lays_out(cell), claim.laid_out);
    EXPECT_EQ(backend.claims(cell), claim.laid_out ? kElementwiseFeatures : spec::FeatureSet{});
    EXPECT_EQ(backend.judges_addressing(), !claim.laid_out);
  }
}

TEST(Forms, AFormThatCannotServeTheRowIsRefused) {
  const auto refused = [](bool is_deq, std::uint32_t features, bool has_functions = true) {
    vconform_adapter table = table_of_one(is_deq, features);
    if (!has_functions) {
      table.convert = nullptr;
      table.element = nullptr;
    }
    return load_error([&] { const InProcessBackend backend(&table, "lib.so"); });
  };
  EXPECT_THAT(refused(true, VCONFORM_BY_CONVERT), HasSubstr("that serves vconv only"));
  EXPECT_THAT(refused(false, VCONFORM_BY_ELEMENT), HasSubstr("that serves dequantisations"));
  EXPECT_THAT(refused(false, VCONFORM_BY_CONVERT, false), HasSubstr("which the table lacks"));
  EXPECT_THAT(refused(true, VCONFORM_BY_ELEMENT, false), HasSubstr("which the table lacks"));
  EXPECT_THAT(refused(true, VCONFORM_BY_ELEMENT | VCONFORM_BY_EXECUTE),
              HasSubstr("served in several forms"));
}

std::vector<std::uint32_t> kinds_seen;

// Beside a row that the suite lays out, a program of another row comes without register writes of
// the suite's.
TEST(Forms, AProgramThatIsExecutedComesAsItIs) {
  static const vconform_capability rows[] = {
      {VCONFORM_FAMILY_VCONV, 0, VCONFORM_S16, VCONFORM_F32, 1, VCONFORM_BY_CONVERT},
      {VCONFORM_FAMILY_VCONV, 0, VCONFORM_U8, VCONFORM_F16, 1,
       VCONFORM_FEATURE_SATURATE | VCONFORM_FEATURE_KEEP_INF | VCONFORM_BY_EXECUTE}};
  static vconform_capabilities both{};
  both.struct_size = sizeof both;
  both.row_count = 2;
  both.row_size = sizeof(vconform_capability);
  both.rows = rows;
  vconform_adapter table = working_table();
  table.convert = any_array;
  table.capabilities = [](void*) -> const vconform_capabilities* { return &both; };
  table.execute = [](void*, const vconform_step* steps, std::uint64_t count, vconform_memories*) {
    for (std::uint64_t i = 0; i < count; ++i) {
      kinds_seen.push_back(steps[i].kind);
    }
    return std::uint32_t{VCONFORM_OK};
  };
  InProcessBackend backend(&table, "test");
  const spec::Case program = one_conversion("vconv_u82f16", {2});
  kinds_seen.clear();
  EXPECT_EQ(run(backend, program).status, OutcomeStatus::kCompleted);
  EXPECT_EQ(kinds_seen.size(), program.steps.size());
  EXPECT_EQ(kinds_seen.back(), std::uint32_t{VCONFORM_STEP_VCONV});
}

// A result that a library leaves unwritten must not be right by chance.
TEST(Forms, UnwrittenResultsAreWhatStoodThere) {
  constexpr std::uint32_t kDeq8 =
      VCONFORM_DATA_COPY_VARIANT(VCONFORM_CO1, VCONFORM_CO2, VCONFORM_DEQ8, 0);
  static const vconform_capability rows[] = {
      {VCONFORM_FAMILY_VCONV, 0, VCONFORM_S16, VCONFORM_F32, 1, VCONFORM_BY_CONVERT},
      {VCONFORM_FAMILY_DEQ, VCONFORM_DEQS162B8L, VCONFORM_S16, VCONFORM_S8, 1, 0},
      {VCONFORM_FAMILY_COPY_MATRIX, VCONFORM_GM, VCONFORM_S32, VCONFORM_S8, 1, 0},
      {VCONFORM_FAMILY_DATA_COPY, kDeq8, VCONFORM_S32, VCONFORM_S8, 1, 0}};
  static vconform_capabilities all{};
  all.struct_size = sizeof all;
  all.row_count = std::size(rows);
  all.row_size = sizeof(vconform_capability);
  all.rows = rows;
  vconform_adapter table = working_table();
  table.execute = nullptr;
  table.convert = any_array;
  table.element = [](void*, const vconform_element*, std::uint64_t*) {
    return std::uint32_t{VCONFORM_OK};
  };
  table.capabilities = [](void*) -> const vconform_capabilities* { return &all; };
  InProcessBackend backend(&table, "test");
  for (const spec::Case& program :
       {one_conversion("vconv_s162f32", {1, 2, 3}),
        one_deq("vconv_deqs162b8l_s8", {1, 2, 3}, {kScaleOne}), one_row({"gm_s322s8", {1, 2, 3}}),
        one_copy({"deq8_s322s8", {1, 2, 3}})}) {
    const spec::Outcome outcome = run(backend, program);
    EXPECT_EQ(outcome.status, OutcomeStatus::kCompleted) << outcome.message;
    EXPECT_EQ(outcome.after, spec::initial_image(program));
  }
}

// The table of a library that was built before element() came.
TEST(Forms, ATableOfTheOldSizeGoesOnWorking) {
  vconform_adapter table = table_of_one(false, 0);
  table.execute = nullptr;
  // The function stands behind its end.
  table.struct_size = offsetof(vconform_adapter, element);
  InProcessBackend backend(&table, "test");
  const spec::Case program = one_conversion("vconv_s162f32", {2});
  EXPECT_EQ(run(backend, program).status, OutcomeStatus::kCompleted);
  const spec::Case deq = one_deq("vconv_deqs162b8l_s8", {1}, {0x3f800000});
  EXPECT_EQ(run(backend, deq).status, OutcomeStatus::kUnsupported);
  vconform_adapter of_deq = table_of_one(true, 0);
  of_deq.struct_size = offsetof(vconform_adapter, element);
  of_deq.execute = nullptr;
  EXPECT_THAT(load_error([&] { const InProcessBackend opened(&of_deq, "lib.so"); }),
              HasSubstr("claimed without execute: convert() serves vconv only"));
}

}  // namespace
}  // namespace vconform::adapters
