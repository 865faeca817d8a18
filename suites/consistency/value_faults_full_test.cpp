// A wrong result for one source value is found at quick, whichever of the values that matter it is:
// each is the source of an element whose result is known, in every row.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "adapters/load/open_backend.h"
#include "oracle/predict/predict.h"
#include "oracle/predict/simulated_memory.h"
#include "spec/number/number_format.h"
#include "spec/profiles/choices.h"
#include "suites/judging/subject.h"
#include "suites/judging/unit.h"

namespace vconform::suites {
namespace {

using Patterns = std::set<std::uint64_t>;

// Powers of two and their neighbours, with both signs, and so the limits.
Patterns integers_that_matter(const spec::NumberFormat& format) {
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - format.bits);
  Patterns patterns = {0, all};
  for (int bit = 0; bit < format.bits; ++bit) {
    const std::uint64_t power = std::uint64_t{1} << bit;
    for (const std::uint64_t magnitude : {power - 1, power, power + 1}) {
      patterns.insert(magnitude & all);
      patterns.insert((0 - magnitude) & all);
    }
  }
  return patterns;
}

// Powers of two and their neighbours, subnormal ones too, both limits, zeros, infinities and NaNs.
Patterns floats_that_matter(const spec::NumberFormat& format) {
  const std::uint64_t fractions = std::uint64_t{1} << format.fraction_bits;
  const std::uint64_t sign = std::uint64_t{1} << (format.bits - 1);
  const std::uint64_t inf = sign - fractions;
  Patterns magnitudes = {0, 1, inf - 1, inf, inf + 1, inf + fractions / 2, sign - 1};
  for (std::uint64_t power = 1; power < fractions; power <<= 1) {
    magnitudes.insert({power - 1, power, power + 1});
  }
  for (std::uint64_t power = fractions; power < inf; power += fractions) {
    magnitudes.insert({power - 1, power, power + 1});
  }
  Patterns patterns;
  for (const std::uint64_t magnitude : magnitudes) {
    patterns.insert({magnitude, magnitude | sign});
  }
  return patterns;
}

Patterns patterns_that_matter(const spec::NumberFormat& format) {
  return format.is_floating() ? floats_that_matter(format) : integers_that_matter(format);
}

// The sources of the row's elements in the cases of a subject, by whether their result is known.
struct Sources {
  Patterns known;
  Patterns open;
};

void note_sources(const spec::Cell& cell, const spec::Case& test_case, const oracle::World& world,
                  Sources& sources) {
  for (const oracle::PredictedElement& element : world.elements) {
    if (!element.source_pattern || spec::cell_of(test_case.steps[element.step]) != cell) {
      continue;
    }
    const bool is_known =
        world.expectations[element.expectation].kind != oracle::Expectation::Kind::kAnything;
    (is_known ? sources.known : sources.open).insert(*element.source_pattern);
  }
}

// All that a run at quick judges of the row.
Sources sources_at_quick(const spec::Cell& cell, const Subject& golden) {
  Sources sources;
  Subject noting = golden;
  noting.execute_in_place = nullptr;
  noting.claims = [&](const spec::Cell& other) {
    return other == cell ? golden.claims(other) : std::nullopt;
  };
  noting.execute = [&](const spec::Case& test_case, const spec::MemoryImage& before) {
    const oracle::World world =
        oracle::predict(test_case, before, golden.pinned, oracle::every_rule()).front();
    note_sources(cell, test_case, world, sources);
    spec::Outcome outcome;
    outcome.after = oracle::memory_after(world, before);
    return outcome;
  };
  for (const Unit& unit : make_plan(level_named("quick"), noting)) {
    if (properties()[unit.property].asks_oracle && !properties()[unit.property].has_programs) {
      run_unit(unit, noting, 1);
    }
  }
  return sources;
}

TEST(ValueFaults, EveryValueThatMattersIsASourceInEveryRow) {
  Subject golden = subject_of(adapters::open_backend("golden"));
  golden.pinned = spec::choices_of(spec::profile_named("a2"));
  std::size_t tried = 0;
  std::size_t open = 0;
  for (const spec::Cell& cell : spec::all_cells()) {
    const Sources sources = sources_at_quick(cell, golden);
    for (const std::uint64_t pattern : patterns_that_matter(cell.conversion().from())) {
      const bool is_open = !sources.known.contains(pattern) && sources.open.contains(pattern);
      EXPECT_TRUE(is_open || sources.known.contains(pattern))
          << fmt::format("{}: {:#x}", spec::instruction_name(cell), pattern);
      ++tried;
      open += is_open ? 1 : 0;
    }
  }
  RecordProperty("tried", static_cast<int>(tried));
  RecordProperty("open", static_cast<int>(open));
  fmt::print("{} values of {} rows; the result of {} is open\n", tried, spec::all_cells().size(),
             open);
}

}  // namespace
}  // namespace vconform::suites
