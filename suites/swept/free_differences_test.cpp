#include "suites/swept/free_differences.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "suites/commands/cli_fixture.h"
#include "suites/files/json.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kKeepInf = std::uint64_t{1} << 48;

generators::SweepDomain to_half() {
  return {*spec::cell_named("vconv_f322f16r"), kKeepInf};
}

// How many of so many differences of one class go to the oracle, which answers `is_free`.
std::uint64_t asked(std::uint64_t differences, bool is_free) {
  FreeDifferences free;
  const generators::SweepDomain domain = to_half();
  std::uint64_t asked = 0;
  for (std::uint64_t i = 0; i < differences; ++i) {
    // A NaN that keeps its payload, where golden gives another one.
    const SweptElement element{domain, 0x7fc00000 + i, 0x7e00, 0x7e01};
    if (free.asks_oracle(element, 0x7e00)) {
      ++asked;
      free.note(element, 0x7e00, is_free);
    }
  }
  return asked;
}

TEST(FreeDifferences, TheFirstOnesAndASampleGoToTheOracle) {
  constexpr std::uint64_t kFirst = FreeDifferences::kFirst;
  EXPECT_EQ(asked(kFirst, true), kFirst);
  EXPECT_EQ(asked(kFirst + 100 * FreeDifferences::kSampleEvery, true), kFirst + 100);
}

TEST(FreeDifferences, AfterOneThatIsForbiddenAllDo) {
  constexpr std::uint64_t kMany = 100 * FreeDifferences::kFirst;
  EXPECT_EQ(asked(kMany, false), kMany);
}

TEST(FreeDifferences, OtherDifferencesAlwaysGoToTheOracle) {
  FreeDifferences free;
  const generators::SweepDomain domain = to_half();
  for (std::uint64_t i = 0; i < 10 * FreeDifferences::kFirst; ++i) {
    // 1.0 that becomes NaN, and a NaN that becomes 0.
    EXPECT_TRUE(free.asks_oracle({domain, 0x3f800000, 0x3c00, 0x7e00}, 0x3c00));
    EXPECT_TRUE(free.asks_oracle({domain, 0x7fc00000, 0x7e00, 0x0000}, 0x7e00));
    free.note({domain, 0x3f800000, 0x3c00, 0x7e00}, 0x3c00, true);
  }
}

class SweepOfArrays : public CliTest {
 protected:
  // One chunk of 2^22 sources of f32 to f16 with CTRL[48]=1.
  RunResult swept(const std::string& chunk) {
    return run_command(std::string("sweep --in-process --jobs 1 --profile a2 --backend '") +
                       VCONFORM_HALF_ARRAYS + "' --ctrl 0x1000000000000 --shard " + chunk +
                       "/1024" + out(chunk));
  }
  json domain(const std::string& chunk) const {
    return json::parse(contents(folder_ / chunk / "sweep.json"))["domains"][0];
  }
};

// Chunk 511, the last of positive sources, holds NaN alone.
TEST_F(SweepOfArrays, PayloadsOfNanAreClassedWithoutTheOracle) {
  const RunResult run = swept("512");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_GT(domain("512")["permitted"], 4'000'000);
  EXPECT_LT(domain("512")["judged"], 20'000);
  EXPECT_GT(domain("512")["judged"], 1'000);
}

// Chunk 254 begins with 1.0.
TEST_F(SweepOfArrays, OneNanForANumberIsFound) {
  EXPECT_EQ(swept("255").status, 0);
  fs::remove_all(folder_ / "255");
  setenv("VCONFORM_NAN_SOURCE", "3f800000", 1);
  const RunResult run = swept("255");
  unsetenv("VCONFORM_NAN_SOURCE");
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.output, HasSubstr("does not conform: 1 wrong"));
  EXPECT_THAT(run.output, HasSubstr("smallest  0x3f800000 = 1 -> 0x7e00 = NaN"));
}

}  // namespace
}  // namespace vconform::suites
