// The generators' addresses, ties and hazards against the oracle's, which are computed
// independently.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "generators/choices/draws.h"
#include "generators/choices/rapidcheck_source.h"
#include "generators/number/interesting_values.h"
#include "generators/programs/hazards.h"
#include "generators/programs/illegal/argument_errors.h"
#include "generators/programs/illegal/out_of_range.h"
#include "generators/programs/instruction_cases.h"
#include "generators/programs/programs.h"
#include "oracle/number/decode.h"
#include "oracle/predict/element.h"
#include "oracle/predict/predict.h"
#include "oracle/predict/simulated_memory.h"
#include "oracle/vector/overlap.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"

namespace vconform {
namespace {

std::vector<spec::Case> some_cases(const spec::Cell& cell, int count) {
  std::vector<spec::Case> cases;
  for (int seed = 0; seed < count; ++seed) {
    generators::RapidCheckSource choices(rc::Random(static_cast<std::uint64_t>(seed)));
    cases.push_back(generators::instruction_case(choices, cell, spec::kAllFeatures));
  }
  return cases;
}

const spec::Choices& a2() {
  static const spec::Choices choices = spec::choices_of(spec::profile_named("a2"));
  return choices;
}

// There are many copies that only move bytes, and they are alike.
int cases_of(const spec::Cell& cell, int count) {
  return cell.conversion().is_plain_path() ? (count + 9) / 10 : count;
}

bool cites(const oracle::World& world, std::string_view slug) {
  return world.cited.test(*spec::rule_with_slug(slug));
}

TEST(GeneratedCases, AreLegalForTheOracle) {
  for (const spec::Cell& cell : spec::all_cells()) {
    for (const spec::Case& test_case : some_cases(cell, cases_of(cell, 60))) {
      const spec::MemoryImage before = spec::initial_image(test_case);
      for (const oracle::World& world : oracle::predict(test_case, before, a2())) {
        EXPECT_FALSE(world.out_of_range) << spec::to_text(test_case);
        for (const char* slug : {"overlap.hazard", "fixpipe.overlap", "walk.dst-block-stride-zero",
                                 "args.out-of-range"}) {
          EXPECT_FALSE(cites(world, slug)) << spec::to_text(test_case);
        }
      }
    }
  }
}

// The a2 readings without an order for hazards.
spec::Choices a2_without_an_order() {
  spec::Choices choices = a2();
  choices.leave_open(spec::cite("walk.order"));
  return choices;
}

// Where overlapping results are equal numbers, nothing stays open.
void expect_hazard(const spec::Cell& cell, const spec::Case& test_case, int& open) {
  const spec::MemoryImage before = spec::initial_image(test_case);
  const oracle::World world = oracle::predict(test_case, before, a2_without_an_order()).front();
  EXPECT_FALSE(world.out_of_range) << spec::to_text(test_case);
  if (cell.conversion().family == spec::Family::kCopyMatrix) {
    open += cites(world, "fixpipe.overlap") ? 1 : 0;
    return;
  }
  EXPECT_TRUE(world.hazard) << spec::to_text(test_case);
  ++open;
  if (!cell.conversion().is_copy()) {
    ASSERT_EQ(world.walks.size(), 1u) << spec::to_text(test_case);
    EXPECT_TRUE(oracle::hazard_of(std::get<oracle::VectorWalk>(world.walks[0].walk),
                                  before.of(spec::MemoryId::kUb).size()))
        << spec::to_text(test_case);
  }
}

TEST(GeneratedHazards, AreHazardsForTheOracle) {
  for (const spec::Cell& cell : spec::all_cells()) {
    const bool has_hazards = generators::has_hazards(cell, spec::kAllFeatures);
    int open = 0;
    for (std::uint64_t seed = 0; has_hazards && seed < 30; ++seed) {
      generators::RapidCheckSource choices{rc::Random(seed)};
      expect_hazard(cell, generators::hazard_case(choices, cell, spec::kAllFeatures), open);
    }
    EXPECT_GE(open, has_hazards ? 20 : 0) << spec::instruction_name(cell);
  }
}

// A DataCopy without blocks, or with empty ones, has no destination.
bool is_empty_copy(const spec::Case& test_case) {
  const auto* copy = std::get_if<spec::DataCopy>(&test_case.steps.back());
  return copy != nullptr && (copy->block_count == 0 || copy->block_len == 0);
}

// The programs that a fuzzer runs, built with the other generators.
TEST(GeneratedPrograms, AreLegalForTheOracle) {
  std::vector<spec::Cell> cells;
  for (const spec::Cell& cell : spec::all_cells()) {
    if (!cell.conversion().is_copy()) {
      cells.push_back(cell);
    }
  }
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    generators::RapidCheckSource choices{rc::Random(seed)};
    const spec::Case test_case = generators::program_case(choices, cells, spec::kAllFeatures);
    const spec::MemoryImage before = spec::initial_image(test_case);
    std::optional<oracle::World> world;
    ASSERT_NO_THROW(world = oracle::predict(test_case, before, a2_without_an_order()).front())
        << spec::to_text(test_case);
    EXPECT_FALSE(world->out_of_range) << spec::to_text(test_case);
    EXPECT_FALSE(world->hazard) << spec::to_text(test_case);
  }
}

TEST(GeneratedInASmallUb, HazardsAndWrongArgumentsStayInIt) {
  for (const spec::Cell& cell : spec::all_cells()) {
    const bool is_vector = !cell.conversion().is_copy();
    for (std::uint64_t seed = 0; is_vector && seed < 60; ++seed) {
      generators::RapidCheckSource choices{rc::Random(seed)};
      const generators::Bounds bounds(spec::kAllFeatures, generators::kLeastUbBlocks + seed % 30);
      const bool errors = seed % 3 == 2 && generators::has_argument_errors(cell);
      const spec::Case test_case = seed % 3 == 0 ? generators::hazard_case(choices, cell, bounds)
                                   : errors ? generators::argument_error_case(choices, cell, bounds)
                                            : generators::out_of_range_case(choices, cell, bounds);
      const spec::MemoryImage before = spec::initial_image(test_case);
      std::optional<oracle::World> world;
      ASSERT_NO_THROW(world = oracle::predict(test_case, before, a2_without_an_order()).front())
          << spec::to_text(test_case);
      EXPECT_TRUE(world->hazard || world->out_of_range) << spec::to_text(test_case);
    }
  }
}

TEST(GeneratedOutOfRangeArguments, AreOutOfRangeForTheOracle) {
  for (const spec::Cell& cell : spec::all_cells()) {
    const auto count = static_cast<std::uint64_t>(cases_of(cell, 30));
    for (std::uint64_t seed = 0; seed < count; ++seed) {
      generators::RapidCheckSource choices{rc::Random(seed)};
      const spec::Case test_case = generators::out_of_range_case(choices, cell, spec::kAllFeatures);
      const spec::MemoryImage before = spec::initial_image(test_case);
      const oracle::World world = oracle::predict(test_case, before, a2_without_an_order()).front();
      EXPECT_TRUE(world.out_of_range || world.contested) << spec::to_text(test_case);
      EXPECT_EQ(world.elements.empty(), is_empty_copy(test_case)) << spec::to_text(test_case);
    }
  }
}

// Choices that differ from a2 in readings about where a copy reads or writes.
std::vector<spec::Choices> other_layouts() {
  std::vector<spec::Choices> all;
  for (const char* reading :
       {"fixpipe.narrow-layout=per-16", "fixpipe.dst-stride-unit=element",
        "fixpipe.last-block=whole-block", "fixpipe.src-nd-unit=c0",
        "fixpipe.nd-count-without-nd=nop", "copy.block-len-unit=halved", "copy.strides=start",
        "copy.vdeq-advance=128", "copy.vdeq-advance=0", "copy.sid-halves=swapped"}) {
    all.push_back(a2());
    spec::pin_from_text(all.back(), reading);
  }
  all.push_back(a2());
  spec::pin_from_text(all.back(), "fixpipe.narrow-layout=per-16");
  spec::pin_from_text(all.back(), "fixpipe.last-block=whole-block");
  return all;
}

TEST(GeneratedCopies, StayInTheirMemoriesInEveryReading) {
  const std::vector<spec::Choices> readings = other_layouts();
  for (const spec::Cell& cell : spec::all_cells()) {
    const bool is_tried = cell.conversion().is_copy() && !cell.conversion().is_plain_path();
    for (std::uint64_t seed = 0; is_tried && seed < 60; ++seed) {
      generators::RapidCheckSource choices{rc::Random(seed)};
      const spec::Case test_case =
          seed % 3 == 0 ? generators::out_of_range_case(choices, cell, spec::kAllFeatures)
          : seed % 3 == 1 && generators::has_hazards(cell, spec::kAllFeatures)
              ? generators::hazard_case(choices, cell, spec::kAllFeatures)
              : generators::instruction_case(choices, cell, spec::kAllFeatures);
      const spec::MemoryImage before = spec::initial_image(test_case);
      const spec::Choices& reading = readings[seed / 3 % readings.size()];
      EXPECT_NO_THROW(oracle::predict(test_case, before, reading)) << spec::to_text(test_case);
    }
  }
}

TEST(GeneratedArgumentErrors, AreOutOfRangeForTheOracle) {
  for (const spec::Conversion& row : spec::kRows) {
    for (std::uint64_t seed = 0; row.family == spec::Family::kCastDeq && seed < 200; ++seed) {
      generators::RapidCheckSource choices{rc::Random(seed)};
      const spec::Case test_case = generators::argument_error_case(
          choices, {row.number, spec::Rounding::kNull}, spec::kAllFeatures);
      const spec::MemoryImage before = spec::initial_image(test_case);
      EXPECT_TRUE(oracle::predict(test_case, before, a2_without_an_order()).front().out_of_range)
          << spec::to_text(test_case);
    }
  }
}

bool shares_memory(const spec::Case& test_case, const oracle::World& world) {
  std::set<oracle::Nibble> sources;
  for (const oracle::PredictedElement& element : world.elements) {
    sources.insert(element.source / 64);
  }
  for (const oracle::PredictedElement& element : world.elements) {
    if (sources.contains(element.destination / 64)) {
      return true;
    }
  }
  return test_case.steps.empty();
}

// A write that never happened must show: with disjoint operands, the initial value of the
// destination is hardly ever a permitted result. Dequantised values saturate more often than not,
// so there the destination holds a limit now and then.
TEST(GeneratedCases, HoldSomethingElseInTheDestinationBefore) {
  struct Count {
    std::uint64_t elements = 0;
    std::uint64_t invisible = 0;
  };
  std::array<Count, spec::kFamilies.size()> counts;
  for (const spec::Cell& cell : spec::all_cells()) {
    Count& count = counts[static_cast<std::size_t>(cell.conversion().family)];
    for (const spec::Case& test_case : some_cases(cell, cases_of(cell, 20))) {
      const spec::MemoryImage before = spec::initial_image(test_case);
      const oracle::World world = oracle::predict(test_case, before, a2()).front();
      if (shares_memory(test_case, world)) {
        continue;
      }
      for (const oracle::PredictedElement& element : world.elements) {
        const oracle::Expectation& expectation = world.expectations[element.expectation];
        const spec::NumberFormat& format = spec::format_of(element.type);
        const std::uint64_t old =
            oracle::load_at(before.of(element.memory), element.destination, format);
        const bool is_judged = expectation.kind != oracle::Expectation::Kind::kAnything;
        count.elements += is_judged ? 1 : 0;
        count.invisible += is_judged && oracle::permits(expectation, format, old) ? 1 : 0;
      }
    }
  }
  for (const spec::FamilyName& family : spec::kFamilies) {
    const Count& count = counts[static_cast<std::size_t>(family.family)];
    const double allowed = family.family == spec::Family::kVconv ? 0.005 : 0.03;
    EXPECT_GT(count.elements, 10000u) << family.name;
    EXPECT_LT(static_cast<double>(count.invisible), static_cast<double>(count.elements) * allowed)
        << family.name << ": " << count.invisible << " of " << count.elements;
  }
}

// Every pattern of the family of ties is a tie if the result is in range and the source is not
// subnormal.
TEST(GeneratedTies, AreTiesForTheOracle) {
  for (const spec::Conversion& row : spec::kConversions) {
    for (const generators::ValueFamily* family : generators::families_of(row)) {
      if (family->name != "ties") {
        continue;
      }
      const std::uint64_t count = family->count(row);
      const spec::Cell cell{row.number, spec::Rounding::kNearestEven};
      std::uint64_t ties = 0;
      std::uint64_t taken = 0;
      for (std::uint64_t i = 0; i < count; i += 1 + count / 2000) {
        const std::vector<oracle::DerivedStep> steps =
            oracle::derive({cell, 0}, {family->pattern(row, i)}, a2()).steps;
        ++taken;
        ties += !steps.empty() && steps.front().between.tie ? 1 : 0;
      }
      EXPECT_EQ(ties, taken) << spec::pair_name(row);
    }
  }
}

}  // namespace
}  // namespace vconform
