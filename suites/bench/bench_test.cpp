#include "suites/bench/bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "spec/case/memory_image.h"
#include "spec/text/error.h"
#include "suites/bench/golden_program.h"
#include "suites/bench/measurements.h"
#include "suites/bench/scalar_conversion.h"

namespace vconform::suites {
namespace {

using ::testing::HasSubstr;

constexpr BenchPlan kTiny = {.repeats = 2, .seconds = 0};

bool is_speed(double number) {
  return std::isfinite(number) && number > 0;
}

TEST(Bench, EveryMeasurementGivesRatiosThatAreSpeeds) {
  for (const Measurement& measurement : all_measurements()) {
    const std::vector<SpeedRatio> comparisons = measure(measurement, kTiny);
    EXPECT_FALSE(comparisons.empty()) << measurement.name;
    for (const SpeedRatio& comparison : comparisons) {
      EXPECT_EQ(comparison.name, measurement.name);
      EXPECT_TRUE(is_speed(comparison.smallest)) << measurement.name;
      EXPECT_LE(comparison.smallest, comparison.median);
      EXPECT_LE(comparison.median, comparison.largest);
      EXPECT_TRUE(is_speed(comparison.elements_per_second));
      EXPECT_TRUE(is_speed(comparison.reference_elements_per_second));
    }
  }
}

// The clock of each side advances by 1 per piece of its work.
TEST(Bench, ARatioIsElementsOfTheSubjectAgainstThoseOfTheReference) {
  double time = 0;
  const Clock clock = [&] { return time; };
  const auto side = [&](std::uint64_t elements) {
    return Side{"side",
                [&time, elements] {
                  time += 1;
                  return elements;
                },
                clock};
  };
  const Measurement measurement = {"group", "name",
                                   [&] { return Contest{side(30), {side(10), side(60)}}; }};
  const std::vector<SpeedRatio> comparisons = measure(measurement, {.repeats = 3, .seconds = 5});
  ASSERT_EQ(comparisons.size(), 2U);
  EXPECT_DOUBLE_EQ(comparisons[0].median, 3);
  EXPECT_DOUBLE_EQ(comparisons[1].largest, 0.5);
  EXPECT_DOUBLE_EQ(comparisons[1].elements_per_second, 30);
  EXPECT_DOUBLE_EQ(comparisons[1].reference_elements_per_second, 60);
}

TEST(Bench, AFilterNamesAGroupOrAMeasurement) {
  EXPECT_EQ(selected_measurements("").size(), all_measurements().size());
  EXPECT_EQ(selected_measurements("deq").size(), 9U);
  EXPECT_EQ(selected_measurements("vconv_f322f16r").size(), 1U);
  try {
    selected_measurements("vcnov");
    FAIL();
  } catch (const spec::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'vcnov': use one of vconv, deq, fixpipe, isolated"));
  }
}

TEST(Bench, TheFileHasWhatThePrintedTableHas) {
  const std::vector<SpeedRatio> comparisons = {
      {"vconv", "vconv_f322f16r", "scalar loop", 12.34, 11, 13, 2e9, 1e8}};
  const auto file = nlohmann::json::parse(bench_json(comparisons, kTiny));
  EXPECT_EQ(file["comparisons"][0]["ratio"], 12.34);
  const std::string text = bench_text(comparisons, kTiny);
  for (const char* part : {"vconv_f322f16r", "scalar loop", "12.3", "11.0..13.0", "2000", "100"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

// Whether an f32 result is a NaN; the scalar loop and golden may give different ones.
bool is_nan(const spec::Conversion& row, std::uint64_t pattern) {
  return row.destination == spec::NumberType::kF32 && (pattern & 0x7fffffff) > 0x7f800000;
}

// Both sides of the measurements compute the same results.
TEST(ScalarLoop, ConvertsAsGoldenDoes) {
  for (const Measurement& measurement : vconv_measurements()) {
    const spec::Cell cell = spec::cell_named(measurement.name).value();
    const spec::Conversion& row = cell.conversion();
    const GoldenProgram program = repeated(cell);
    const auto golden = golden_with(program, row.from());
    running(golden, program.elements)();
    const vconform_memories& memories = golden->memories(0);
    std::vector<std::uint8_t> results(spec::byte_count(row.to(), program.elements));
    scalar_loop(cell)(at(memories, program.source), results.data(), program.elements);
    const std::span<const std::uint8_t> ub(memories.memory[0].data, memories.memory[0].size);
    std::uint64_t different = 0;
    for (std::uint64_t i = 0; i < program.elements; ++i) {
      const auto expected = spec::load_element(ub, program.destination.offset, row.to(), i);
      const auto result = spec::load_element(results, 0, row.to(), i);
      const bool are_nan = is_nan(row, expected) && is_nan(row, result);
      different += result != expected && !are_nan ? 1 : 0;
    }
    EXPECT_EQ(different, 0U) << measurement.name << " of " << program.elements;
  }
}

}  // namespace
}  // namespace vconform::suites
