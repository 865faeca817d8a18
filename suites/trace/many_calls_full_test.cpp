// A recording of a kernel of a million calls.
#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{100} << 20;

std::uint64_t bytes_in(const fs::path& folder) {
  std::uint64_t bytes = 0;
  for (const auto& file : fs::directory_iterator(folder)) {
    bytes += file.file_size();
  }
  return bytes;
}

class ManyCalls : public CliTest {
 protected:
  fs::path recorded() const { return folder_ / "recorded"; }
  // The seconds of its calls, as the program prints them.
  static double seconds_of(const std::string& environment) {
    const RunResult run = run_shell(environment + "'" VCONFORM_MANY_CALLS "' 1000000 1000");
    EXPECT_EQ(run.status, 0) << run.output;
    return std::stod(run.output);
  }
};

TEST_F(ManyCalls, AMillionAreRecordedInAHundredMebibytesAndReplay) {
  const double plain = seconds_of("");
  const double recording = seconds_of("VCONFORM_RECORD='" + recorded().string() + "' ");
  std::printf("recorded, a million calls take %.2f times as long\n", recording / plain);
  EXPECT_LE(bytes_in(recorded()), kMostBytes);
  const std::string list = contents(recorded() / "recorded.txt");
  EXPECT_EQ(std::ranges::count(list, '\n'), 1000);
  EXPECT_THAT(list, testing::StartsWith("      1000 000001-vconv_f322f16r.case "));
  const RunResult replayed = run_command("replay '" + recorded().string() + "'/*.case");
  EXPECT_EQ(replayed.status, 0) << replayed.output;
  EXPECT_THAT(replayed.output, testing::HasSubstr("001000-vconv_f322f16r.case: passes"));
}

}  // namespace
}  // namespace vconform::suites
