// The commands sweep and merge, as people call them.
#include <csignal>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "suites/commands/cli_fixture.h"
#include "suites/files/digest.h"
#include "suites/files/json.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;
using testing::Not;

class SweepTest : public CliTest {
 protected:
  json sweep_json(const std::string& name) const {
    json document = json::parse(contents(folder_ / name / "sweep.json"));
    document.erase("times");
    return document;
  }
  std::size_t journal_lines(const std::string& name) const {
    const std::string text = contents(folder_ / name / "journal");
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  std::string folder(const std::string& name) const {
    return " '" + (folder_ / name).string() + "'";
  }
};

const std::string kMutant =
    "sweep --profile a2 --backend mutant:round-half-away "
    "--instruction vconv_f162s8r,vconv_f162s8a,vconv_f162s16r,vconv_f162u8r ";

TEST_F(SweepTest, GoldenConformsOnAllNarrowSources) {
  const RunResult result = run_command(
      "sweep --profile a2 --instruction "
      "vconv_f162s8r,vconv_f162f32,vconv_s42f16,vconv_u82f16,vconv_bf162s32z,vconv_f162s4r" +
      out("golden"));
  EXPECT_EQ(result.status, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("conforms on 9 of 9 sweeps of an instruction"));
  const json document = sweep_json("golden");
  EXPECT_EQ(document["verdict"], "conforms");
  EXPECT_EQ(document["counts"]["not_run"], 0);
  EXPECT_EQ(document["domains"][1]["values"], 65536);
}

TEST_F(SweepTest, ItsPageIsMadeAnewOfItsFiles) {
  EXPECT_EQ(run_command(kMutant + out("one")).status, 1);
  const fs::path page = folder_ / "one" / "report.html";
  const std::string written = contents(page);
  EXPECT_THAT(written, HasSubstr("<!doctype html>"));
  fs::remove(page);
  const std::string file = "'" + (folder_ / "one" / "sweep.json").string() + "'";
  const RunResult again = run_command("report " + file);
  EXPECT_EQ(again.status, 0) << again.output;
  EXPECT_EQ(contents(page), written);
  expect_refused("report --format badge " + file, 2, "leave --format out");
  write("cut.json", contents(folder_ / "one" / "sweep.json").replace(200, 1, "9"));
  expect_refused("report '" + (folder_ / "cut.json").string() + "'", 2, "cut.json");
}

// The results are equal byte for byte except times, whatever the shards and the order in which they
// are named.
TEST_F(SweepTest, MergedShardsAreTheWholeSweep) {
  const RunResult whole = run_command(kMutant + out("whole"));
  EXPECT_EQ(whole.status, 1) << whole.output;
  for (const char* shard : {"1", "2", "3"}) {
    const RunResult part =
        run_command(kMutant + "--shard " + shard + "/3" + out(std::string("part") + shard));
    EXPECT_THAT(part.output, HasSubstr(std::string(", shard ") + shard + "/3"));
  }
  const RunResult merged =
      run_command("merge" + folder("part3") + folder("part1") + folder("part2") + out("merged"));
  EXPECT_EQ(merged.status, 1) << merged.output;
  EXPECT_EQ(sweep_json("merged").dump(2), sweep_json("whole").dump(2));
  std::size_t cases = 0;
  for (const auto& file : fs::directory_iterator(folder_ / "whole" / "failures")) {
    EXPECT_EQ(contents(file.path()),
              contents(folder_ / "merged" / "failures" / file.path().filename()));
    ++cases;
  }
  EXPECT_EQ(cases, 10U);
}

TEST_F(SweepTest, ShardsThatDoNotBelongTogetherAreRefusedByName) {
  const std::string quick = "sweep --profile a2 --instruction vconv_f162s8r,vconv_f162u8r ";
  run_command(quick + "--shard 1/2" + out("one"));
  run_command(quick + "--shard 2/2" + out("two"));
  run_command(quick + out("whole"));
  run_command(quick + "--shard 2/2 --choice overflow.odd=inf-beyond-max" + out("pinned"));
  run_command(quick + "--shard 2/2 --backend mutant:round-half-away" + out("mutant"));
  run_command(quick + "--shard 2/2 --time-limit 1" + out("hasty"));
  const auto refused = [&](const std::string& folders, const std::string& part) {
    expect_refused("merge" + folders + out("merged"), 2, part);
    EXPECT_FALSE(fs::exists(folder_ / "merged"));
  };
  refused(folder("one"), "shard 2/2 is missing");
  refused(folder("one") + folder("two") + folder("two"), "are the same folder");
  refused(folder("one") + folder("two") + " '" + (folder_ / "." / "two" / "").string() + "'",
          "are the same folder");
  fs::copy(folder_ / "two", folder_ / "copy", fs::copy_options::recursive);
  refused(folder("one") + folder("two") + folder("copy"), "are both shard 2/2");
  refused(folder("one") + folder("whole"), "they overlap");
  refused(folder("one") + folder("pinned"), "choices.overflow.odd");
  refused(folder("one") + folder("mutant"), "backend.selected");
  refused(folder("one") + folder("hasty"), "time_limit");
  refused(folder("one") + folder("nowhere"), "nowhere/sweep.json");

  json other = json::parse(contents(folder_ / "two" / "sweep.json"));
  other["sweep"]["spec_version"] = 2;
  fs::create_directories(folder_ / "older");
  std::ofstream(folder_ / "older" / "sweep.json") << other.dump(2);
  refused(folder("one") + folder("older"), "its digest is not that of its content");
  // Whoever edits it can compute its digest anew.
  const auto with_edit = [&](const std::function<void(json&)>& edit) {
    json document = json::parse(contents(folder_ / "whole" / "sweep.json"));
    edit(document);
    document["digest"] = digest_of_certificate(document);
    fs::create_directories(folder_ / "edited");
    std::ofstream(folder_ / "edited" / "sweep.json") << document.dump(2);
    return folder("edited");
  };
  refused(with_edit([](json& d) {
            const std::uint64_t values = d["domains"][0]["values"].get<std::uint64_t>();
            d["sweep"]["domains"][0]["bits"] = 0;
            d["domains"][0]["values"] = 1;
            d["counts"]["values"] = d["counts"]["values"].get<std::uint64_t>() - values + 1;
          }),
          "does not sweep vconv_f162s8r over all of its values");
  expect_refused("report '" + (folder_ / "edited" / "sweep.json").string() + "'", 2,
                 "does not sweep vconv_f162s8r over all of its values");
  EXPECT_EQ(run_command("merge" + folder("one") + folder("two") + out("merged")).status, 0);
}

// Refused under every name that leads to an input.
TEST_F(SweepTest, MergeWritesIntoNoneOfItsInputs) {
  const std::string quick = "sweep --profile a2 --instruction vconv_f162s8r,vconv_f162u8r ";
  run_command(quick + "--shard 1/2" + out("one"));
  run_command(quick + "--shard 2/2" + out("two"));
  fs::create_directory_symlink(folder_ / "one", folder_ / "link");
  const std::string before = contents(folder_ / "one" / "sweep.json");
  for (const char* spelling : {"one", "one/", "./one", "two/../one", "link", "one/merged",
                               "one/a/b", "link/merged", "one/failures", "two", "two/merged"}) {
    expect_refused("merge" + folder("one") + folder("two") + out(spelling), 2,
                   "which is read: name another folder");
    EXPECT_EQ(contents(folder_ / "one" / "sweep.json"), before) << spelling;
  }
  // The same from inside the folder, where one name is relative and the other is not.
  const fs::path here = fs::current_path();
  fs::current_path(folder_ / "one");
  for (const char* spelling : {".", "merged", "../one", "../two"}) {
    expect_refused("merge . '" + (folder_ / "two").string() + "' --out " + spelling, 2,
                   "which is read: name another folder");
  }
  fs::current_path(here);
  EXPECT_FALSE(fs::exists(folder_ / "one" / "merged"));
  // The parent folder of all inputs is none of them.
  EXPECT_EQ(run_command("merge" + folder("one") + folder("two") + out(".")).status, 0);
  EXPECT_EQ(contents(folder_ / "one" / "sweep.json"), before);
  // The next run would move away an input at the place of an earlier result.
  fs::copy(folder_ / "one", folder_ / "previous", fs::copy_options::recursive);
  expect_refused("merge" + folder("previous") + folder("two") + out("."), 2,
                 "which is read: name another folder");
}

// The journal's first line names the sweep; a mutant's sweep must not continue with golden's
// chunks.
TEST_F(SweepTest, AJournalThatIsDamagedOrOfAnotherSweepIsNotContinued) {
  const std::string quick = "sweep --profile a2 --instruction vconv_f162s8r,vconv_f162u8r ";
  ASSERT_EQ(run_command(quick + out("golden")).status, 0);
  const std::string good = contents(folder_ / "golden" / "journal");
  const std::string mutant = quick + "--backend mutant:round-half-away --resume" + out("golden");
  expect_refused(mutant, 2, "it is of another sweep");
  std::string damaged = good;
  damaged[0] = 'x';
  write("golden/journal", damaged);
  expect_refused(mutant, 2, "line 1 is damaged");
  expect_refused(quick + "--resume" + out("golden"), 2, "line 1 is damaged");
  // Nothing was moved away by the refused runs.
  EXPECT_TRUE(fs::exists(folder_ / "golden" / "sweep.json"));
  write("golden/journal", good);
  EXPECT_EQ(run_command(quick + "--resume" + out("golden")).status, 0);
}

// There are more shards than chunks. That nothing was tried is no verdict.
TEST_F(SweepTest, AShardMayBeEmpty) {
  const std::string quick = "sweep --profile a2 --instruction vconv_f162s8r --ctrl 0 ";
  EXPECT_EQ(run_command(quick + "--shard 1/2" + out("one")).status, 0);
  const RunResult empty = run_command(quick + "--shard 2/2" + out("two"));
  EXPECT_EQ(empty.status, 0);
  EXPECT_THAT(empty.output, HasSubstr("in other shards"));
  EXPECT_THAT(empty.output, HasSubstr(", shard 2/2 (the verdict is that of merge): 0 values"));
  EXPECT_THAT(empty.output, Not(HasSubstr("conforms")));
  EXPECT_EQ(sweep_json("two")["counts"]["values"], 0);
  EXPECT_EQ(sweep_json("two")["verdict"], "part");
  EXPECT_EQ(sweep_json("one")["verdict"], "part");
  EXPECT_EQ(run_command("merge" + folder("one") + folder("two") + out("merged")).status, 0);
  EXPECT_EQ(sweep_json("merged")["counts"]["values"], 65536);
  EXPECT_EQ(sweep_json("merged")["verdict"], "conforms");
}

// In an array over many backends the exit code 0 of a part would look like a verdict.
TEST_F(SweepTest, TheShardIsThatOfTheEnvironmentIfAskedFor) {
  const std::string sweep = "sweep --profile a2 --instruction vconv_f162s8r,vconv_f162u8r ";
  setenv("SLURM_ARRAY_TASK_ID", "6", 1);
  setenv("SLURM_ARRAY_TASK_MIN", "5", 1);
  setenv("SLURM_ARRAY_TASK_COUNT", "2", 1);
  const RunResult task = run_command(sweep + "--shard environment" + out("task"));
  const RunResult unasked = run_command(sweep + out("unasked"));
  unsetenv("SLURM_ARRAY_TASK_ID");
  unsetenv("SLURM_ARRAY_TASK_MIN");
  unsetenv("SLURM_ARRAY_TASK_COUNT");
  EXPECT_THAT(task.output, HasSubstr("shard 2/2"));
  EXPECT_THAT(unasked.output, Not(HasSubstr("shard")));
}

// The source has 32 bits, so that there is time to end the sweep.
class SweepThatIsEnded : public SweepTest {
 protected:
  static constexpr std::size_t kAllLines = 129;
  const std::string sweep =
      "sweep --profile a2 --instruction vconv_f322f16r --ctrl 0 --shard 1/8 --jobs 2";

  void end_in_the_midst(int signal, bool to_all) {
    end_command(sweep + out("ended"), signal, to_all,
                [this] { return journal_lines("ended") >= 10; });
    EXPECT_LT(journal_lines("ended"), kAllLines) << "it was done before it could be ended";
  }

  void expect_continued() {
    ASSERT_EQ(run_command(sweep + out("whole")).status, 0);
    const RunResult resumed = run_command(sweep + " --resume" + out("ended"));
    EXPECT_EQ(resumed.status, 0) << resumed.output;
    EXPECT_EQ(journal_lines("ended"), kAllLines);
    EXPECT_EQ(sweep_json("ended"), sweep_json("whole"));
  }
};

TEST_F(SweepThatIsEnded, ByKillingItCountsNothingTwice) {
  end_in_the_midst(SIGKILL, false);
  expect_refused(sweep + out("ended"), 2, "--resume continues it");
  expect_continued();
  expect_refused("sweep --profile a2 --instruction vconv_f322f16r --ctrl 0 --shard 2/8 --resume" +
                     out("ended"),
                 2, "it is of another sweep: shard (");
}

// Slurm does so when time is up, and so does a terminal.
TEST_F(SweepThatIsEnded, ByASignalToAllOfItsProcessesBlamesNoBackend) {
  end_in_the_midst(SIGTERM, true);
  expect_continued();
}

TEST_F(SweepTest, OneWrongInputIsFound) {
  struct Input {
    const char* instruction;
    const char* pattern;
  };
  for (const Input& input : {Input{"vconv_f162s8r", "0x0000"}, Input{"vconv_f162s8r", "0xfbff"},
                             Input{"vconv_bf162s32z", "0x4f00"}, Input{"vconv_u82f16", "0x01"}}) {
    setenv("VCONFORM_WRONG_INPUT", (std::string(input.instruction) + " " + input.pattern).c_str(),
           1);
    const RunResult result =
        run_command(std::string("sweep --profile a2 --backend '") + VCONFORM_ONE_WRONG_INPUT +
                    "' --instruction vconv_f162s8r,vconv_bf162s32z,vconv_u82f16 --ctrl 0" +
                    out(input.instruction + std::string(input.pattern)));
    EXPECT_EQ(result.status, 1) << result.output;
    EXPECT_THAT(result.output, HasSubstr("conforms on 2 of 3 sweeps"));
    EXPECT_THAT(result.output, HasSubstr(std::string("smallest  ") + input.pattern + " = "));
    EXPECT_THAT(result.output, HasSubstr("does not conform: 1 wrong"));
  }
  unsetenv("VCONFORM_WRONG_INPUT");
}

// Programs of a library are swept by its execute.
TEST_F(SweepTest, AWrongExecuteIsFoundBesideARightBatch) {
  setenv("VCONFORM_WRONG_INPUT", "vconv_u82f16 0x01", 1);
  setenv("VCONFORM_WRONG_IN", "execute", 1);
  const RunResult result =
      run_command(std::string("sweep --profile a2 --backend '") + VCONFORM_ONE_WRONG_INPUT +
                  "' --instruction vconv_u82f16 --ctrl 0" + out("execute"));
  unsetenv("VCONFORM_WRONG_IN");
  unsetenv("VCONFORM_WRONG_INPUT");
  EXPECT_EQ(result.status, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("does not conform: 1 wrong"));
}

// Whatever a library does, the sweep goes on and says so.
TEST_F(SweepTest, ABadLibraryGetsAVerdict) {
  const auto swept = [&](const std::string& faults,
                         const std::string& options = "--time-limit 0.1 ") {
    setenv("VCONFORM_FAULTS", faults.c_str(), 1);
    const RunResult result =
        run_command(std::string("sweep --profile a2 --backend '") + VCONFORM_FAULTY_GOLDEN +
                    "' --instruction vconv_f162s8r --ctrl 0 " + options + out(faults));
    unsetenv("VCONFORM_FAULTS");
    EXPECT_EQ(result.status, 1) << result.output;
    return result.output;
  };
  EXPECT_THAT(swept("1:segfault"), HasSubstr("CRASH"));
  EXPECT_THAT(swept("1:loop"), HasSubstr("TIMEOUT"));
  EXPECT_THAT(swept("1:bad-return"), HasSubstr("ERROR"));
  EXPECT_THAT(swept("1:behind-ub"), HasSubstr("CRASH"));
  EXPECT_THAT(swept("1:source"), HasSubstr("WROTE OUTSIDE  write.nothing-else"));
  EXPECT_THAT(swept("1:far"), HasSubstr("WROTE OUTSIDE  write.nothing-else"));
  EXPECT_THAT(swept("2:far"), HasSubstr("WROTE OUTSIDE"));
  EXPECT_THAT(swept("1:abort", "--in-process "), HasSubstr("CRASH"));
}

// Each value by itself is permitted, since the profile leaves the rule open.
TEST_F(SweepTest, AnotherReadingThanThatOfGoldenHasToBePinned) {
  const std::string command =
      "sweep --profile a2 --instruction vconv_f322f16f --ctrl 0x1000000000000 --max-failures 10 "
      "--backend golden:overflow.directed=inf-beyond-max";
  const RunResult open = run_command(command + out("open"));
  EXPECT_EQ(open.status, 1) << open.output;
  EXPECT_THAT(open.output, AllOf(HasSubstr("INCONSISTENT  overflow.directed, another reading: "),
                                 HasSubstr("0x7c00 = inf, not 0x7bff = 65504; sweep with "
                                           "--choice overflow.directed=inf-beyond-max\n")));
  const RunResult pinned =
      run_command(command + " --choice overflow.directed=inf-beyond-max" + out("pinned"));
  EXPECT_EQ(pinned.status, 0) << pinned.output;
}

// The third program of a worker crashes, and a sweep of 256 values has one.
TEST_F(SweepTest, AFaultThatOnlyProbingSawIsNotForgotten) {
  setenv("VCONFORM_ATTACK", "execute@3:abort", 1);
  const std::string command =
      "sweep --instruction vconv_s82f16 --ctrl 0 --backend '" VCONFORM_HOSTILE "'";
  const RunResult unprobed = run_command(command + " --profile a2" + out("unprobed"));
  const RunResult probed = run_command(command + out("probed"));
  unsetenv("VCONFORM_ATTACK");
  EXPECT_EQ(unprobed.status, 0) << unprobed.output;
  EXPECT_EQ(probed.status, 1) << probed.output;
  EXPECT_THAT(probed.output, HasSubstr("while it was probed no reading of "));
  EXPECT_EQ(sweep_json("probed")["verdict"], "does not conform");
  const RunResult merged = run_command("merge" + folder("probed") + out("merged"));
  EXPECT_EQ(merged.status, 1) << merged.output;
}

TEST_F(SweepTest, BadInputIsRefused) {
  const auto refused = [&](const std::string& arguments, const std::string& part) {
    expect_refused("sweep --profile a2 " + arguments, 2, part);
  };
  refused("--instruction vconv_f162s8r", "--out is required");
  refused("--instruction vconv_f162x8r" + out("o"), "unknown instruction 'vconv_f162x8r'");
  refused("--instruction vconv_s642s32" + out("o"), "cannot be swept");
  refused("--instruction cast_deq_s162s8" + out("o"), "cannot be swept");
  refused("--instruction vconv_f162s8r --ctrl 5" + out("o"), "nothing to sweep");
  // Something beside it can be swept.
  refused("--instruction vconv_f322f16r,vconv_f162s8r --ctrl 0x1000000000000" + out("o"),
          "nothing to sweep of vconv_f162s8r");
  refused("--instruction vconv_f322f16r --ctrl 0,0x1000000000001" + out("o"),
          "nothing to sweep under --ctrl 0x1000000000001");
  refused("--shard 0/3" + out("o"), "--shard '0/3' is no shard");
  refused("--max-failures 0" + out("o"), "--max-failures");
  refused("--backend eigen --instruction vconv_f162s4r" + out("o"), "does not claim vconv_f162s4r");
  expect_refused("sweep --backend ./nowhere.so" + out("o"), 3, "nowhere.so");
  refused("--instruction vconv_f162s8r --out /proc/here", "/proc/here");
}

}  // namespace
}  // namespace vconform::suites
