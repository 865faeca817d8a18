#include "generators/dequantise/scaled_sources.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <string>

#include "generators/choices/rapidcheck_source.h"
#include "generators/dequantise/double_rounding.h"
#include "generators/dequantise/scale_words.h"
#include "spec/number/quantization.h"

namespace vconform::generators {
namespace {

const spec::Conversion& to_s8() {
  return spec::row_of(24);
}
const spec::Conversion& to_half() {
  return spec::row_of(32);
}

const ScaledFamily& family_named(const spec::Conversion& row, std::string_view name) {
  for (const ScaledFamily& family : scaled_families(row)) {
    if (family.name == name) {
      return family;
    }
  }
  return scaled_families(row).front();
}

std::int64_t s16_of(std::uint64_t pattern) {
  return static_cast<std::int16_t>(pattern);
}
std::int64_t s32_of(std::uint64_t pattern) {
  return static_cast<std::int32_t>(pattern);
}

std::uint64_t factor(std::uint32_t scale, int offset = 0) {
  return spec::deq_factor(scale, offset, true);
}

TEST(ScaledSources, FitTheirType) {
  for (const spec::Conversion* row : {&to_s8(), &to_half()}) {
    for (std::uint64_t seed = 0; seed < 20000; ++seed) {
      RapidCheckSource choices{rc::Random(seed)};
      const std::uint64_t word = draw_scale_word(choices, *row);
      const std::uint64_t source = interesting_source(choices, multiplier(*row, word));
      ASSERT_EQ(source & ~row->from().pattern_mask(), 0u) << "seed " << seed;
    }
  }
}

TEST(ScaledSources, TiesAreExactAndAreAllThereAre) {
  const ScaledFamily& ties = family_named(to_s8(), "ties");
  // 3 * 2^-5: odd multiples of 2^4 with a product of at most 513, both signs.
  const Multiplier by = multiplier(to_s8(), factor(0x3dc00000));
  ASSERT_EQ(ties.count(by), 2u * 171);
  for (std::uint64_t i = 0; i < ties.count(by); ++i) {
    const std::int64_t source = s16_of(ties.pattern(by, i));
    EXPECT_EQ(std::abs(source * 3 % 32), 16) << source;
  }
  EXPECT_EQ(ties.count(multiplier(to_s8(), factor(0x3f800000))), 0u);
  EXPECT_EQ(ties.count(multiplier(to_s8(), factor(0))), 0u);
}

TEST(ScaledSources, TargetsLieOnBothSidesOfHalves) {
  const ScaledFamily& targets = family_named(to_s8(), "targets");
  // 1301 * 2^-18.
  const Multiplier by = multiplier(to_s8(), factor(0x3ba2a000));
  for (std::uint64_t halves = 0; halves < 320; ++halves) {
    const std::int64_t wanted = static_cast<std::int64_t>(halves) << 17;
    const std::int64_t below = 1301 * s16_of(targets.pattern(by, 4 * halves));
    const std::int64_t above = 1301 * s16_of(targets.pattern(by, 4 * halves + 2));
    EXPECT_LE(below, wanted);
    EXPECT_GT(above, wanted);
    EXPECT_EQ(above - below, 1301);
  }
}

TEST(ScaledSources, LimitsTakeTheOffsetIntoAccount) {
  const ScaledFamily& limits = family_named(to_s8(), "limits");
  const Multiplier by = multiplier(to_s8(), factor(0x3f800000, -100));
  std::map<std::int64_t, int> seen;
  for (std::uint64_t i = 0; i < limits.count(by); ++i) {
    ++seen[s16_of(limits.pattern(by, i))];
  }
  for (const int wanted : {227, 228, -28, -29, 355, 356, 100, 255, 256, -256, -257}) {
    EXPECT_TRUE(seen.contains(wanted)) << wanted;
  }
}

TEST(ScaledSources, HoldTheDoubleRoundingsOfAScale) {
  const ScaledFamily& twice = family_named(to_s8(), "double-rounding");
  for (const DoubleRounding& entry : double_roundings()) {
    const Multiplier by = multiplier(to_s8(), factor(scale_bits(entry)));
    bool found = false;
    for (std::uint64_t i = 0; i < twice.count(by); ++i) {
      found |= s16_of(twice.pattern(by, i)) == entry.source;
    }
    EXPECT_TRUE(found) << entry.source;
  }
}

// The distance of products from (2k + 1) units of the twelfth bit, in units of the scale's last
// bit.
TEST(ScaledSources, HalfTiesAreAsNearAsASourceCanBe) {
  const ScaledFamily& ties = family_named(to_half(), "ties");
  constexpr std::int64_t kSignificand = 1493;  // 0x15d5
  const Multiplier by = multiplier(to_half(), 0x15d5);
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < ties.count(by); i += 17) {
    const std::uint64_t product =
        static_cast<std::uint64_t>(std::abs(s32_of(ties.pattern(by, i)) * kSignificand));
    const int width = static_cast<int>(std::bit_width(product));
    if (width <= 24) {
      continue;
    }
    const std::uint64_t unit = std::uint64_t{1} << (width - 12);
    const std::uint64_t rest = product % unit;
    ++seen["long"];
    seen["near"] += std::min(rest, unit - rest) <= kSignificand ? 1 : 0;
    seen["odd"] += (product + kSignificand) / unit % 2 != 0 ? 1 : 0;
  }
  EXPECT_GT(seen["long"], 3000);
  EXPECT_EQ(seen["near"], seen["long"]);
  EXPECT_GT(seen["odd"], seen["long"] / 4);
}

TEST(ScaledSources, HalfLimitsSurroundTheOverflow) {
  const ScaledFamily& limits = family_named(to_half(), "limits");
  const Multiplier by = multiplier(to_half(), 0x4200);  // 3
  std::map<std::int64_t, int> seen;
  for (std::uint64_t i = 0; i < limits.count(by); ++i) {
    ++seen[s32_of(limits.pattern(by, i))];
  }
  // 65504, 65520 and 65536 divided by 3, and neighbours.
  for (const int wanted : {21834, 21835, 21840, 21841, 21845, 21846, -21834, -21840}) {
    EXPECT_TRUE(seen.contains(wanted)) << wanted;
  }
}

}  // namespace
}  // namespace vconform::generators
