#include "generators/number/interesting_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "generators/number/tie_grid.h"
#include "generators/testing/sample_cases.h"

namespace vconform::generators {
namespace {

const ValueFamily& family_named(std::string_view name) {
  for (const ValueFamily& family : value_families()) {
    if (family.name == name) {
      return family;
    }
  }
  throw std::logic_error("no such family");
}

// Calls `check` for every index of a small family and for samples of a large one.
template <typename Check>
void for_patterns(const ValueFamily& family, const spec::Conversion& row, Check check) {
  const std::uint64_t count = family.count(row);
  constexpr std::uint64_t kMost = 20000;
  RapidCheckSource choices{rc::Random(row.number)};
  for (std::uint64_t i = 0; i < std::min(count, kMost); ++i) {
    check(family.pattern(row, count <= kMost ? i : choices.below(count)));
  }
}

struct Value {
  bool negative;
  std::uint64_t significand;  // odd, or 0
  int exponent;
};

// The exact number of a finite pattern.
Value value_of(const spec::NumberFormat& format, std::uint64_t pattern) {
  const bool negative = (pattern & format.sign_mask()) != 0;
  Value value{negative, 0, 0};
  if (!format.is_floating()) {
    value.significand = negative ? (~pattern + 1) & format.pattern_mask() : pattern;
  } else {
    const std::uint64_t field = (pattern >> format.fraction_bits) & format.exponent_field_mask();
    const std::uint64_t fraction = pattern & ((std::uint64_t{1} << format.fraction_bits) - 1);
    value.significand =
        field == 0 ? fraction : fraction + (std::uint64_t{1} << format.fraction_bits);
    value.exponent =
        static_cast<int>(field == 0 ? 1 : field) - format.bias() - format.fraction_bits;
  }
  while (value.significand != 0 && value.significand % 2 == 0) {
    value.significand /= 2;
    ++value.exponent;
  }
  return value;
}

int top_bit(std::uint64_t significand) {
  int top = -1;
  for (; significand != 0; significand /= 2) {
    ++top;
  }
  return top;
}

// The exponent of the last bit that the destination has at this magnitude.
int last_bit(const spec::Conversion& row, const Value& value) {
  if (!row.to().is_floating() || row.source == row.destination) {
    return 0;
  }
  const int leading = value.exponent + top_bit(value.significand);
  return std::max(leading, row.to().min_exponent()) - row.to().fraction_bits;
}

// Whether a number is half way between two results: an odd number of half last bits.
bool is_tie(const spec::Conversion& row, std::uint64_t pattern) {
  const Value value = value_of(row.from(), pattern);
  return value.significand != 0 && value.exponent == last_bit(row, value) - 1;
}

TEST(Ties, AreHalfWayBetweenNeighbouringResults) {
  for (const spec::Conversion& row : spec::kConversions) {
    for_patterns(family_named("ties"), row, [&](std::uint64_t pattern) {
      ASSERT_TRUE(is_tie(row, pattern)) << spec::pair_name(row) << std::hex << " " << pattern;
    });
  }
}

TEST(Ties, CoverEveryBinadeThatHasThemOnBothSidesOfZeroAndBothParities) {
  for (const spec::Conversion& row : spec::kConversions) {
    std::set<int> exponents;
    std::set<std::pair<bool, bool>> kinds;
    for_patterns(family_named("ties"), row, [&](std::uint64_t pattern) {
      const Value value = value_of(row.from(), pattern);
      exponents.insert(value.exponent + top_bit(value.significand));
      kinds.emplace(value.negative, value.significand / 2 % 2 != 0);
    });
    const std::size_t expected = grid_pieces(row).empty() ? 0u : 4u;
    EXPECT_EQ(kinds.size(), expected) << spec::pair_name(row);
    // k = 0 and k = 1, 2, 4, … give ties with distinct leading bits.
    EXPECT_EQ(exponents.size(), grid_pieces(row).size()) << spec::pair_name(row);
  }
}

// Rows that can round; the others convert exactly or only saturate.
const std::map<std::string, std::size_t> kPieces = {
    {"f322f32", 24}, {"f322f16", 30 + 11}, {"f322bf16", 254 + 8}, {"f322s64", 24}, {"f322s32", 24},
    {"f322s16", 17}, {"f162s32", 11},      {"f162s16", 11},       {"f162s8", 9},   {"f162u8", 10},
    {"f162s4", 5},   {"bf162s32", 8},      {"s162f16", 4},        {"s322f32", 7},  {"s642f32", 39},
};

TEST(GridPieces, ExistExactlyForRowsThatRound) {
  for (const spec::Conversion& row : spec::kConversions) {
    const auto expected = kPieces.find(spec::pair_name(row));
    EXPECT_EQ(grid_pieces(row).size(), expected == kPieces.end() ? 0 : expected->second)
        << spec::pair_name(row);
  }
}

TEST(BesideTies, AreNoTiesButNextToOne) {
  for (const spec::Conversion& row : spec::kConversions) {
    int beside = 0;
    int all = 0;
    for_patterns(family_named("beside-ties"), row, [&](std::uint64_t pattern) {
      ++all;
      for (const std::uint64_t distance : {1u, 2u}) {
        if (is_tie(row, pattern + distance) || is_tie(row, pattern - distance)) {
          ++beside;
          break;
        }
      }
    });
    // A step may be cut short by the limit of the source.
    EXPECT_GE(beside * 100, all * 99) << spec::pair_name(row);
  }
}

// The lowest bit that is set below the last one that a result of f32 to bf16 may have.
TEST(StickyBits, EachBitBelowATieDecidesAlone) {
  for (const char* const name : {"f322bf16", "f322f16"}) {
    const auto row = std::ranges::find_if(spec::kConversions, [&](const spec::Conversion& one) {
      return spec::pair_name(one) == name;
    });
    const int discarded = row->from().fraction_bits - row->to().fraction_bits;
    std::set<int> above;
    std::set<int> below;
    for_patterns(family_named("sticky-bits"), *row, [&](std::uint64_t pattern) {
      for (int bit = 0; bit + 1 < discarded; ++bit) {
        const std::uint64_t one = std::uint64_t{1} << bit;
        if (is_tie(*row, pattern - one)) {
          above.insert(bit);
        }
        if (is_tie(*row, pattern + one)) {
          below.insert(bit);
        }
      }
    });
    // Distances of 1 and 2 are those of "beside-ties".
    EXPECT_EQ(above.size(), static_cast<std::size_t>(discarded - 3)) << name;
    EXPECT_EQ(below, above) << name;
  }
}

TEST(Carries, GoThroughEachNumberOfOnes) {
  const auto row = std::ranges::find_if(spec::kConversions, [](const spec::Conversion& one) {
    return spec::pair_name(one) == "f322s32";
  });
  std::set<int> lengths;
  for_patterns(family_named("carries"), *row, [&](std::uint64_t pattern) {
    const Value value = value_of(row->from(), pattern);
    if (is_tie(*row, pattern) && value.exponent == -1) {
      lengths.insert(std::countr_one(value.significand / 2));
    }
  });
  // None to 23: a tie has 24 bits at most, the last of which is a half.
  EXPECT_EQ(lengths.size(), 24u);
}

TEST(Quarters, AreReachedOnBothSidesOfATie) {
  for (const spec::Conversion& row : spec::kConversions) {
    std::set<std::uint64_t> quarters;
    for_patterns(family_named("quarters"), row, [&](std::uint64_t pattern) {
      const Value value = value_of(row.from(), pattern);
      if (value.significand != 0 && value.exponent == last_bit(row, value) - 2) {
        quarters.insert(value.significand % 4);
      }
    });
    if (!grid_pieces(row).empty()) {
      EXPECT_EQ(quarters, (std::set<std::uint64_t>{1, 3})) << spec::pair_name(row);
    }
  }
}

TEST(DoubleRounding, ValuesLandOnATieOfFloatOnceRoundedToDouble) {
  const spec::Conversion& row = spec::row_of(14);
  ASSERT_EQ(spec::pair_name(row), "s642f32");
  int wrong_through_double = 0;
  int all = 0;
  for_patterns(family_named("double-rounding"), row, [&](std::uint64_t pattern) {
    const auto value = static_cast<std::int64_t>(pattern);
    const auto through = static_cast<double>(value);
    ASSERT_FALSE(is_tie(row, pattern));
    ASSERT_TRUE(is_tie(row, static_cast<std::uint64_t>(static_cast<std::int64_t>(through))));
    ++all;
    wrong_through_double += static_cast<float>(through) != static_cast<float>(value) ? 1 : 0;
  });
  EXPECT_GT(wrong_through_double, all / 3);
}

TEST(Tiny, ValuesAreFractionsOfTheSmallestResultOrBesideTheSmallestNormal) {
  const spec::Conversion& row = spec::row_of(1);
  std::set<std::uint64_t> found;
  for_patterns(family_named("tiny"), row, [&](std::uint64_t pattern) { found.insert(pattern); });
  // 2^-24, half of it, its half's neighbours, three quarters; 2^-14 and half an ulp below it.
  for (const std::uint64_t wanted : {0x33800000u, 0x33000000u, 0x32ffffffu, 0x33000001u,
                                     0x33400000u, 0x38800000u, 0x387fe000u, 0x387fffffu}) {
    EXPECT_TRUE(found.contains(wanted)) << std::hex << wanted;
  }
}

struct Wanted {
  std::string_view pair;
  std::vector<std::uint64_t> patterns;
};

const std::vector<Wanted> kWanted = {
    // ±0, ±1, 2.5, 65504 65510 65519 65520 65536 65537, inf, NaNs quiet and signalling with low and
    // high payload, smallest and largest subnormals.
    {"f322f16",
     {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x40200000, 0x477fe000, 0x477fe600,
      0x477fef00, 0x477ff000, 0x477fefff, 0x477ff001, 0x47800000, 0x47800080, 0xc77ff000,
      0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001, 0xff800001, 0x7fa00000,
      0x7fffffff, 0xffffffff, 0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff}},
    // Largest bf16, half an ulp beyond it and its neighbours.
    {"f322bf16", {0x7f7f0000, 0x7f7f8000, 0x7f7f7fff, 0x7f7f8001, 0xff7f8000, 0x00010000}},
    // The largest below 2^31 and 2^63, and those limits.
    {"f322s32", {0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x3effffff, 0x4b000001}},
    {"f322s64", {0x5effffff, 0x5f000000, 0xdf000000, 0xdf000001}},
    {"f322s16", {0x46fffe00, 0x46ffff00, 0x46ffff01, 0x47000000, 0xc7000000, 0xc7000100}},
    // ±127.5, ±128, ±128.5, 127.
    {"f162s8", {0x57f8, 0x5800, 0x5804, 0xd7f8, 0xd800, 0xd804, 0x57f0, 0x7c00, 0xfe00}},
    {"f162u8", {0x5bf8, 0x5bfc, 0x5c00, 0xb800, 0xb801, 0x8001, 0x8000}},
    {"f162s4", {0x4780, 0x4800, 0x4840, 0xc800, 0xc840}},
    {"s322f32",
     {0x7fffffff, 0x80000000, 0x00ffffff, 0x01000001, 0x01000003, 0x7fffffbf, 0xff000000}},
    {"s642f32", {0x7fffffffffffffff, 0x8000000000000000, 0x001fffffffffffff, 0x0020000000000001}},
    {"s642s32", {0x7fffffff, 0x80000000, 0xffffffff80000000, 0xffffffff7fffffff, 0x100000001}},
    {"s322s16", {0x7fff, 0x8000, 0xffff8000, 0xffff7fff, 0x10001}},
};

TEST(InterestingPatterns, ReachTheKnownTrapsWithinAHundredThousandDraws) {
  for (const Wanted& wanted : kWanted) {
    for (const spec::Conversion& row : spec::kConversions) {
      if (spec::pair_name(row) != wanted.pair) {
        continue;
      }
      RapidCheckSource choices{rc::Random(1)};
      std::set<std::uint64_t> drawn;
      for (int i = 0; i < 100000; ++i) {
        drawn.insert(interesting_pattern(choices, row));
      }
      for (const std::uint64_t pattern : wanted.patterns) {
        EXPECT_TRUE(drawn.contains(pattern)) << wanted.pair << std::hex << " " << pattern;
      }
    }
  }
}

TEST(InterestingPatterns, FitTheSource) {
  for (const spec::Conversion& row : spec::kConversions) {
    for (const ValueFamily* family : families_of(row)) {
      for_patterns(*family, row, [&](std::uint64_t pattern) {
        ASSERT_EQ(pattern & ~row.from().pattern_mask(), 0u) << family->name;
      });
    }
  }
}

TEST(InterestingPatterns, ReachEveryPatternOfANarrowSource) {
  for (const spec::Conversion& row : spec::kConversions) {
    if (row.from().bits <= 8) {
      RapidCheckSource choices{rc::Random(1)};
      std::set<std::uint64_t> drawn;
      for (int i = 0; i < 50000; ++i) {
        drawn.insert(interesting_pattern(choices, row));
      }
      EXPECT_EQ(drawn.size(), row.from().pattern_mask() + 1) << spec::pair_name(row);
    }
  }
}

TEST(InterestingPatterns, StartWithZero) {
  for (const spec::Conversion& row : spec::kConversions) {
    const ValueFamily& first = *families_of(row).front();
    EXPECT_EQ(first.name, "plain");
    EXPECT_EQ(first.pattern(row, 0), 0u);
  }
}

}  // namespace
}  // namespace vconform::generators
