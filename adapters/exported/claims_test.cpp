// The rows and features that go when a setter or a memory is missing.
#include "adapters/exported/claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace vconform::adapters::exported {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kSetters[] = {"set_ctrl",       "set_vector_mask", "set_deqscale",
                                    "set_quant_pre",  "set_fpc",         "set_nd_para",
                                    "set_lrelu_alpha"};

// A library of all prototypes, without some symbols and memories.
struct Without {
  std::set<std::string> names;
  std::set<std::uint32_t> memories;
};

Available library(const Without& without) {
  std::set<std::string> symbols;
  for (const Prototype& prototype : prototypes()) {
    symbols.insert(prototype.symbol);
  }
  for (const Setter& setter : setters()) {
    // The C function is a second setter of DEQSCALE.
    if (!without.names.contains(setter.name) && setter.symbol != setter.name) {
      symbols.insert(setter.symbol);
    }
  }
  return {[symbols](const std::string& symbol) { return symbols.contains(symbol); },
          [without](std::uint32_t memory) { return !without.memories.contains(memory); }};
}

std::optional<spec::FeatureSet> claimed(const Available& available, const char* instruction) {
  const spec::Cell cell = spec::cell_named(instruction).value();
  const auto served = served_rows(available)[cell.row][static_cast<std::size_t>(cell.rounding)];
  return served ? std::optional(served->features) : std::nullopt;
}

TEST(ExportedClaims, AreEverythingThatIsThere) {
  const Available all = library({});
  for (const spec::Cell& cell : spec::all_cells()) {
    EXPECT_EQ(claimed(all, spec::instruction_name(cell).c_str()), spec::kAllFeatures);
  }
  EXPECT_THAT(lacks(all), IsEmpty());
}

TEST(ExportedClaims, AreNotRowsThatNeedAMissingSetter) {
  struct Row {
    const char* setter;
    std::set<std::string> lost;
  };
  const std::vector<const char*> watched = {"vconv_f322s32r",
                                            "vconv_deq",
                                            "cast_deq_s162s8",
                                            "copy_matrix_cc_to_gm_f322f16",
                                            "copy_matrix_cc_to_gm_s322s8",
                                            "copy_matrix_cc_to_gm_s322s32",
                                            "data_copy_gm_vecin_f32"};
  const std::vector<Row> rows = {
      {"set_vector_mask", {"vconv_f322s32r", "vconv_deq", "cast_deq_s162s8"}},
      {"set_ctrl",
       {"vconv_f322s32r", "vconv_deq", "cast_deq_s162s8", "copy_matrix_cc_to_gm_f322f16"}},
      {"set_deqscale", {"vconv_deq", "cast_deq_s162s8"}},
      {"set_quant_pre", {"copy_matrix_cc_to_gm_s322s8"}},
      {"set_fpc", {}},
      {"set_nd_para", {}},
      {"set_lrelu_alpha", {}},
  };
  for (const Row& row : rows) {
    for (const char* instruction : watched) {
      EXPECT_EQ(claimed(library({{row.setter}, {}}), instruction).has_value(),
                !row.lost.contains(instruction))
          << instruction << " without " << row.setter;
    }
  }
}

TEST(ExportedClaims, LackTheFeatureThatAMissingSetterServes) {
  const auto lost = [](const char* setter, spec::Feature feature) {
    const auto features = claimed(library({{setter}, {}}), "copy_matrix_cc_to_gm_s322s8");
    return features == spec::kAllFeatures.without(feature);
  };
  EXPECT_TRUE(lost("set_fpc", spec::Feature::kVectorQuant));
  EXPECT_TRUE(lost("set_nd_para", spec::Feature::kNd));
  EXPECT_TRUE(lost("set_lrelu_alpha", spec::Feature::kReluLeaky));
}

TEST(ExportedClaims, LackWhatARegisterAddressesInAMemoryThatIsNotTheirs) {
  const Available pointers =
      library({{}, {VCONFORM_UB, VCONFORM_L1, VCONFORM_L0C, VCONFORM_FIXPIPE_BUFFER}});
  EXPECT_EQ(claimed(pointers, "vconv_vdeqs162b8h_s8"), std::nullopt);
  EXPECT_EQ(claimed(pointers, "cast_deq_s162u8"), std::nullopt);
  EXPECT_EQ(claimed(pointers, "cast_deq_s322f16"), spec::kAllFeatures);
  EXPECT_EQ(claimed(pointers, "vconv_deqs162b8h_s8"), spec::kAllFeatures);
  EXPECT_EQ(claimed(pointers, "copy_matrix_cc_to_gm_s322s8"),
            spec::kAllFeatures.without(spec::Feature::kVectorQuant));
  EXPECT_THAT(lacks(pointers),
              ElementsAre("exports no vconform_memory() with UB, into which a register points: "
                          "6 instructions that need it are not claimed",
                          HasSubstr("the feature vector-quant of FIXPIPE is not claimed")));
}

TEST(ExportedClaims, SayWhatEachLackCosts) {
  for (const char* setter : kSetters) {
    EXPECT_THAT(lacks(library({{setter}, {}})),
                ElementsAre(HasSubstr(std::string("exports no ") + setter + "(")));
  }
  EXPECT_THAT(
      lacks(library({{"set_lrelu_alpha"}, {}})),
      ElementsAre("exports no set_lrelu_alpha(float): the feature relu-leaky of FIXPIPE is not "
                  "claimed"));
}

}  // namespace
}  // namespace vconform::adapters::exported
