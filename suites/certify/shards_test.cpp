// Runs of certify in shards, merged, and continued.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <functional>
#include <sstream>
#include <vector>

#include "suites/commands/cli_fixture.h"
#include "suites/files/json.h"
#include "suites/shards/journal.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

const std::string kOptions = " --family cast_deq --level quick --seed 3 --profile a2";
const std::string kWrong = " --backend mutant:cast-deq-counts-one-more";

class Shards : public CliTest {
 protected:
  RunResult certified(const std::string& options, const std::string& name) const {
    return run_command("certify" + kOptions + options + out(name));
  }
  RunResult merged(const std::vector<std::string>& names, const std::string& options,
                   const std::string& name) const {
    return run_command(merge_of(names) + options + out(name));
  }
  // Without the options that decide what the shards are.
  std::string merge_of(const std::vector<std::string>& names) const {
    std::string command = "merge";
    for (const std::string& name : names) {
      command += " '" + (folder_ / name).string() + "'";
    }
    return command;
  }
  void run_three(const std::string& options) const {
    for (const std::string shard : {"1", "2", "3"}) {
      const RunResult part =
          certified(fmt::format("{} --shard {}/3", options, shard), "part" + shard);
      EXPECT_THAT(part.output, HasSubstr("shard " + shard + "/3: ")) << part.output;
      EXPECT_FALSE(fs::exists(folder_ / ("part" + shard) / "certificate.json"));
    }
  }
  // Everything up to the last part, which describes the run.
  std::string certificate(const std::string& name) const {
    const std::string text = contents(folder_ / name / "certificate.json");
    return text.substr(0, text.find("\n  \"run\": {"));
  }
  fs::path journal(const std::string& name) const { return folder_ / name / "journal"; }
  std::vector<std::string> lines(const std::string& name) const {
    std::istringstream all(contents(journal(name)));
    std::vector<std::string> lines;
    for (std::string line; std::getline(all, line);) {
      lines.push_back(line + "\n");
    }
    return lines;
  }
  // The lines without their checksums, and the journal made of such lines.
  std::vector<std::string> said(const std::string& name) const {
    LineSeal seal;
    std::vector<std::string> all;
    for (const std::string& line : lines(name)) {
      all.emplace_back(seal.unsealed(line.substr(0, line.size() - 1)));
    }
    return all;
  }
  void say(const std::string& name, const std::vector<std::string>& all) const {
    LineSeal seal;
    std::ofstream file(journal(name), std::ios::binary);
    for (const std::string& line : all) {
      file << seal.sealed(line + "\n");
    }
  }
  // As a run leaves it that was killed after so many lines, in the midst of the next one.
  void cut_journal(const std::string& name, std::size_t count) const {
    const std::vector<std::string> all = lines(name);
    ASSERT_GT(all.size(), count);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      text += all[i];
    }
    std::ofstream(journal(name), std::ios::binary) << text << all[count].substr(0, 5);
  }
};

TEST_F(Shards, MergedAreTheWholeRunByteForByte) {
  ASSERT_EQ(certified(kWrong, "whole").status, 1);
  run_three(kWrong);
  const RunResult result = merged({"part3", "part1", "part2"}, kOptions + kWrong, "merged");
  EXPECT_EQ(result.status, 1) << result.output;
  EXPECT_GT(certificate("whole").size(), 1000u);
  EXPECT_NE(certificate("whole").find("count is one too many"), std::string::npos);
  EXPECT_EQ(certificate("merged"), certificate("whole"));
  std::size_t cases = 0;
  for (const auto& file : fs::directory_iterator(folder_ / "whole" / "failures")) {
    EXPECT_EQ(contents(folder_ / "merged" / "failures" / file.path().filename()),
              contents(file.path()));
    ++cases;
  }
  EXPECT_GE(cases, 1u);
}

TEST_F(Shards, OfAConformingBackendMakeACertificateThatVerifies) {
  run_three("");
  EXPECT_EQ(merged({"part1", "part2", "part3"}, kOptions, "merged").status, 0);
  const RunResult checked = run_command("verify-certificate '" +
                                        (folder_ / "merged" / "certificate.json").string() + "'");
  EXPECT_EQ(checked.status, 0) << checked.output;
}

TEST_F(Shards, OneThatDeviatesSaysSo) {
  int deviating = 0;
  run_three(kWrong);
  for (const std::string shard : {"1", "2", "3"}) {
    const RunResult again =
        certified(fmt::format("{} --resume --shard {}/3", kWrong, shard), "part" + shard);
    deviating += again.status == 1 ? 1 : 0;
    EXPECT_THAT(again.output, HasSubstr(again.status == 1 ? " with deviations" : " 0 with"));
  }
  EXPECT_GE(deviating, 1);
}

TEST_F(Shards, ThatDoNotBelongTogetherAreRefusedByName) {
  run_three("");
  const auto refused = [&](const std::vector<std::string>& names, const std::string& options,
                           const std::string& part) {
    expect_refused(merge_of(names) + options + out("merged"), 2, part);
    EXPECT_FALSE(fs::exists(folder_ / "merged" / "certificate.json"));
  };
  const std::vector<std::string> all = {"part1", "part2", "part3"};
  refused({"part1", "part3"}, kOptions, "shard 2/3 is missing");
  refused({"part1", "part1", "part3"}, kOptions, "are the same folder");
  fs::copy(folder_ / "part2", folder_ / "copy", fs::copy_options::recursive);
  refused({"part1", "part2", "copy", "part3"}, kOptions, "are both shard 2/3");
  refused({"part1", "part2", "nowhere"}, kOptions, "nowhere/journal");
  refused(all, " --family cast_deq --level quick --seed 4 --profile a2", "seed (3, not 4) differs");
  refused(all, " --family cast_deq --level standard --seed 3 --profile a2", "level (");
  refused(all, kOptions + " --choice overflow.odd=inf-beyond-max", "choices.overflow.odd differs");
  refused(all, " --family cast_deq --level quick --seed 3 --profile pages",
          "shards need one profile");
  refused(all, kOptions + kWrong, "backend.selected (");
  refused(all, " --family deq --level quick --seed 3 --profile a2", "backend.claims (");
  refused(all, kOptions + " --time-limit 3", "time_limit (");
  refused(all, kOptions + " --budget-units 7", "units (");
  refused(all, " --family cast_deq --level quick --seed 3", "shards need one profile");
  ASSERT_EQ(certified(kWrong + " --shard 2/3", "other").status / 2, 0);
  refused({"part1", "other", "part3"}, kOptions, "backend.selected (");
  expect_refused(merge_of(all) + kOptions + out("part1/inside"), 2,
                 "which is read: name another folder");
}

TEST_F(Shards, ThatAreNotDoneAreNamed) {
  run_three("");
  cut_journal("part2", 3);
  expect_refused(merge_of({"part1", "part2", "part3"}) + kOptions + out("merged"), 2,
                 "end it with certify --shard 2/3 --resume");
  EXPECT_EQ(certified(" --resume --shard 2/3", "part2").status, 0);
  EXPECT_EQ(merged({"part1", "part2", "part3"}, kOptions, "merged").status, 0);
}

TEST_F(Shards, AJournalThatIsDamagedIsRefused) {
  run_three("");
  std::string text = contents(journal("part2"));
  text[text.size() / 2] ^= 1;
  std::ofstream(journal("part2"), std::ios::binary) << text;
  expect_refused(merge_of({"part1", "part2", "part3"}) + kOptions + out("merged"), 2, "is damaged");
  expect_refused("certify" + kOptions + " --resume --shard 2/3" + out("part2"), 2, "is damaged");
}

// The lines of a journal whose checksums are right, but whose results are none.
TEST_F(Shards, ResultsThatAreNoneAreRefused) {
  ASSERT_EQ(certified(" --shard 1/1", "part").status, 0);
  const std::vector<std::string> good = said("part");
  const auto refused = [&](const std::function<void(json&)>& edit) {
    std::vector<std::string> bad = good;
    json entry = json::parse(bad[1]);
    edit(entry);
    bad[1] = entry.dump();
    say("part", bad);
    expect_refused(merge_of({"part"}) + kOptions + out("merged"), 2, "part");
  };
  refused([](json& entry) { entry["unit"] = 1'000'000; });
  refused([](json& entry) { entry["unit"] = "0"; });
  refused([&](json& entry) { entry["unit"] = entry["unit"] == 0 ? 1 : 0; });
  refused([](json& entry) { entry.erase("result"); });
  refused([](json& entry) { entry["more"] = 1; });
  refused([](json& entry) { entry["result"]["skipped"] = true; });
  refused([](json& entry) { entry["result"].erase("coverage"); });
  refused([](json& entry) { entry["result"]["cases"] = "many"; });
  refused([](json& entry) { entry["result"]["cited"] = "rules"; });
  refused([](json& entry) {
    entry["result"]["others"] = {{{"instruction", "vconv_none"}, {"cases", 1}, {"elements", 1}}};
  });
  refused([](json& entry) { entry["probing"] = {}; });
  refused([](json& entry) { entry = {{"probing", {{"restarts", 1}}}}; });
}

TEST_F(Shards, WhatWasForgivenOfProbingCountsOverAllStarts) {
  ASSERT_EQ(certified(" --shard 1/1", "part").status, 0);
  const std::vector<std::string> units = said("part");
  const auto merged_with = [&](int starts) {
    std::vector<std::string> all = units;
    for (int i = 0; i < starts; ++i) {
      all.emplace_back(R"({"probing":{"restarts":2,"unconfirmed_timeouts":2,"outside_kills":0}})");
    }
    say("part", all);
    return merged({"part"}, kOptions, "merged");
  };
  const RunResult one = merged_with(1);
  EXPECT_EQ(one.status, 0) << one.output;
  EXPECT_THAT(one.output, HasSubstr("time-outs that were not confirmed: 2,"));
  const RunResult two = merged_with(2);
  EXPECT_EQ(two.status, 1) << two.output;
  EXPECT_THAT(two.output, HasSubstr("4 of the programs that probed took too long"));
}

// Every second program of a worker hangs, and passes when it runs again in a fresh one.
TEST_F(Shards, AStartSaysWhatWasForgivenWhileItProbed) {
  setenv("VCONFORM_ATTACK", "execute%2:hang", 1);
  end_command(
      "certify --family cast_deq --level quick --time-limit 0.2 --resume --backend "
      "'" VCONFORM_HOSTILE "'" +
          out("run"),
      SIGKILL, true, [this] { return lines("run").size() > 1; });
  unsetenv("VCONFORM_ATTACK");
  EXPECT_THAT(contents(journal("run")), HasSubstr(R"({"probing":{"restarts":)"));
}

TEST_F(Shards, ARunThatWasEndedIsContinuedAndTheNextBeginsAnew) {
  ASSERT_EQ(certified(kWrong, "whole").status, 1);
  // A shard that is all of it leaves its journal.
  ASSERT_EQ(certified(kWrong + " --shard 1/1", "ended").status, 1);
  expect_refused("certify" + kOptions + kWrong + " --shard 1/1" + out("ended"), 2,
                 "--resume continues it");
  cut_journal("ended", 4);
  expect_refused("certify" + kOptions + " --resume" + out("ended"), 2, "it is of another run");
  const RunResult resumed = certified(kWrong + " --resume", "ended");
  EXPECT_EQ(resumed.status, 1) << resumed.output;
  EXPECT_EQ(certificate("ended"), certificate("whole"));
  EXPECT_FALSE(fs::exists(journal("ended")));
}

TEST_F(Shards, TheOneOfTheEnvironmentIsAskedForByName) {
  setenv("SLURM_ARRAY_TASK_ID", "2", 1);
  setenv("SLURM_ARRAY_TASK_MIN", "1", 1);
  setenv("SLURM_ARRAY_TASK_COUNT", "3", 1);
  const RunResult task = certified(" --shard environment", "task");
  // Anything else in the task of an array is a whole run: an exit code 0 of a part is no verdict.
  const RunResult whole = certified("", "whole");
  unsetenv("SLURM_ARRAY_TASK_ID");
  unsetenv("SLURM_ARRAY_TASK_MIN");
  unsetenv("SLURM_ARRAY_TASK_COUNT");
  EXPECT_THAT(task.output, HasSubstr("shard 2/3: "));
  EXPECT_THAT(whole.output, HasSubstr("conforms on 3 of 3 rows"));
}

TEST_F(Shards, OptionsThatDoNotGoTogetherAreRefused) {
  for (const char* bad : {"--shard 1/2 --budget 1h", "--resume --budget 1h", "--shard 1/2 --table",
                          "--shard 1/2 --waivers x", "--shard 1/2 --baseline x",
                          "--shard 1/2 --require cast_deq", "--shard 1/2 --sign x"}) {
    expect_refused("certify" + kOptions + " " + bad + out("x"), 2, "exclude");
  }
  for (const char* bad : {"0/2", "3/2", "x", "1/1000001", "''"}) {
    expect_refused("certify" + kOptions + " --shard " + std::string(bad) + out("x"), 2, "--shard");
  }
  expect_refused("certify --family cast_deq --level quick --shard 1/2" + out("x"), 2,
                 "shards need one profile");
  ASSERT_EQ(
      run_command("sweep --profile a2 --instruction vconv_f162s8r --ctrl 0" + out("sweep")).status,
      0);
  expect_refused(merge_of({"sweep"}) + " --level quick" + out("merged"), 2, "of a sweep");
  fs::remove(folder_ / "sweep" / "sweep.json");
  expect_refused(merge_of({"sweep"}) + kOptions + out("merged"), 2,
                 "is that of a sweep, not of a run");
}

TEST_F(Shards, AWholeRunDoesNotBeginOverAJournal) {
  ASSERT_EQ(certified(" --shard 1/1", "run").status, 0);
  const RunResult whole = certified("", "run");
  EXPECT_EQ(whole.status, 2) << whole.output;
  EXPECT_THAT(whole.output, HasSubstr("has its journal there: --resume continues it"));
  EXPECT_FALSE(fs::exists(folder_ / "run" / "certificate.json"));
}

TEST_F(Shards, AFolderOfResultsIsOutOfTheBackendsReach) {
  fs::create_directories(folder_ / "its");
  const std::string certify =
      "certify" + kOptions + " --allow-write '" + (folder_ / "its").string() + "'";
  for (const char* work : {"", " --shard 1/1", " --resume"}) {
    for (const char* run : {"its/run", "its"}) {
      std::string command = certify;
      command.append(work).append(out(run));
      expect_refused(command, 2, "is within --allow-write");
    }
  }
}

// The backend runs before they are read.
TEST_F(Shards, FilesThatDecideWhatPassesAreOutOfTheBackendsReach) {
  fs::create_directories(folder_ / "its");
  const std::string its = "'" + (folder_ / "its").string();
  const std::string allowed = " --allow-write " + its + "'";
  const auto expect_out_of_reach = [&](const std::string& command) {
    expect_refused(command + allowed, 2, "is within --allow-write");
  };
  for (const char* option : {"--waivers", "--baseline", "--sign"}) {
    expect_out_of_reach(
        fmt::format("certify --family cast_deq {} {}/file'{}", option, its, out("run")));
  }
  for (const char* command : {"certify --family cast_deq", "sweep --instruction vconv_u82f16"}) {
    expect_out_of_reach(fmt::format("{} --profile probed:{}/file'{}", command, its, out("run")));
  }
  for (const char* command : {"sweep --instruction vconv_u82f16", "probe"}) {
    expect_out_of_reach(fmt::format("{} --out {}/run'", command, its));
  }
}

TEST_F(Shards, AProgramThatNoFileNamesIsNotContinued) {
  for (const std::string work :
       {"certify --level quick --shard 1/1", "certify --level quick --resume", "sweep --shard 1/1",
        "sweep --resume"}) {
    expect_refused(work + " --backend 'exec:no_such_program && ./chip'" + out("run"), 2,
                   "names no file by which its program is known again");
  }
}

TEST_F(Shards, FoldersWithoutAnyAreNamed) {
  expect_refused(merge_of({"none", "nowhere"}) + kOptions + out("merged"), 2,
                 "has neither sweep.json nor a journal");
}

}  // namespace
}  // namespace vconform::suites
