#include "generators/dequantise/scale_values.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "generators/choices/rapidcheck_source.h"
#include "generators/dequantise/scale_words.h"
#include "spec/number/quantization.h"

namespace vconform::generators {
namespace {

const spec::NumberFormat& f16() {
  return spec::format_of(spec::NumberType::kF16);
}

TEST(ScaleValues, FitTheirFormatAndBeginWithOne) {
  for (const spec::NumberFormat* format : {&spec::kScaleFormat, &f16()}) {
    for (const ScaleFamily& family : scale_families()) {
      const std::uint64_t count = family.count(*format);
      for (std::uint64_t i = 0; i < 3000 && i < count; ++i) {
        const std::uint64_t index = count <= 3000 ? i : i * (count / 3000);
        ASSERT_EQ(family.pattern(*format, index) & ~format->pattern_mask(), 0u) << family.name;
      }
    }
    EXPECT_EQ(scale_families().front().pattern(*format, 0),
              static_cast<std::uint64_t>(format->bias()) << format->fraction_bits);
  }
}

const ScaleFamily& family_named(std::string_view name) {
  for (const ScaleFamily& family : scale_families()) {
    if (family.name == name) {
      return family;
    }
  }
  return scale_families().front();
}

TEST(ScaleValues, HoldEveryPowerOfTwoAndTheScalesOfDoubleRoundings) {
  const ScaleFamily& powers = family_named("powers");
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < powers.count(spec::kScaleFormat); ++i) {
    seen.insert(powers.pattern(spec::kScaleFormat, i));
  }
  // 254 normal ones and ten subnormal ones, of both signs.
  EXPECT_EQ(seen.size(), 2u * 264);
  const ScaleFamily& twice = family_named("double-rounding");
  EXPECT_EQ(twice.count(spec::kScaleFormat), 464u);
  EXPECT_EQ(twice.count(f16()), 0u);
  EXPECT_EQ(twice.pattern(spec::kScaleFormat, 0) & 0x3ff, 2007u - 1024);
}

TEST(ScaleValues, SolvedOnesTakeSomeSourceToALimit) {
  const ScaleFamily& limits = family_named("limits");
  // 127 of 32768, toward zero and away from it: 127 * 2^-15 is exact.
  EXPECT_EQ(limits.pattern(spec::kScaleFormat, 0) << 13, 0x3b7e0000u);
  EXPECT_EQ(limits.pattern(spec::kScaleFormat, 2) << 13, 0x3b7e2000u);
  EXPECT_EQ(limits.pattern(spec::kScaleFormat, 1) << 13, 0xbb7e0000u);
}

// Checks the documented limits of each field.
TEST(ScaleWords, ReachEveryFieldAtItsLimits) {
  const spec::Conversion& row = spec::row_of(24);
  std::map<std::string, int> seen;
  constexpr int kWords = 4000;
  for (std::uint64_t seed = 0; seed < kWords; ++seed) {
    RapidCheckSource choices{rc::Random(seed)};
    const std::uint64_t word = draw_scale_word(choices, row);
    const std::uint64_t offset = spec::kFactorOffset.of(word);
    ++seen["offset " + std::to_string(offset)];
    ++seen[spec::kFactorSign.of(word) != 0 ? "s8" : "u8"];
    const std::uint64_t scale = spec::kFactorScale.of(word);
    seen["low bits"] += (scale & 0x1fff) != 0 ? 1 : 0;
    seen["half a last bit"] += (scale & 0x1fff) == 0x1000 ? 1 : 0;
    seen["reserved"] += (word & spec::reserved_bits(spec::Word::kFactor)) != 0 ? 1 : 0;
    const std::uint64_t magnitude = scale & 0x7fffffff;
    seen["zero"] += magnitude >> 13 == 0 ? 1 : 0;
    seen["negative"] += scale != magnitude ? 1 : 0;
    seen["power of two"] += (magnitude & 0x7fe000) == 0 ? 1 : 0;
    seen["NaN or inf"] += magnitude >= 0x7f800000 ? 1 : 0;
  }
  for (const char* wanted :
       {"offset 0", "offset 1", "offset 255", "offset 256", "offset 511", "offset 127", "s8", "u8",
        "low bits", "half a last bit", "reserved", "negative", "power of two"}) {
    EXPECT_GE(seen[wanted], kWords / 40) << wanted;
  }
  EXPECT_GE(seen["zero"], 20);
  EXPECT_GE(seen["NaN or inf"], 20);
  EXPECT_LE(seen["NaN or inf"], kWords / 15);
}

}  // namespace
}  // namespace vconform::generators
