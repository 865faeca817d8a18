#include "adapters/third_party/eigen_adapter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_conversion.h"

namespace vconform::adapters::third_party {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t kKeep = spec::with_ctrl_bit(spec::kCtrlKeepInfNan);

std::vector<std::uint64_t> eigen(const char* instruction,
                                 const std::vector<std::uint64_t>& patterns,
                                 std::uint64_t ctrl = 0) {
  const auto backend = open_backend("eigen");
  return results_of(*backend, instruction, patterns, ctrl);
}

TEST(Eigen, IsElementwiseAndClaimsWhatEigenOffers) {
  const auto backend = open_backend("eigen");
  EXPECT_FALSE(backend->judges_addressing());
  EXPECT_EQ(backend->version().substr(0, 3), "3.4");
  const auto claims = [&](const char* name) {
    return backend->claims(spec::cell_named(name).value()).has_value();
  };
  EXPECT_TRUE(claims("vconv_f322f16"));
  EXPECT_TRUE(claims("vconv_f322f16r"));
  EXPECT_TRUE(claims("vconv_f162u8c"));
  EXPECT_FALSE(claims("vconv_f322f16o"));
  EXPECT_FALSE(claims("vconv_f322f16z"));
  EXPECT_FALSE(claims("vconv_f322f32z"));
  EXPECT_FALSE(claims("vconv_f162s4r"));
  const auto features = backend->claims(spec::cell_named("vconv_f322f16r").value());
  EXPECT_TRUE(features->has(spec::Feature::kSaturate));
  EXPECT_TRUE(features->has(spec::Feature::kKeepInf));
}

TEST(Eigen, RoundsInEachModeThatItHas) {
  // 2.5, -2.5, 2.25, -1.75 of f32 and f16.
  const std::vector<std::uint64_t> f32 = {0x40200000, 0xc0200000, 0x40100000, 0xbfe00000};
  const std::vector<std::uint64_t> f16 = {0x4100, 0xc100, 0x4080, 0xbf00};
  const auto s32 = [](int number) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(number));
  };
  EXPECT_THAT(eigen("vconv_f322s32r", f32), ElementsAre(2, s32(-2), 2, s32(-2)));
  EXPECT_THAT(eigen("vconv_f322s32a", f32), ElementsAre(3, s32(-3), 2, s32(-2)));
  EXPECT_THAT(eigen("vconv_f322s32f", f32), ElementsAre(2, s32(-3), 2, s32(-2)));
  EXPECT_THAT(eigen("vconv_f322s32c", f32), ElementsAre(3, s32(-2), 3, s32(-1)));
  EXPECT_THAT(eigen("vconv_f322s32z", f32), ElementsAre(2, s32(-2), 2, s32(-1)));
  EXPECT_THAT(eigen("vconv_f162s8", f16), ElementsAre(2, 0xfe, 2, 0xfe));
  EXPECT_THAT(eigen("vconv_f162s32a", f16), ElementsAre(3, s32(-3), 2, s32(-2)));
  EXPECT_THAT(eigen("vconv_f322f32c", f32),
              ElementsAre(0x40400000, 0xc0000000, 0x40400000, 0xbf800000));
}

TEST(Eigen, EqualsGoldenOnEveryFiniteHalfInRange) {
  const auto golden = open_backend("golden");
  const auto backend = open_backend("eigen");
  std::vector<std::uint64_t> patterns(128);
  for (const char* name :
       {"vconv_f162s16r", "vconv_f162s16a", "vconv_f162s16f", "vconv_f162s16c", "vconv_f162s16z"}) {
    for (std::uint64_t first = 0; first < 0x7800; first += patterns.size()) {
      for (std::size_t i = 0; i < patterns.size(); ++i) {
        patterns[i] = (first + i) | (i % 2 == 0 ? 0 : 0x8000);
      }
      ASSERT_EQ(results_of(*backend, name, patterns), results_of(*golden, name, patterns)) << name;
    }
  }
}

// The deviations that the suite is to report; tested so that a change in Eigen is noticed.
TEST(Eigen, DeviatesWhereEigenIsNotThePages) {
  EXPECT_THAT(eigen("vconv_f322f16r", {0x7f800000, 0x7fc00000}), ElementsAre(0x7c00, 0x7e00))
      << "CTRL[48]=0 does not saturate";
  EXPECT_THAT(eigen("vconv_f322f16r", {0x477ff000}, kKeep), ElementsAre(0x7c00));
  EXPECT_THAT(eigen("vconv_f322f32r", {0x80000000}), ElementsAre(0x80000000)) << "keeps -0";
#if defined(__x86_64__)
  EXPECT_THAT(eigen("vconv_f322s32r", {0x4f000000, 0x7fc00000}),
              ElementsAre(0x80000000, 0x80000000));
  EXPECT_THAT(eigen("vconv_f322s64z", {0x7f800000}), ElementsAre(0x8000000000000000));
  // 70000 and 300 give their low bits. Many lanes, so that vectorised code runs too.
  EXPECT_THAT(eigen("vconv_f322s16r", std::vector<std::uint64_t>(19, 0x4788b800)),
              ::testing::Each(70000 - 65536));
  EXPECT_THAT(eigen("vconv_f162u8r", std::vector<std::uint64_t>(19, 0x5cb0)),
              ::testing::Each(300 - 256));
#endif
  EXPECT_THAT(eigen("vconv_s322s16", {0x12345678}), ElementsAre(0x5678)) << "wraps";
}

}  // namespace
}  // namespace vconform::adapters::third_party
