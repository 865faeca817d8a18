#include "adapters/capabilities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/test_table.h"

namespace vconform::adapters {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::uint32_t kR = 1U << VCONFORM_ROUND_R;
constexpr vconform_capability kF32ToS32 = {VCONFORM_FAMILY_VCONV, 0,  VCONFORM_F32,
                                           VCONFORM_S32,          kR, VCONFORM_FEATURE_ALL};

vconform_capabilities declaring(const std::vector<vconform_capability>& rows) {
  vconform_capabilities declared{};
  declared.struct_size = sizeof declared;
  declared.row_count = static_cast<std::uint32_t>(rows.size());
  declared.row_size = sizeof(vconform_capability);
  declared.rows = rows.data();
  return declared;
}

std::string problem(const vconform_capabilities& declared) {
  return load_error([&] { checked_capabilities(&declared, "lib.so"); });
}

std::string problem_with(void (*spoil)(vconform_capability&)) {
  std::vector<vconform_capability> rows = {kF32ToS32};
  spoil(rows[0]);
  return problem(declaring(rows));
}

std::optional<spec::FeatureSet> claim(const Capabilities& checked, const char* instruction) {
  const spec::Cell cell = spec::cell_named(instruction).value();
  return checked.rows[cell.row][static_cast<std::size_t>(cell.rounding)];
}

TEST(Capabilities, ClaimsAreByRowAndRounding) {
  const std::vector<vconform_capability> rows = {kF32ToS32};
  const vconform_capabilities declared = declaring(rows);
  const Capabilities checked = checked_capabilities(&declared, "lib.so");
  EXPECT_EQ(claim(checked, "vconv_f322s32r"), spec::kAllFeatures);
  EXPECT_EQ(claim(checked, "vconv_f322s32z"), std::nullopt);
  EXPECT_EQ(claim(checked, "vconv_f322s16r"), std::nullopt);
}

TEST(Capabilities, NameEachFaultOfARowInOneLine) {
  struct Fault {
    void (*spoil)(vconform_capability&);
    const char* message;
  };
  const std::vector<Fault> faults = {
      {[](vconform_capability& c) { c.family = 9; }, "unknown family 9"},
      {[](vconform_capability& c) { c.variant = 1; }, "variant must be 0"},
      {[](vconform_capability& c) { c.source_type = 13; }, "unknown source_type 13"},
      {[](vconform_capability& c) { c.destination_type = 99; }, "unknown destination_type 99"},
      {[](vconform_capability& c) { c.destination_type = VCONFORM_U8; }, "no row from type 8"},
      {[](vconform_capability& c) { c.roundings = 0; }, "no rounding"},
      {[](vconform_capability& c) { c.roundings = 0x80; }, "unknown bits in roundings"},
      {[](vconform_capability& c) { c.roundings |= 1U << VCONFORM_ROUND_O; },
       "no f322s32 with rounding 'o'"},
      {[](vconform_capability& c) { c.features = 0x100; }, "unknown bits in features"},
  };
  for (const Fault& fault : faults) {
    EXPECT_THAT(problem_with(fault.spoil), AllOf(StartsWith("lib.so: capability row 0: "),
                                                 HasSubstr(fault.message), Not(HasSubstr("\n"))));
  }
}

TEST(Capabilities, TheSameRowTwiceMustAgree) {
  vconform_capability other = kF32ToS32;
  EXPECT_EQ(problem(declaring({kF32ToS32, other})), "");
  other.features = VCONFORM_FEATURE_MASK;
  EXPECT_THAT(problem(declaring({kF32ToS32, other})),
              HasSubstr("row 1: vconv_f322s32r is claimed twice"));
  other.roundings = 1U << VCONFORM_ROUND_Z;
  EXPECT_EQ(problem(declaring({kF32ToS32, other})), "");
}

TEST(Capabilities, LongerRowsAreSteppedOver) {
  struct Longer {
    vconform_capability row;
    std::uint64_t more;
  };
  const std::vector<Longer> rows = {{kF32ToS32, ~0ULL}, {kF32ToS32, ~0ULL}};
  vconform_capabilities declared = declaring({});
  declared.rows = &rows[0].row;
  declared.row_count = 2;
  declared.row_size = sizeof(Longer);
  EXPECT_EQ(problem(declared), "");
  declared.row_size = 8;
  EXPECT_THAT(problem(declared), HasSubstr("row_size is 8"));
}

TEST(Capabilities, NameEachFaultOfTheStruct) {
  EXPECT_THAT(load_error([] { checked_capabilities(nullptr, "lib.so"); }),
              HasSubstr("returned null"));
  vconform_capabilities declared = declaring({});
  declared.struct_size = 8;
  EXPECT_THAT(problem(declared), HasSubstr("struct_size is 8"));
  declared = declaring({});
  declared.row_count = 1;
  declared.rows = nullptr;
  EXPECT_THAT(problem(declared), HasSubstr("rows is null"));
  declared = declaring({});
  declared.overlap_order = 4;
  EXPECT_THAT(problem(declared), HasSubstr("overlap_order 4"));
  declared = declaring({});
  declared.stride_bits = 17;
  EXPECT_THAT(problem(declared), HasSubstr("stride_bits 17"));
}

TEST(Capabilities, ZeroStrideBitsMeanEightAndOrdersAreReadings) {
  vconform_capabilities declared = declaring({});
  EXPECT_EQ(checked_capabilities(&declared, "").stride_bits, 8);
  EXPECT_EQ(checked_capabilities(&declared, "").overlap_order, std::nullopt);
  declared.stride_bits = 12;
  declared.overlap_order = VCONFORM_ORDER_SNAPSHOT;
  EXPECT_EQ(checked_capabilities(&declared, "").stride_bits, 12);
  EXPECT_EQ(checked_capabilities(&declared, "").overlap_order, 2);
}

TEST(Capabilities, OnlyPermissiveReadingsAreDeclared) {
  vconform_capabilities declared = declaring({});
  const char* text = "mask.inactive-lanes=undefined";
  declared.choices = &text;
  declared.choice_count = 1;
  EXPECT_THAT(checked_capabilities(&declared, "").permissive_choices,
              ElementsAre("mask.inactive-lanes=undefined"));
  text = "s4.nibble=high-first";
  EXPECT_THAT(problem(declared), HasSubstr("not a permissive reading"));
  text = "no.such=rule";
  EXPECT_THAT(problem(declared), HasSubstr("no open rule 'no.such'"));
}

}  // namespace
}  // namespace vconform::adapters
