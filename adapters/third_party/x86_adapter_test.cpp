#include "adapters/third_party/x86_adapter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>

#include "adapters/load/open_backend.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/third_party/x86_rows.h"

namespace vconform::adapters::third_party {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr X86Features kOnlyF16c = X86Features{}.with(X86Feature::kF16c);
constexpr X86Features kEverything = {0x1f};

// Source type, destination type, roundings.
using Claim = std::array<std::uint32_t, 3>;

// The claims of a context for these features.
std::vector<Claim> claims_with(X86Features features) {
  const std::unique_ptr<void, void (*)(void*)> context(new_x86_context(features),
                                                       x86_adapter()->destroy);
  const vconform_capabilities& declared = *x86_adapter()->capabilities(context.get());
  std::vector<Claim> claims;
  for (std::uint32_t i = 0; i < declared.row_count; ++i) {
    const vconform_capability& row = declared.rows[i];
    claims.push_back({row.source_type, row.destination_type, row.roundings});
  }
  return claims;
}

TEST(X86, ACpuWithoutF16cIsRefusedAndTheReasonGiven) {
  EXPECT_THAT(x86_problem({}), HasSubstr("take another backend"));
  EXPECT_THAT(x86_problem({}), Not(HasSubstr("\n")));
  EXPECT_EQ(new_x86_context({}), nullptr);
  EXPECT_EQ(x86_adapter()->last_error(nullptr), x86_problem({}));
  EXPECT_EQ(new_x86_context(X86Features{}.with(X86Feature::kAvx512f)), nullptr);
}

TEST(X86, TheListOfBackendsSaysWhetherThisCpuHasIt) {
  const std::vector<KnownBackend> known = known_backends();
  const auto x86 = std::find_if(known.begin(), known.end(),
                                [](const KnownBackend& backend) { return backend.name == "x86"; });
  ASSERT_NE(x86, known.end());
  EXPECT_EQ(x86->reason, x86_problem(host_x86_features()));
  EXPECT_EQ(x86->available, x86->reason.empty());
}

#if defined(__x86_64__)

TEST(X86, ClaimsOnlyWhatTheCpuHas) {
  constexpr std::uint32_t kBare = 1 << VCONFORM_ROUND_NULL;
  constexpr std::uint32_t kDirected =
      1 << VCONFORM_ROUND_R | 1 << VCONFORM_ROUND_F | 1 << VCONFORM_ROUND_C | 1 << VCONFORM_ROUND_Z;
  EXPECT_THAT(claims_with(kOnlyF16c),
              ElementsAre(Claim{VCONFORM_F32, VCONFORM_F16, kBare | kDirected},
                          Claim{VCONFORM_F16, VCONFORM_F32, kBare}));
  const auto with = [](X86Feature feature) { return claims_with(kOnlyF16c.with(feature)).size(); };
  EXPECT_EQ(with(X86Feature::kAvx512f), 11u);
  EXPECT_EQ(with(X86Feature::kAvx512dq), 4u);
  EXPECT_EQ(with(X86Feature::kAvx512Bf16), 3u);
  EXPECT_EQ(with(X86Feature::kAvx512Fp16), 5u);
  EXPECT_EQ(claims_with(kEverything).size(), x86_rows().size());
}

TEST(X86, EveryRowFitsAVectorAndTheTableOfVconv) {
  for (const X86Row& row : x86_rows()) {
    const auto bytes = [&](std::uint32_t type) {
      return row.lanes * static_cast<std::size_t>(spec::kNumberFormats[type].bits) / 8;
    };
    EXPECT_LE(bytes(row.source_type), kX86VectorBytes);
    EXPECT_LE(bytes(row.destination_type), kX86VectorBytes);
    const auto conversion = std::find_if(
        spec::kConversions.begin(), spec::kConversions.end(), [&](const spec::Conversion& known) {
          return static_cast<std::uint32_t>(known.source) == row.source_type &&
                 static_cast<std::uint32_t>(known.destination) == row.destination_type;
        });
    ASSERT_NE(conversion, spec::kConversions.end());
    for (std::size_t rounding = 0; rounding < row.kernels.size(); ++rounding) {
      EXPECT_TRUE(row.kernels[rounding] == nullptr ||
                  offers(*conversion, static_cast<spec::Rounding>(rounding)))
          << pair_name(*conversion) << " " << rounding;
    }
  }
}

// Tests of values, on a CPU that has the instruction.
class X86Values : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string problem = x86_problem(host_x86_features()); !problem.empty()) {
      GTEST_SKIP() << problem;
    }
    backend_ = open_backend("x86");
  }

  // Empty if this CPU lacks the instruction.
  std::vector<std::uint64_t> results(const char* instruction,
                                     const std::vector<std::uint64_t>& patterns,
                                     std::uint64_t ctrl = 0) {
    if (!backend_->claims(spec::cell_named(instruction).value())) {
      return {};
    }
    return results_of(*backend_, instruction, patterns, ctrl);
  }

  bool has(X86Feature feature) { return host_x86_features().has(feature); }

  decltype(open_backend("")) backend_;
};

constexpr std::uint64_t s32(int number) {
  return static_cast<std::uint32_t>(number);
}
constexpr std::uint64_t s64(std::int64_t number) {
  return static_cast<std::uint64_t>(number);
}

// 2.5, -2.5, 2.25, -1.75
const std::vector<std::uint64_t> kNumbers = {0x40200000, 0xc0200000, 0x40100000, 0xbfe00000};

TEST_F(X86Values, ItIsElementwiseAndNamesTheInstructionSets) {
  EXPECT_FALSE(backend_->judges_addressing());
  EXPECT_EQ(backend_->version(), x86_feature_text(host_x86_features()));
  const auto features = backend_->claims(spec::cell_named("vconv_f322f16r").value());
  EXPECT_TRUE(features->has(spec::Feature::kSaturate));
  EXPECT_TRUE(features->has(spec::Feature::kKeepInf));
  EXPECT_FALSE(backend_->claims(spec::cell_named("vconv_f322f16o").value()));
  EXPECT_FALSE(backend_->claims(spec::cell_named("vconv_f322f16a").value()));
}

TEST_F(X86Values, TheFourRoundingsOfF16c) {
  // 1 + 2^-11, a tie; its negative.
  const std::vector<std::uint64_t> ties = {0x3f801000, 0xbf801000};
  EXPECT_THAT(results("vconv_f322f16", ties), ElementsAre(0x3c00, 0xbc00));
  EXPECT_THAT(results("vconv_f322f16r", ties), ElementsAre(0x3c00, 0xbc00));
  EXPECT_THAT(results("vconv_f322f16f", ties), ElementsAre(0x3c00, 0xbc01));
  EXPECT_THAT(results("vconv_f322f16c", ties), ElementsAre(0x3c01, 0xbc00));
  EXPECT_THAT(results("vconv_f322f16z", ties), ElementsAre(0x3c00, 0xbc00));
  EXPECT_THAT(results("vconv_f162f32", {0x0001, 0xfbff}), ElementsAre(0x33800000, 0xc77fe000));
}

TEST_F(X86Values, TheRoundingsToIntegers) {
  if (!has(X86Feature::kAvx512f)) {
    GTEST_SKIP() << "no AVX-512";
  }
  EXPECT_THAT(results("vconv_f322s32r", kNumbers), ElementsAre(2, s32(-2), 2, s32(-2)));
  EXPECT_THAT(results("vconv_f322s32f", kNumbers), ElementsAre(2, s32(-3), 2, s32(-2)));
  EXPECT_THAT(results("vconv_f322s32c", kNumbers), ElementsAre(3, s32(-2), 3, s32(-1)));
  EXPECT_THAT(results("vconv_f322s32z", kNumbers), ElementsAre(2, s32(-2), 2, s32(-1)));
  EXPECT_THAT(results("vconv_f322f32c", kNumbers),
              ElementsAre(0x40400000, 0xc0000000, 0x40400000, 0xbf800000));
  EXPECT_THAT(results("vconv_f322f32z", kNumbers),
              ElementsAre(0x40000000, 0xc0000000, 0x40000000, 0xbf800000));
}

TEST_F(X86Values, TheRoundingsOfAvx512dq) {
  if (!has(X86Feature::kAvx512dq)) {
    GTEST_SKIP() << "no AVX-512 DQ";
  }
  EXPECT_THAT(results("vconv_f322s64r", kNumbers), ElementsAre(2, s64(-2), 2, s64(-2)));
  EXPECT_THAT(results("vconv_f322s64f", kNumbers), ElementsAre(2, s64(-3), 2, s64(-2)));
  EXPECT_THAT(results("vconv_f322s64z", kNumbers), ElementsAre(2, s64(-2), 2, s64(-1)));
  // 2^24 + 1, a tie, and 2^62 + 1.
  const std::vector<std::uint64_t> wide = {0x1000001, 0x4000000000000001};
  EXPECT_THAT(results("vconv_s642f32r", wide), ElementsAre(0x4b800000, 0x5e800000));
  EXPECT_THAT(results("vconv_s642f32c", wide), ElementsAre(0x4b800001, 0x5e800001));
}

TEST_F(X86Values, IntegersWidenExactlyAndNarrowWithSaturation) {
  if (!has(X86Feature::kAvx512f)) {
    GTEST_SKIP() << "no AVX-512";
  }
  EXPECT_THAT(results("vconv_s322s16", {70000, s32(-70000), 5}), ElementsAre(0x7fff, 0x8000, 5));
  EXPECT_THAT(results("vconv_s642s32", {1ull << 40, s64(-5)}), ElementsAre(0x7fffffff, s32(-5)));
  EXPECT_THAT(results("vconv_s322s64", {s32(-7)}), ElementsAre(s64(-7)));
  EXPECT_THAT(results("vconv_s162f32", {0x8000}), ElementsAre(0xc7000000));
  EXPECT_THAT(results("vconv_s82f16", {0x80, 1}), ElementsAre(0xd800, 0x3c00));
  EXPECT_THAT(results("vconv_u82f16", {0x80, 1}), ElementsAre(0x5800, 0x3c00));
  EXPECT_THAT(results("vconv_s322f32f", {0x1000001}), ElementsAre(0x4b800000));
  EXPECT_THAT(results("vconv_s322f32c", {0x1000001}), ElementsAre(0x4b800001));
}

// The deviations that the suite is to report; no code here repairs them.
TEST_F(X86Values, DeviatesWhereTheInstructionsAreNotThePages) {
  EXPECT_THAT(results("vconv_f322f16r", {0x477ff000}), ElementsAre(0x7c00))
      << "65520 does not saturate";
  EXPECT_THAT(results("vconv_f322f16r", {0x7fc00001}), Not(ElementsAre(0))) << "NaN stays NaN";
  EXPECT_THAT(results("vconv_f322f16z", {0x477ff000}, spec::with_ctrl_bit(spec::kCtrlKeepInfNan)),
              ElementsAre(0x7bff));
  if (has(X86Feature::kAvx512f)) {
    EXPECT_THAT(results("vconv_f322s32r", {0x4f000000, 0x7fc00000, 0xff800000}), Each(0x80000000));
    EXPECT_THAT(results("vconv_f322f32r", {0x80000000}), ElementsAre(0x80000000)) << "keeps -0";
  }
  if (has(X86Feature::kAvx512dq)) {
    EXPECT_THAT(results("vconv_f322s64c", {0x7f800000}), ElementsAre(0x8000000000000000));
  }
  if (has(X86Feature::kAvx512Bf16)) {
    EXPECT_THAT(results("vconv_f322bf16r", {0x007fffff, 0x3f808001}), ElementsAre(0, 0x3f81))
        << "subnormals are taken for 0";
  }
}

TEST_F(X86Values, EveryNumberOfElementsIsConverted) {
  const auto golden = open_backend("golden");
  for (std::size_t n = 1; n <= 64; ++n) {
    std::vector<std::uint64_t> patterns(n);
    for (std::size_t i = 0; i < n; ++i) {
      patterns[i] = 0x3f800000 + 0x1357 * i;
    }
    ASSERT_EQ(results("vconv_f322f16f", patterns), results_of(*golden, "vconv_f322f16f", patterns))
        << n;
  }
}

#endif

}  // namespace
}  // namespace vconform::adapters::third_party
