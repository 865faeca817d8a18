#include "generators/programs/state/state_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <variant>
#include <vector>

#include "generators/choices/rapidcheck_source.h"
#include "generators/programs/operands.h"
#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "spec/case/case_text.h"
#include "spec/number/quantization.h"

namespace vconform::generators {
namespace {

using spec::Feature;

std::vector<ClaimedCell> others(spec::FeatureSet features) {
  std::vector<ClaimedCell> cells;
  for (const spec::Cell& cell : spec::all_cells()) {
    cells.push_back({cell, features});
  }
  return cells;
}

spec::Case program_of(const spec::Cell& cell, std::uint64_t seed, spec::FeatureSet allowed) {
  RapidCheckSource choices{rc::Random(seed)};
  const std::vector<ClaimedCell> cells = others(allowed);
  return state_case(choices, cell, {allowed, kUbBlocks, cells});
}

bool is_instruction(const spec::Step& step) {
  return spec::cell_of(step).has_value();
}

// The program up to each of its instructions.
std::vector<spec::Case> beginnings(const spec::Case& program) {
  std::vector<spec::Case> cases;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    if (is_instruction(program.steps[i])) {
      cases.push_back(program);
      cases.back().steps.resize(i + 1);
    }
  }
  return cases;
}

// Copies do not read MASK and these bits of CTRL, which another instruction may need.
spec::FeatureSet allowed_after_others(const spec::Case& one, spec::FeatureSet allowed) {
  constexpr std::uint32_t kUnreadByCopies = static_cast<std::uint32_t>(Feature::kMask) |
                                            static_cast<std::uint32_t>(Feature::kCounter) |
                                            static_cast<std::uint32_t>(Feature::kCtrl59);
  const bool is_copy = spec::cell_of(one.steps.back())->conversion().is_copy();
  return {allowed.bits | (is_copy ? kUnreadByCopies : 0)};
}

TEST(StateCases, AreLegalAndWithinWhatIsAllowed) {
  constexpr std::array<spec::FeatureSet, 3> kAllowed = {
      spec::kAllFeatures, spec::kAllFeatures.without(Feature::kCounter).without(Feature::kSaturate),
      spec::kAllFeatures.without(Feature::kMask).without(Feature::kKeepInf)};
  for (const spec::Cell& cell : spec::first_cells()) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const spec::FeatureSet allowed = kAllowed[seed % kAllowed.size()];
      for (const spec::Case& one : beginnings(program_of(cell, seed, allowed))) {
        ASSERT_EQ(illegality(one), "") << spec::to_text(one);
        ASSERT_TRUE(allowed_after_others(one, allowed).includes(features_used(one)))
            << spec::to_text(one);
      }
    }
  }
}

TEST(StateCases, RunWithEachRegisterUnwrittenAndWrittenLast) {
  const spec::Cell cell = *spec::cell_named("vconv_deqs162b8h_s8");
  std::array<int, 3> unwritten = {};
  std::array<int, 3> last = {};
  int unchanged = 0;
  const auto kind_of = [](const spec::Step& step) -> std::size_t {
    return std::holds_alternative<spec::SetCtrl>(step)       ? 0
           : std::holds_alternative<spec::SetMask>(step)     ? 1
           : std::holds_alternative<spec::SetDeqScale>(step) ? 2
                                                             : 3;
  };
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    std::array<bool, 3> written = {};
    const std::vector<spec::Step> steps = program_of(cell, seed, spec::kAllFeatures).steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const std::size_t kind = kind_of(steps[i]);
      if (kind < 3) {
        written[kind] = true;
        continue;
      }
      for (std::size_t which = 0; which < 3; ++which) {
        unwritten[which] += is_instruction(steps[i]) && !written[which] ? 1 : 0;
        last[which] += i > 0 && kind_of(steps[i - 1]) == which ? 1 : 0;
      }
      unchanged += i > 0 && is_instruction(steps[i - 1]) ? 1 : 0;
    }
  }
  for (std::size_t which = 0; which < 3; ++which) {
    EXPECT_GE(unwritten[which], 40) << which;
    EXPECT_GE(last[which], 100) << which;
  }
  EXPECT_GE(unchanged, 100);
}

std::optional<spec::Address> source_in(spec::Step step) {
  return is_instruction(step) ? std::optional(source_of(step)) : std::nullopt;
}

TEST(StateCases, ReadWhatAnotherInstructionHasWritten) {
  for (const char* const name : {"vconv_f162f32", "vconv_deq", "vconv_vdeqs162b8h_s8",
                                 "cast_deq_s322f16", "data_copy_vecout_gm_s16"}) {
    const spec::Cell cell = *spec::cell_named(name);
    int reads = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const std::vector<spec::Step> steps = program_of(cell, seed, spec::kAllFeatures).steps;
      for (std::size_t i = 0; i < steps.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          spec::Step before = steps[j];
          const bool is_other = is_instruction(before) && spec::cell_of(before) != cell;
          reads += is_other && source_in(steps[i]) == destination_of(before) ? 1 : 0;
        }
      }
    }
    EXPECT_GE(reads, 5) << name;
  }
}

TEST(StateCases, FactorsAreWrittenAfterTheirAddress) {
  const std::vector<ClaimedCell> writer = {
      {*spec::cell_named("vconv_f322s32r"), spec::kAllFeatures}};
  int written = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    RapidCheckSource choices{rc::Random(seed)};
    const spec::Cell cell = *spec::cell_named("vconv_vdeqs162b8h_s8");
    std::uint64_t address = 0;
    for (spec::Step& step :
         state_case(choices, cell, {spec::kAllFeatures, kUbBlocks, writer}).steps) {
      if (const auto* scale = std::get_if<spec::SetDeqScale>(&step)) {
        address = spec::kVectorAddress.of(scale->value) * spec::kVectorAddressUnit;
      } else if (is_instruction(step) && spec::cell_of(step) == writer.front().cell) {
        written += destination_of(step).offset == address ? 1 : 0;
      }
    }
  }
  EXPECT_GE(written, 10);
}

TEST(StateCases, EveryRunHasADestinationOfItsOwn) {
  const spec::Cell cell = *spec::cell_named("vconv_f322s32r");
  const spec::Case program = program_of(cell, 1, spec::kAllFeatures);
  std::vector<std::uint64_t> places;
  for (const spec::Step& step : program.steps) {
    if (const auto* vconv = std::get_if<spec::Vconv>(&step)) {
      places.push_back(vconv->dst.offset);
    }
  }
  EXPECT_GE(places.size(), 6u);
  std::ranges::sort(places);
  EXPECT_EQ(std::ranges::adjacent_find(places), places.end());
}

}  // namespace
}  // namespace vconform::generators
