// Programs that speak the protocol of adapters/exec, judged.
#include <fmt/format.h>

#include <map>
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

// A fault of one program is the verdict of it, and the run goes on.
TEST_F(Exec, AnAnswerThatIsNoneIsADeviationAndTheRunGoesOn) {
  const std::string golden = VCONFORM_GOLDEN_PROGRAM;
  const RunResult run = certified(golden + " print@1000", "--family cast_deq");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, HasSubstr("is something else printed on stdout?"));
  const json certificate = json::parse(contents(folder_ / "run" / "certificate.json"));
  EXPECT_GT(certificate.at("counts").at("cases"), 3000);
  EXPECT_EQ(certified(golden + " changing", "--family cast_deq").status, 1);
  const json changing = json::parse(contents(folder_ / "run" / "certificate.json"));
  EXPECT_EQ(changing.at("deviations").at(0).at("verdict"), "CHANGED CLAIMS");
}

TEST_F(Exec, EachFaultOfAProgramHasItsVerdict) {
  const std::string golden = VCONFORM_GOLDEN_PROGRAM;
  ASSERT_EQ(certified(golden + " print@1000", "--family cast_deq").status, 1);
  const fs::path failures = folder_ / "run" / "failures";
  const std::string failed = fs::directory_iterator(failures)->path().string();
  struct Fault {
    const char* argument;
    const char* verdict;
  };
  constexpr Fault kFaults[] = {{"exit", "CRASH"},
                               {"crash", "CRASH"},
                               {"short", "CRASH"},
                               {"print", "ERROR"},
                               {"mutters", "is something else printed on stdout?"},
                               {"long", "ERROR"},
                               {"garbled", "ERROR"},
                               {"closes", "TIMEOUT"},
                               {"late", "TIMEOUT"},
                               {"none", "passes"}};
  for (const Fault& fault : kFaults) {
    const RunResult run =
        run_command(fmt::format("replay '{}' --profile a2 --time-limit 0.1 --backend 'exec:{} {}'",
                                failed, golden, fault.argument));
    EXPECT_EQ(run.status, fault.argument == std::string("none") ? 0 : 1) << run.output;
    EXPECT_THAT(run.output, HasSubstr(fault.verdict)) << fault.argument;
  }
}

// Programs that are known in advance come several in a frame, and nothing else changes.
TEST_F(Exec, ABatchOfProgramsIsJudgedLikeEachAlone) {
  const std::string golden = VCONFORM_GOLDEN_PROGRAM;
  fs::create_directory(folder_ / "its");
  const auto judged = [&](const std::string& command, int status) {
    const RunResult run =
        certified(command, "--family cast_deq --allow-write '" + (folder_ / "its").string() + "'");
    EXPECT_EQ(run.status, status) << run.output;
    json certificate = json::parse(contents(folder_ / "run" / "certificate.json"));
    certificate.erase("run");
    certificate.erase("digest");
    certificate["backend"].erase("selected");
    return certificate;
  };
  const json alone = judged(golden, 0);
  // The frames of so many programs, of a command that takes up to `batch`.
  const auto frames_of = [&](int batch) {
    const fs::path log = folder_ / "its" / fmt::format("frames-{}", batch);
    EXPECT_EQ(judged(fmt::format("{} none {} {}", golden, batch, log.string()), 0), alone);
    std::ifstream frames(log);
    std::map<int, int> counts;
    for (int programs = 0; frames >> programs;) {
      ++counts[programs];
    }
    return counts;
  };
  std::map<int, int> counts = frames_of(16);
  EXPECT_EQ(counts.rbegin()->first, 16);
  EXPECT_GT(counts[16], 50);
  counts = frames_of(4096);
  EXPECT_GT(counts.rbegin()->first, 32);
  // A failure of one frame is one of a program, or of all of them.
  const json wrong = judged(golden + " print@100 16", 1);
  EXPECT_GT(wrong.at("counts").at("cases"), 3000);
  EXPECT_EQ(wrong.at("deviations").at(0).at("verdict"), "ERROR");
}

TEST_F(Exec, HintsSpeakOfTheProtocol) {
  // The claims of a program that answers the line start, what it does then, and the hint.
  struct Mistake {
    const char* claims;
    const char* then;
    const char* hint;
  };
  constexpr const char* kOne = R"({"instructions": ["vconv_f322s32r"]})";
  const Mistake mistakes[] = {{kOne, "head -c 24 >/dev/null; exit 3", "the bytes at 0 of a step"},
                              {kOne, "sleep 60", "is stdout flushed after each answer"},
                              {"", "cat >/dev/null", "name instructions in \"claims\""}};
  for (const Mistake& mistake : mistakes) {
    write("program.sh", fmt::format(R"(read -r start
echo '{{"protocol": 1, "name": "wrong", "version": "1", "claims": [{}]}}'
{}
)",
                                    mistake.claims, mistake.then));
    const RunResult run = run_command(
        fmt::format("smoke --time-limit 0.1 'exec:sh {}/program.sh'", folder_.string()));
    EXPECT_EQ(run.status, 1) << run.output;
    EXPECT_THAT(run.output, HasSubstr("\n        hint: "));
    EXPECT_THAT(run.output, HasSubstr(mistake.hint));
    EXPECT_THAT(run.output, testing::Not(HasSubstr("vconform_")));
  }
}

TEST_F(Exec, GoldenConformsOnCopiesAndCalls) {
  const RunResult run = certified(VCONFORM_GOLDEN_PROGRAM, "--family cast_deq,copy_matrix");
  EXPECT_EQ(run.status, 0) << run.output;
}

TEST_F(Exec, IsNotFuzzed) {
  expect_refused("fuzz --backend exec:true", 2, "certify or replay");
}

TEST_F(Exec, BadNamesAreRefused) {
  expect_refused("certify --backend exec: " + out("x"), 2, "names no program");
  const RunResult none = certified("/no/such/program");
  EXPECT_EQ(none.status, 3) << none.output;
}

}  // namespace
}  // namespace vconform::suites
