#include "generators/sweep/programs.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "generators/sweep/memory.h"
#include "generators/testing/brute_force_legality.h"
#include "generators/testing/features_used.h"
#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"

namespace vconform::generators {
namespace {

std::vector<SweepDomain> all_domains() {
  std::vector<SweepDomain> domains;
  for (const spec::Conversion& row : spec::kRows) {
    for (const spec::RoundingMode& mode : spec::kRoundingModes) {
      if (can_be_swept(row) && spec::offers(row, mode.rounding)) {
        domains.push_back({{row.number, mode.rounding}, 0});
      }
    }
  }
  return domains;
}

std::uint64_t a_chunk(const SweepDomain& domain) {
  return chunk_count(domain.cell.conversion()) / 3;
}

TEST(SweepPrograms, AChunkMeetsEachOfItsValuesOnce) {
  for (const SweepDomain& domain : all_domains()) {
    const std::uint64_t size = chunk_size(domain.cell.conversion());
    const std::uint64_t first = a_chunk(domain) * size;
    std::vector<int> met(size, 0);
    std::uint64_t active = 0;
    for (const SweepProgram& program :
         sweep_programs(domain, spec::kAllFeatures, a_chunk(domain))) {
      for (std::uint64_t lane = 0; lane < program.lanes(); ++lane) {
        if (program.is_active(lane)) {
          ASSERT_LT(program.first + lane - first, size) << name_of(domain);
          ++met[program.first + lane - first];
        }
      }
      active += program.active_count();
    }
    EXPECT_EQ(met, std::vector<int>(size, 1)) << name_of(domain);
    EXPECT_EQ(active, size) << name_of(domain);
  }
}

// All chunks of domains with few values, and parts of the others.
TEST(SweepPrograms, AreLegalAndStayWithinWhatIsClaimed) {
  for (const SweepDomain& domain : all_domains()) {
    for (const spec::Feature lacking :
         {spec::Feature::kRelu, spec::Feature::kMask, spec::Feature::kCounter,
          spec::Feature::kStrides, spec::Feature::kInPlace}) {
      const spec::FeatureSet claimed = spec::kAllFeatures.without(lacking);
      std::set<std::uint32_t> used;
      const auto programs = sweep_programs(domain, claimed, a_chunk(domain));
      for (std::size_t i = programs.size() - std::min<std::size_t>(programs.size(), 12);
           i < programs.size(); ++i) {
        const spec::Case test_case = case_of(programs[i]);
        EXPECT_EQ(illegality(test_case), "") << name_of(domain);
        EXPECT_FALSE(features_used(test_case).has(lacking)) << name_of(domain);
      }
    }
  }
}

TEST(SweepPrograms, WithoutRepeatsThereIsOneInEach) {
  const SweepDomain domain{*spec::cell_named("vconv_f162s8r"), 0};
  for (const SweepProgram& program :
       sweep_programs(domain, spec::kAllFeatures.without(spec::Feature::kRepeat), 0)) {
    EXPECT_LE(program.plan.repeats, 1U);
  }
}

TEST(SweepPrograms, AddressesVary) {
  const SweepDomain domain{*spec::cell_named("vconv_f322f16r"), 0};
  std::map<std::uint32_t, int> with_feature;
  std::set<std::uint64_t> places;
  for (std::uint64_t chunk = 0; chunk < 1024; chunk += 32) {
    const auto programs = sweep_programs(domain, spec::kAllFeatures, chunk);
    places.insert(programs.front().plan.src.first);
    for (std::size_t i = programs.size() - 20; i < programs.size(); ++i) {
      for (const spec::FeatureName& feature : spec::kFeatures) {
        with_feature[static_cast<std::uint32_t>(feature.feature)] +=
            features_used(case_of(programs[i])).has(feature.feature) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(places.size(), 25U);
  for (const spec::Feature feature : {spec::Feature::kMask, spec::Feature::kCounter,
                                      spec::Feature::kStrides, spec::Feature::kInPlace}) {
    EXPECT_GT(with_feature[static_cast<std::uint32_t>(feature)], 40);
  }
}

TEST(SweepPrograms, ThatIsPlacedIsWhatItsCaseSays) {
  for (const SweepDomain& domain : all_domains()) {
    const auto programs = sweep_programs(domain, spec::kAllFeatures, a_chunk(domain));
    for (const std::size_t i : {std::size_t{0}, programs.size() / 2, programs.size() - 1}) {
      const spec::Case test_case = case_of(programs[i]);
      const spec::MemoryImage of_case = spec::initial_image(test_case);
      spec::Case empty = test_case;
      empty.placements.clear();
      spec::MemoryImage placed = spec::initial_image(empty);
      SweptMemories memories;
      std::ranges::copy(placed.bytes, memories.begin());
      place(programs[i], memories);
      EXPECT_TRUE(placed == of_case) << name_of(domain) << " " << i;
    }
  }
}

// The sources in memory, and the scales, are those of the values' numbers.
TEST(SweepPrograms, LanesHoldTheirValues) {
  for (const SweepDomain& domain : all_domains()) {
    const spec::Conversion& row = domain.cell.conversion();
    if (row.is_copy()) {
      continue;
    }
    const SweepProgram program =
        sweep_programs(domain, spec::kAllFeatures, a_chunk(domain)).front();
    const spec::Case test_case = case_of(program);
    const spec::MemoryImage image = spec::initial_image(test_case);
    const spec::MemoryBytes& ub = image.of(spec::MemoryId::kUb);
    for (std::uint64_t lane = 0; lane < program.lanes(); ++lane) {
      const SweepValue value = sweep_value(domain, program.first + lane);
      const std::uint64_t at = program.plan.src.first * spec::kBlockBytes;
      ASSERT_EQ(spec::load_element(ub, at, row.from(), lane), value.source) << name_of(domain);
      if (row.family != spec::Family::kDeq) {
        continue;
      }
      const std::uint64_t word = std::get<spec::SetDeqScale>(test_case.steps[2]).value;
      const std::uint64_t scale =
          spec::is_vdeq(row.deq)
              ? spec::load_element(ub, word * spec::kVectorAddressUnit,
                                   spec::format_of(spec::NumberType::kU64), lane % 16)
              : word;
      ASSERT_EQ(scale, value.scale) << name_of(domain) << " lane " << lane;
    }
  }
}

// All 2^35 pairs differ by construction; this checks the bits one by one.
TEST(SweepDomain, NumbersOfPairsAreAllDifferent) {
  for (const char* name : {"vconv_deqs162b8h_s8", "vconv_vdeqs162b8l_u8"}) {
    const SweepDomain domain{*spec::cell_named(name), 0};
    ASSERT_EQ(sweep_bits(domain.cell.conversion()), 35);
    std::set<std::pair<std::uint64_t, std::uint64_t>> pairs;
    for (int a = 0; a < 35; ++a) {
      for (int b = 0; b <= a; ++b) {
        const SweepValue value = sweep_value(domain, std::uint64_t{1} << a | std::uint64_t{1} << b);
        EXPECT_TRUE(pairs.emplace(value.source, spec::kFactorScale.of(value.scale)).second);
        EXPECT_EQ(spec::kFactorScale.of(value.scale) & 0x1fff, 0U);
      }
    }
  }
}

// The offset moves the s9 of a product of this sign into the range of the result.
TEST(SweepDomain, OffsetsShowBothSignsOfTheProduct) {
  struct Offsets {
    const char* instruction;
    std::uint64_t positive;
    std::uint64_t negative;
  };
  constexpr std::uint64_t kMinus128 = 0x180;
  for (const Offsets& wanted :
       {Offsets{"vconv_deqs162b8h_u8", 0, 255}, Offsets{"vconv_deqs162b8l_s8", kMinus128, 128},
        Offsets{"vconv_vdeqs162b8h_s8", kMinus128, 128}}) {
    const SweepDomain domain{*spec::cell_named(wanted.instruction), 0};
    for (std::uint64_t number = 0; number < std::uint64_t{1} << 35; number += 99999989) {
      const SweepValue value = sweep_value(domain, number);
      const bool negative = (value.source >> 15 & 1) != (value.scale >> 31 & 1);
      EXPECT_EQ(spec::kFactorOffset.of(value.scale), negative ? wanted.negative : wanted.positive);
      EXPECT_EQ(spec::kFactorSign.of(value.scale), wanted.positive == 0 ? 0U : 1U);
    }
  }
}

}  // namespace
}  // namespace vconform::generators
