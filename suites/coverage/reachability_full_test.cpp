// The bins that can be reached, found in two ways.
#include "suites/coverage/reachability.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "spec/profiles/choices.h"
#include "suites/coverage/candidate_sources.h"
#include "suites/coverage/classes.h"
#include "suites/coverage/element_classes.h"
#include "suites/coverage/reasons.h"
#include "suites/judging/level.h"

namespace vconform::suites {
namespace {

Tally met_by(const spec::Cell& cell, const std::vector<std::uint64_t>& sources) {
  Tally tally(group_of(GroupId::kValues, cell.conversion()));
  spec::Vconv vconv;
  vconv.cell = cell;
  const spec::Step step = vconv;
  for (const std::uint64_t ctrl : kSystematicCtrl) {
    for (const std::uint64_t source : sources) {
      tally.add(element_sample(setting_of(step, ctrl), {source, 0, 0}, spec::choices_of_golden()));
    }
  }
  return tally;
}

// The solver of wider sources, tried on sources that can all be tried.
TEST(Reachability, SolvedSourcesMeetWhatEverySourceMeets) {
  for (const std::string_view name :
       {"vconv_f162s8r", "vconv_f162u8f", "vconv_f162s4c", "vconv_bf162s32a", "vconv_s162f16r",
        "vconv_f162s16z", "vconv_f162f32"}) {
    const spec::Cell cell = spec::cell_named(name).value();
    const spec::Conversion& row = cell.conversion();
    const Tally solved = met_by(cell, solved_sources(row));
    const Tally all = met_by(cell, every_source(row.from()));
    ASSERT_LT(solved_sources(row).size(), every_source(row.from()).size() / 2) << name;
    for (const Bin& bin : all.bins()) {
      EXPECT_EQ(solved.has(bin), all.has(bin)) << name << ": " << text_of(bin);
    }
  }
}

TEST(Reachability, EveryWitnessLiesInItsBinAndOtherBinsHaveAReason) {
  for (const std::string_view name : {"vconv_f322f16o", "vconv_s642f32r", "vconv_deqs162b8l_u8",
                                      "copy_matrix_cc_to_gm_b4_s322s4"}) {
    const spec::Cell cell = spec::cell_named(name).value();
    const Reachability reachability(cell);
    for (const Bin& bin : reachability.reachable().bins()) {
      const Witness* witness = reachability.witness(bin);
      ASSERT_EQ(witness != nullptr, reachability.reachable().has(bin)) << text_of(bin);
      if (witness != nullptr) {
        Tally alone(group_of(GroupId::kValues, cell.conversion()));
        alone.add(element_sample(setting_of(witness->step, witness->ctrl), witness->input,
                                 spec::choices_of_golden()));
        EXPECT_TRUE(alone.has(bin)) << text_of(*witness);
        EXPECT_EQ(reachability.impossible(bin), std::nullopt);
      }
    }
  }
}

TEST(Reachability, ReasonsAreOnlyGivenAgainstWhatDoesNotOccur) {
  for (const spec::Cell& cell : spec::first_cells()) {
    if (cell.conversion().is_copy() || cell.conversion().from().bits > 32) {
      continue;
    }
    const Reachability reachability(cell);
    for (const Bin& bin : reachability.reachable().bins()) {
      if (reachability.reachable().has(bin)) {
        EXPECT_EQ(reason_against(cell, bin), std::nullopt)
            << spec::instruction_name(cell) << ": " << text_of(bin);
      }
    }
  }
}

std::string why(std::string_view name, const Bin& bin) {
  return Reachability(spec::cell_named(name).value()).impossible(bin).value_or("possible");
}

TEST(Reachability, SaysWhyABinIsImpossible) {
  const auto result = [](ResultClass number) {
    return Bin{Dim::kResult, static_cast<std::size_t>(number)};
  };
  EXPECT_EQ(why("vconv_s322f32r", result(ResultClass::kSubnormal)), "no integer but 0 is below 1");
  EXPECT_EQ(why("vconv_f162f32", {Dim::kRounding, 1}),
            "the destination holds every source: nothing is rounded");
  EXPECT_EQ(why("vconv_f322f16z", result(ResultClass::kCarry)), "z never rounds away from zero");
  EXPECT_EQ(why("vconv_f322f16r", result(ResultClass::kOverflowByRounding)), "possible");
  // 2^-126 and below is far below half of the smallest f16.
  EXPECT_EQ(
      why("vconv_f322f16r", {Dim::kSource, static_cast<std::size_t>(SourceClass::kSubnormal),
                             Dim::kRounding, static_cast<std::size_t>(RoundingClass::kTieEven)}),
      "with source subnormal, rounding is always below a tie");
}

}  // namespace
}  // namespace vconform::suites
