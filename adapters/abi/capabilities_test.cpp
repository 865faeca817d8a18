#include "adapters/abi/capabilities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/golden/program/golden_adapter.h"
#include "adapters/testing/test_table.h"

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

// A claimed row with a 16-bit result is tried in a state of CTRL[48] that it claims.
TEST(Capabilities, AHalfResultNeedsAStateOfCtrl48) {
  constexpr std::uint32_t kStates = VCONFORM_FEATURE_SATURATE | VCONFORM_FEATURE_KEEP_INF;
  for (const spec::Conversion& row : spec::kRows) {
    const bool is_half =
        (row.destination == spec::NumberType::kF16 || row.destination == spec::NumberType::kBf16) &&
        row.family != spec::Family::kDataCopy;
    if (row.family != spec::Family::kVconv || !spec::offers(row, spec::Rounding::kNearestEven)) {
      continue;
    }
    for (const std::uint32_t states :
         {kStates, std::uint32_t{VCONFORM_FEATURE_SATURATE},
          std::uint32_t{VCONFORM_FEATURE_KEEP_INF}, std::uint32_t{0}}) {
      const std::vector<vconform_capability> rows = {
          {VCONFORM_FAMILY_VCONV, 0, static_cast<std::uint32_t>(row.source),
           static_cast<std::uint32_t>(row.destination), kR, states | VCONFORM_FEATURE_REPEAT}};
      const std::string refusal = problem(declaring(rows));
      if (is_half && states == 0) {
        EXPECT_THAT(refusal, AllOf(HasSubstr("neither state of CTRL[48]"),
                                   HasSubstr("VCONFORM_FEATURE_SATURATE")));
      } else {
        EXPECT_EQ(refusal, "");
      }
    }
  }
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
      {[](vconform_capability& c) { c.features = 0x8000; }, "unknown bits in features"},
  };
  for (const Fault& fault : faults) {
    EXPECT_THAT(problem_with(fault.spoil), AllOf(StartsWith("lib.so: capability row 0: "),
                                                 HasSubstr(fault.message), Not(HasSubstr("\n"))));
  }
}

constexpr vconform_capability kDeq = {
    VCONFORM_FAMILY_DEQ, VCONFORM_VDEQS162B8L, VCONFORM_S16, VCONFORM_U8, 1, VCONFORM_FEATURE_ALL};
constexpr vconform_capability kCastDeq = {VCONFORM_FAMILY_CAST_DEQ,
                                          0,
                                          VCONFORM_S32,
                                          VCONFORM_F16,
                                          1,
                                          VCONFORM_FEATURE_MASK | VCONFORM_FEATURE_KEEP_INF};

TEST(Capabilities, ClaimsOfDequantisationsAreByFormAndType) {
  const std::vector<vconform_capability> rows = {kDeq, kCastDeq};
  const vconform_capabilities declared = declaring(rows);
  const Capabilities checked = checked_capabilities(&declared, "lib.so");
  EXPECT_EQ(claim(checked, "vconv_vdeqs162b8l_u8"), spec::kAllFeatures);
  EXPECT_EQ(claim(checked, "vconv_vdeqs162b8l_s8"), std::nullopt);
  EXPECT_EQ(claim(checked, "vconv_vdeqs162b8h_u8"), std::nullopt);
  EXPECT_EQ(claim(checked, "vconv_deq"), std::nullopt);
  EXPECT_EQ(claim(checked, "cast_deq_s322f16"),
            (spec::FeatureSet{VCONFORM_FEATURE_MASK | VCONFORM_FEATURE_KEEP_INF}));
  EXPECT_EQ(claim(checked, "cast_deq_s162u8"), std::nullopt);
}

TEST(Capabilities, NameEachFaultOfADequantisation) {
  struct Fault {
    vconform_capability row;
    void (*spoil)(vconform_capability&);
    const char* message;
  };
  const std::vector<Fault> faults = {
      {kDeq, [](vconform_capability& c) { c.variant = 5; },
       "deq has no form 5 from type 2 to type 5"},
      {kDeq, [](vconform_capability& c) { c.variant = VCONFORM_DEQS322F16; },
       "deq has no form 4 from type 2 to type 5"},
      {kDeq, [](vconform_capability& c) { c.source_type = VCONFORM_S32; },
       "deq has no form 3 from type 3 to type 5"},
      {kDeq, [](vconform_capability& c) { c.destination_type = VCONFORM_F16; },
       "deq has no form 3 from type 2 to type 6"},
      {kDeq, [](vconform_capability& c) { c.roundings = 1U << VCONFORM_ROUND_R; },
       "roundings must be 1 for deq"},
      {kDeq, [](vconform_capability& c) { c.roundings = 3; }, "roundings must be 1 for deq"},
      {kDeq, [](vconform_capability& c) { c.features = 0x8000; }, "unknown bits in features"},
      {kCastDeq, [](vconform_capability& c) { c.variant = VCONFORM_DEQS322F16; },
       "variant must be 0 for cast_deq"},
      {kCastDeq, [](vconform_capability& c) { c.destination_type = VCONFORM_S8; },
       "cast_deq has no row from type 3 to type 1"},
      {kCastDeq, [](vconform_capability& c) { c.source_type = VCONFORM_F32; },
       "cast_deq has no row from type 8 to type 6"},
      {kCastDeq, [](vconform_capability& c) { c.roundings = 2; },
       "roundings must be 1 for cast_deq"},
  };
  for (const Fault& fault : faults) {
    vconform_capability row = fault.row;
    EXPECT_EQ(problem(declaring({row})), "");
    fault.spoil(row);
    EXPECT_THAT(problem(declaring({row})), AllOf(StartsWith("lib.so: capability row 0: "),
                                                 HasSubstr(fault.message), Not(HasSubstr("\n"))));
  }
}

TEST(Capabilities, ADequantisationClaimedTwiceMustAgree) {
  vconform_capability other = kDeq;
  other.features = 0;
  EXPECT_THAT(problem(declaring({kDeq, other})),
              HasSubstr("row 1: vconv_vdeqs162b8l_u8 is claimed twice"));
  other.destination_type = VCONFORM_S8;
  EXPECT_EQ(problem(declaring({kDeq, other})), "");
  other = kCastDeq;
  other.features = VCONFORM_FEATURE_SATURATE;
  EXPECT_THAT(problem(declaring({kCastDeq, other})),
              HasSubstr("row 1: cast_deq_s322f16 is claimed twice"));
}

constexpr vconform_capability kCopyMatrix = {
    VCONFORM_FAMILY_COPY_MATRIX, VCONFORM_L1, VCONFORM_S32, VCONFORM_S8, 1, VCONFORM_FEATURE_RELU};
constexpr vconform_capability kDataCopy = {
    VCONFORM_FAMILY_DATA_COPY,
    VCONFORM_DATA_COPY_VARIANT(VCONFORM_CO1, VCONFORM_CO2, VCONFORM_VDEQ8, 0),
    VCONFORM_S32,
    VCONFORM_U8,
    1,
    VCONFORM_FEATURE_ALL};

TEST(Capabilities, ClaimsOfCopiesAreByMemoryPathAndMode) {
  const std::vector<vconform_capability> rows = {kCopyMatrix, kDataCopy};
  const vconform_capabilities declared = declaring(rows);
  const Capabilities checked = checked_capabilities(&declared, "lib.so");
  EXPECT_EQ(claim(checked, "copy_matrix_cc_to_cbuf_s322s8"),
            (spec::FeatureSet{VCONFORM_FEATURE_RELU}));
  EXPECT_EQ(claim(checked, "copy_matrix_cc_to_gm_s322s8"), std::nullopt);
  EXPECT_EQ(claim(checked, "data_copy_vdeq8_s322u8"), spec::kAllFeatures);
  EXPECT_EQ(claim(checked, "data_copy_deq8_s322u8"), std::nullopt);
  EXPECT_EQ(claim(checked, "data_copy_vdeq8_s322s8"), std::nullopt);
}

TEST(Capabilities, AModeOfReluIsClaimedAloneByFixpipeOnly) {
  vconform_capability row = kCopyMatrix;
  const auto claimed = [&](std::uint32_t features) {
    row.features = features;
    const std::vector<vconform_capability> rows = {row};
    const vconform_capabilities declared = declaring(rows);
    return claim(checked_capabilities(&declared, "lib.so"), "copy_matrix_cc_to_cbuf_s322s8");
  };
  const auto normal = claimed(VCONFORM_FEATURE_RELU_NORMAL);
  ASSERT_TRUE(normal.has_value());
  EXPECT_TRUE(normal->has(spec::Feature::kReluNormal));
  EXPECT_FALSE(normal->has(spec::Feature::kReluLeaky));
  EXPECT_FALSE(normal->has(spec::Feature::kRelu));
  EXPECT_EQ(claimed(VCONFORM_FEATURE_RELU_NORMAL | VCONFORM_FEATURE_RELU_LEAKY |
                    VCONFORM_FEATURE_RELU_PRELU),
            claimed(VCONFORM_FEATURE_RELU));
  row = kDataCopy;
  row.features = VCONFORM_FEATURE_RELU_LEAKY;
  EXPECT_THAT(problem(declaring({row})),
              HasSubstr("data_copy_vdeq8_s322u8 has no modes of ReLU: claim VCONFORM_FEATURE_RELU "
                        "for relu-leaky"));
}

TEST(Capabilities, NameEachFaultOfACopy) {
  struct Fault {
    vconform_capability row;
    void (*spoil)(vconform_capability&);
    const char* message;
  };
  const std::vector<Fault> faults = {
      {kCopyMatrix, [](vconform_capability& c) { c.variant = VCONFORM_UB; },
       "copy_matrix has no row from type 3 to type 1 in memory 0"},
      {kCopyMatrix, [](vconform_capability& c) { c.destination_type = VCONFORM_S32; },
       "copy_matrix has no row from type 3 to type 3 in memory 1"},
      {kCopyMatrix, [](vconform_capability& c) { c.roundings = 2; },
       "roundings must be 1 for copy_matrix"},
      {kCopyMatrix, [](vconform_capability& c) { c.features = 0x8000; },
       "unknown bits in features"},
      {kDataCopy, [](vconform_capability& c) { c.variant |= 1; },
       "data_copy has no row from type 3 to type 5 of variant 101123073"},
      {kDataCopy, [](vconform_capability& c) { c.source_type = VCONFORM_F32; },
       "data_copy has no row from type 8 to type 5"},
      {kDataCopy, [](vconform_capability& c) { c.roundings = 3; },
       "roundings must be 1 for data_copy"},
  };
  for (const Fault& fault : faults) {
    vconform_capability row = fault.row;
    fault.spoil(row);
    EXPECT_THAT(problem(declaring({row})), AllOf(StartsWith("lib.so: capability row 0: "),
                                                 HasSubstr(fault.message), Not(HasSubstr("\n"))));
  }
}

TEST(Capabilities, EveryRowCanBeClaimedAndGoldenClaimsAll) {
  const vconform_adapter* golden = golden::golden_adapter();
  void* context = golden->create();
  const Capabilities checked = checked_capabilities(golden->capabilities(context), "golden");
  golden->destroy(context);
  for (const spec::Conversion& row : spec::kRows) {
    const auto mode = spec::rounding_with_letter(row.modes[0]).value();
    EXPECT_EQ(checked.rows[row.number][static_cast<std::size_t>(mode)], spec::kAllFeatures)
        << pair_name(row);
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
  declared = declaring({});
  declared.largest_memory = spec::kMaxMemoryBytes - 1;
  EXPECT_THAT(problem(declared), HasSubstr("largest_memory 16777215"));
}

TEST(Capabilities, ZeroStrideBitsMeanEightAndOrdersAreReadings) {
  vconform_capabilities declared = declaring({});
  EXPECT_EQ(checked_capabilities(&declared, "").stride_bits, 8);
  EXPECT_EQ(checked_capabilities(&declared, "").overlap_order, std::nullopt);
  declared.stride_bits = 12;
  declared.overlap_order = VCONFORM_ORDER_SNAPSHOT;
  EXPECT_EQ(checked_capabilities(&declared, "").stride_bits, 12);
  EXPECT_EQ(checked_capabilities(&declared, "").overlap_order,
            spec::choice("walk.order", "snapshot"));
}

// Libraries that were built before the field was there say nothing about it.
TEST(Capabilities, TheLargestMemoryIsReadIfItIsThere) {
  vconform_capabilities declared = declaring({});
  EXPECT_EQ(checked_capabilities(&declared, "").largest_memory, spec::kMaxMemoryBytes);
  declared.largest_memory = spec::kMaxGmBytes;
  EXPECT_EQ(checked_capabilities(&declared, "").largest_memory, spec::kMaxGmBytes);
  declared.struct_size = offsetof(vconform_capabilities, largest_memory);
  EXPECT_EQ(checked_capabilities(&declared, "").largest_memory, spec::kMaxMemoryBytes);
}

TEST(Capabilities, OnlyPermissiveReadingsAreDeclared) {
  vconform_capabilities declared = declaring({});
  const char* text = "mask.inactive-lanes=undefined";
  declared.choices = &text;
  declared.choice_count = 1;
  EXPECT_THAT(checked_capabilities(&declared, "").permissive_choices,
              ElementsAre("mask.inactive-lanes=undefined"));
  const std::vector<const char*> again(200, text);
  declared.choices = again.data();
  declared.choice_count = 200;
  EXPECT_THAT(checked_capabilities(&declared, "").permissive_choices,
              ElementsAre("mask.inactive-lanes=undefined"));
  declared.choices = &text;
  declared.choice_count = 1;
  text = "s4.nibble=high-first";
  EXPECT_THAT(problem(declared), HasSubstr("not a permissive reading"));
  text = "no.such=rule";
  EXPECT_THAT(problem(declared), HasSubstr("no open rule 'no.such'"));
}

}  // namespace
}  // namespace vconform::adapters
