#include "suites/swept/difference_counter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

namespace vconform::suites {
namespace {

namespace golden = adapters::golden;

constexpr std::uint64_t kPatterns = 1 << 16;

double value_of_half(std::uint64_t pattern) {
  const auto exponent = static_cast<int>(pattern >> 10 & 31);
  const auto fraction = static_cast<double>(pattern & 1023);
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (pattern & 0x8000) != 0 ? -magnitude : magnitude;
}

spec::Cell cell_of(std::string_view instruction) {
  return spec::cell_named(instruction).value();
}

Grid counted(std::string_view instruction, const Implementation& wrong, std::uint64_t ctrl = 0) {
  const spec::Choices pinned = spec::choices_of_golden();
  const spec::Cell cell = cell_of(instruction);
  DifferenceCounter counter({cell, ctrl}, pinned, {golden::golden_behaviour(), cell}, wrong);
  Grid sources = counter.no_sources();
  counter.count(0, sources);
  return sources;
}

std::uint64_t wrong_of(const Grid& sources) {
  std::uint64_t wrong = 0;
  for (const Grid::Cell& cell : sources.cells()) {
    wrong += cell.wrong;
  }
  return wrong;
}

TEST(DifferenceCounter, CountsEachSourceThatAnotherRoundingChanges) {
  const Grid sources =
      counted("vconv_f162s32r", {golden::golden_behaviour(), cell_of("vconv_f162s32z")});
  Grid expected(sources.lines(), sources.columns());
  for (std::uint64_t pattern = 0; pattern < kPatterns; ++pattern) {
    const double value = value_of_half(pattern);
    const bool is_finite = (pattern & 0x7c00) != 0x7c00;
    const bool is_wrong = is_finite && std::nearbyint(value) != std::trunc(value);
    expected.add({pattern >> 15, pattern >> 10 & 31, 1, is_wrong ? 1U : 0U});
  }
  EXPECT_GT(wrong_of(sources), 0u);
  EXPECT_EQ(sources, expected);
}

// The place of an integer is the length of its magnitude: from 2048 to 4095, which have twelve
// digits, f16 has the even ones, and of the odd ones between every other pair is a tie that r and a
// round apart.
TEST(DifferenceCounter, PutsIntegersWhereTheirMagnitudeIs) {
  const Grid sources =
      counted("vconv_s162f16r", {golden::golden_behaviour(), cell_of("vconv_s162f16a")});
  ASSERT_EQ(sources.columns().places.size(), 17u);
  for (const Grid::Cell& cell : sources.cells()) {
    if (cell.column <= 11) {
      EXPECT_EQ(cell.wrong, 0u) << cell.column;
    } else if (cell.column == 12) {
      EXPECT_EQ(cell.seen, 2048u);
      EXPECT_EQ(cell.wrong, 512u);
    }
  }
}

TEST(DifferenceCounter, DoesNotCountWhatARuleLeavesFree) {
  constexpr std::uint64_t kNans = 2 * 1023;
  Implementation other{golden::golden_behaviour(), cell_of("vconv_f162f32")};
  other.behaviour.result.add(
      [](const spec::Cell&, std::uint64_t, std::uint64_t source, std::uint64_t& result) {
        result ^= (source & 0x7fff) > 0x7c00 ? 1 : 0;
      });
  EXPECT_EQ(wrong_of(counted("vconv_f162f32", other)), 0u);
  Implementation zero{golden::golden_behaviour(), cell_of("vconv_f162f32")};
  zero.behaviour.result.add(
      [](const spec::Cell&, std::uint64_t, std::uint64_t source, std::uint64_t& result) {
        result = (source & 0x7fff) > 0x7c00 ? 0 : result;
      });
  EXPECT_EQ(wrong_of(counted("vconv_f162f32", zero)), kNans);
}

// Sixteen patterns fill no repeat, so that a sweep meets each eight times.
TEST(DifferenceCounter, CountsASourceOfFourBitsOnce) {
  Implementation wrong{golden::golden_behaviour(), cell_of("vconv_s42f16")};
  wrong.behaviour.result.add([](const spec::Cell&, std::uint64_t, std::uint64_t source,
                                std::uint64_t& result) { result ^= source == 8 ? 1 : 0; });
  const Grid sources = counted("vconv_s42f16", wrong);
  std::uint64_t inputs = 0;
  for (const Grid::Cell& cell : sources.cells()) {
    inputs += cell.seen;
    EXPECT_EQ(cell.wrong, cell.line == 1 && cell.column == 4 ? 1u : 0u);
  }
  EXPECT_EQ(inputs, 16u);
}

TEST(DifferenceCounter, GivesTheResultOfOneSource) {
  const spec::Choices pinned = spec::choices_of_golden();
  const spec::Cell cell = cell_of("vconv_f322s32r");
  DifferenceCounter counter({cell, 0}, pinned, {golden::golden_behaviour(), cell},
                            {golden::golden_behaviour(), cell_of("vconv_f322s32c")});
  EXPECT_EQ(counter.wrong_result(0x3e800000), 1u);           // 0.25
  EXPECT_EQ(counter.wrong_result(0xbfc00000), 0xffffffffu);  // -1.5
}

}  // namespace
}  // namespace vconform::suites
