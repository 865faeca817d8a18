// Programs that speak the protocol of adapters/exec, judged.
#include <nlohmann/json.hpp>

#include "suites/commands/cli_fixture.h"
#include "suites/files/json.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

class Exec : public CliTest {
 protected:
  RunResult certified(const std::string& command, const std::string& options = "") {
    return run_command("certify --level quick --profile a2 --backend 'exec:" + command + "' " +
                       options + out("run"));
  }
};

TEST_F(Exec, TheSmallestProgramConformsOnItsRow) {
  const RunResult run = certified(VCONFORM_EXEC_PROGRAM);
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("smallest conforms on 1 of "));
}

TEST_F(Exec, GoldenConformsAndAnExitIsACrash) {
  const std::string golden = VCONFORM_GOLDEN_PROGRAM;
  const RunResult right = certified(golden, "--family deq");
  EXPECT_EQ(right.status, 0) << right.output;
  EXPECT_THAT(right.output, HasSubstr("conforms on 9 of 9 rows"));
  const RunResult gone = certified("false");
  EXPECT_EQ(gone.status, 3) << gone.output;
  EXPECT_THAT(gone.output, HasSubstr("before it answers"));
}

TEST_F(Exec, BadNamesAreRefused) {
  expect_refused("certify --backend exec: " + out("x"), 2, "names no program");
  const RunResult none = certified("/no/such/program");
  EXPECT_EQ(none.status, 3) << none.output;
}

}  // namespace
}  // namespace vconform::suites
