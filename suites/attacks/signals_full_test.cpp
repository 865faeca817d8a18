// Signals from outside to the processes of a run, and another run in its folder.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <memory>

#include "suites/attacks/surroundings.h"

namespace vconform::suites::attacks {
namespace {

enum class Whom : std::uint8_t { kProgram, kRun, kJudge, kWorker };

// A worker is another program, once it has replaced the one that started it.
bool is_a_worker(pid_t process) {
  return command_name(process).starts_with("vconform_worker");
}

// The program supervises its child, the run, whose children are judges; those start the workers.
bool is(Whom whom, pid_t process, pid_t program) {
  const pid_t parent = parent_of(process);
  const bool is_worker = is_a_worker(process);
  switch (whom) {
    case Whom::kProgram:
      return process == program;
    case Whom::kRun:
      return parent == program && !is_worker;
    case Whom::kJudge:
      return parent_of(parent) == program && !is_worker;
    case Whom::kWorker:
      return is_worker;
  }
  return false;
}

// Sends a signal to the first process of a kind, `times` times, a few milliseconds apart.
struct Sniper {
  Whom whom;
  int signal_number;
  int times = 1;
  int rounds = 0;

  void operator()(pid_t program) {
    std::vector<pid_t> all = descendants(program);
    // The program is left alone until it has opened the backend: one that cannot be opened is bad
    // input, for which no earlier result is moved away.
    rounds += rounds > 0 || std::ranges::any_of(all, is_a_worker) ? 1 : 0;
    if (rounds < 8 || times == 0) {
      return;
    }
    all.push_back(program);
    for (const pid_t process : all) {
      if (times > 0 && is(whom, process, program) && kill(process, signal_number) == 0) {
        --times;
      }
    }
  }
};

struct Shot {
  const char* name;
  Whom whom;
  int signal_number;
  int times;
  std::set<int> codes;
};

// clang-format off
const Shot kShots[] = {
    {"KillsTheProgram", Whom::kProgram, SIGKILL, 1, {128 + SIGKILL}},
    {"TerminatesTheProgram", Whom::kProgram, SIGTERM, 1, {4, 128 + SIGTERM}},
    {"InterruptsTheProgram", Whom::kProgram, SIGINT, 1, {4, 128 + SIGINT}},
    {"HangsUpTheProgram", Whom::kProgram, SIGHUP, 1, {4, 128 + SIGHUP}},
    {"QuitsTheProgram", Whom::kProgram, SIGQUIT, 1, {4, 128 + SIGQUIT}},
    {"OutOfTimeOfTheProgram", Whom::kProgram, SIGXCPU, 1, {4, 128 + SIGXCPU}},
    {"KillsTheRun", Whom::kRun, SIGKILL, 1, {4}},
    {"TerminatesTheRun", Whom::kRun, SIGTERM, 1, {4, 128 + SIGTERM}},
    {"StopsTheRun", Whom::kRun, SIGSTOP, 1, {0, 4}},
    {"BreaksTheRun", Whom::kRun, SIGSEGV, 1, {4}},
    {"KillsAJudge", Whom::kJudge, SIGKILL, 1, {4}},
    {"KillsEveryJudge", Whom::kJudge, SIGKILL, 1000, {4}},
    {"TerminatesAJudge", Whom::kJudge, SIGTERM, 1, {0, 4}},
    {"StopsAJudge", Whom::kJudge, SIGSTOP, 1, {0, 4}},
    {"OutOfTimeOfAJudge", Whom::kJudge, SIGXCPU, 1, {4}},
    {"BreaksAJudge", Whom::kJudge, SIGSEGV, 1, {4}},
    {"KillsAWorker", Whom::kWorker, SIGKILL, 1, {0}},
    {"KillsEveryWorker", Whom::kWorker, SIGKILL, 1000, {1, 4}},
    {"TerminatesAWorker", Whom::kWorker, SIGTERM, 1, {0}},
    {"StopsAWorker", Whom::kWorker, SIGSTOP, 1, {0, 1}},
    {"OutOfTimeOfAWorker", Whom::kWorker, SIGXCPU, 1, {0}},
};
// clang-format on

class Signals : public Surrounded, public testing::WithParamInterface<Shot> {};

TEST_P(Signals, AreNotTheBackendsAndHideNothing) {
  const Shot& shot = GetParam();
  for (const bool deviates : {false, true}) {
    // The run must be long enough for a signal to meet it.
    Command run = command("certify --family vconv --level standard --profile a2 --jobs 2",
                          deviates ? "execute:spoil" : "");
    if (shot.signal_number == SIGSTOP) {
      run.words.insert(run.words.end(), {"--time-limit", "0.2"});
    }
    fs::create_directories(out());
    fs::copy_file(prepared_files() / "certificate" / "certificate.json", out() / "certificate.json",
                  fs::copy_options::overwrite_existing);
    auto sniper = std::make_shared<Sniper>(Sniper{shot.whom, shot.signal_number, shot.times});
    run.meanwhile = [sniper](pid_t program) { (*sniper)(program); };
    const Ended done = attacks::run(run);
    ASSERT_LT(sniper->times, shot.times) << "nobody was met";
    auto problems = problems_of_any(done, out());
    std::erase_if(problems, [&](const std::string& problem) {
      return done.code > 128 && shot.codes.contains(done.code) &&
             (problem == "it says nothing" || problem.starts_with("it ends with"));
    });
    std::set<int> codes = shot.codes;
    if (deviates) {
      codes.erase(0);
      codes.insert(1);
    }
    if (!codes.contains(done.code)) {
      problems.push_back("it ends with " + std::to_string(done.code) + "\n" +
                         done.all().substr(done.all().size() < 500 ? 0 : done.all().size() - 500));
    }
    expect_none(std::string("signals_") + shot.name + (deviates ? "_red" : "_green"), done,
                problems);
    fs::remove_all(out());
  }
}

// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
void PrintTo(const Shot& shot, std::ostream* stream) {
  *stream << shot.name;
}
std::string shot_name(const testing::TestParamInfo<Shot>& info) {
  return info.param.name;
}
INSTANTIATE_TEST_SUITE_P(Slow, Signals, testing::ValuesIn(kShots), shot_name);

// An opening that takes a minute, while which the run is killed.
TEST_F(Surrounded, AKillWhileTheBackendIsOpenedLeavesNoVerdict) {
  for (const auto& [words, verdict] : {std::pair{kCertify, "certificate/certificate.json"},
                                       std::pair{kSweep, "sweep/sweep.json"}}) {
    const fs::path earlier = prepared_files() / verdict;
    const fs::path place = out() / earlier.filename();
    fs::create_directories(out());
    fs::copy_file(earlier, place);
    Command run = command(words, "constructor:hang");
    bool is_met = false;
    run.meanwhile = [&](pid_t program) {
      is_met = is_met || (std::ranges::any_of(descendants(program), is_a_worker) &&
                          kill(program, SIGKILL) == 0);
    };
    const Ended done = attacks::run(run);
    EXPECT_TRUE(is_met);
    EXPECT_EQ(done.code, 128 + SIGKILL);
    EXPECT_FALSE(fs::exists(place)) << words;
    fs::remove_all(out());
  }
}

TEST_F(Surrounded, TwoRunsInOneFolder) {
  // Longer than the two seconds for which the second one waits.
  Command first = command("certify --level standard --profile a2 --jobs 1");
  Ended second;
  int rounds = 0;
  first.meanwhile = [&](pid_t program) {
    // It judges once it holds the folder.
    rounds += rounds > 0 || std::ranges::any_of(descendants(program), [&](pid_t process) {
                return is(Whom::kJudge, process, program);
              });
    if (rounds == 10) {
      Command other = command(kCertify, "execute:spoil");
      // Waits for this child alone: the first run goes on meanwhile.
      const std::string words = [&] {
        std::string text;
        for (const std::string& word : other.words) {
          text += "'" + word + "' ";
        }
        return text;
      }();
      setenv("VCONFORM_ATTACK", "execute:spoil", 1);
      second.code = WEXITSTATUS(std::system((words + ">/dev/null 2>&1").c_str()));
      unsetenv("VCONFORM_ATTACK");
    }
  };
  const Ended done = ended(first);
  EXPECT_EQ(done.code, 0) << done.all();
  EXPECT_EQ(second.code, 2);
}

}  // namespace
}  // namespace vconform::suites::attacks
