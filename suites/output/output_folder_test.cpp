// The folder of a run: held by one run, without old results while it judges, and written whole or
// not at all.
#include "suites/output/output_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <functional>
#include <sstream>
#include <utility>

#include "adapters/load_error.h"
#include "spec/text/error.h"
#include "suites/files/disk_error.h"
#include "suites/files/text_file.h"
#include "suites/files/written_file.h"
#include "suites/output/earlier_verdict.h"
#include "suites/report/stub_certificate.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr std::string_view kFix = "do otherwise";

class FolderOfARun : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void put(const std::string& file, const std::string& text) const {
    fs::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file, std::ios::binary) << text;
  }
  std::string got(const std::string& file) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / file, std::ios::binary).rdbuf();
    return fs::exists(folder_ / file) ? text.str() : "no file";
  }
  std::size_t files(const fs::path& folder) const {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
      count += entry.path().filename() == ".lock" ? 0 : 1;
    }
    return count;
  }
  std::string refused_at_start() const {
    return refused([this] { const OutputFolder folder(folder_); });
  }
  static std::string refused(const std::function<void()>& action) {
    try {
      action();
    } catch (const spec::InputError& error) {
      return error.what();
    }
    return "accepted";
  }
  static std::string failed(const std::function<void()>& action) {
    try {
      action();
    } catch (const DiskError& error) {
      return error.what();
    }
    return "succeeded";
  }

  fs::path folder_ = fs::temp_directory_path() / ("vconform-folder-" + std::to_string(getpid()));
};

TEST_F(FolderOfARun, IsHeldByOneRun) {
  {
    const OutputFolder first(folder_);
    EXPECT_THAT(refused_at_start(),
                AllOf(HasSubstr("another run is writing to"), HasSubstr(folder_.string())));
    EXPECT_THAT(refused([this] { const OutputFolder other(folder_ / "." / "x" / ".."); }),
                HasSubstr("another run"));
  }
  EXPECT_EQ(refused_at_start(), "accepted");
}

// The process stands for a judge that outlives a killed run for a moment.
TEST_F(FolderOfARun, IsNotHeldByForkedProcesses) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  pid_t judge = 0;
  {
    const OutputFolder first(folder_);
    judge = fork();
    if (judge == 0) {
      static_cast<void>(write(ends[1], "x", 1));
      pause();
    }
    char begun = 0;
    ASSERT_EQ(read(ends[0], &begun, 1), 1);
  }
  EXPECT_EQ(refused_at_start(), "accepted");
  kill(judge, SIGKILL);
  waitpid(judge, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(FolderOfARun, OldResultsAreMovedAwayOnceAndOnlyThose) {
  const std::vector<std::string> judged = {"certificate.json", "junit.xml", "report.html",
                                           "sweep.json", "failures/a.case"};
  for (const std::string& file : judged) {
    put(file, "old");
  }
  for (const char* file : {"probe.json", "probe/a.case", "journal", "failures/notes.txt", "mine"}) {
    put(file, "kept");
  }
  OutputFolder folder(folder_);
  EXPECT_EQ(got("certificate.json"), "old");
  folder.put_away(Results::kJudged);
  for (const std::string& file : judged) {
    EXPECT_EQ(got(file), "no file");
    EXPECT_EQ(got("previous/" + file), "old");
  }
  for (const char* file : {"probe.json", "probe/a.case", "journal", "failures/notes.txt", "mine"}) {
    EXPECT_EQ(got(file), "kept");
  }
  folder.write("sweep.json", "new");
  folder.put_away(Results::kJudged);
  EXPECT_EQ(got("sweep.json"), "new");
  folder.put_away(Results::kProbed);
  EXPECT_EQ(got("previous/probe/a.case"), "kept");
  EXPECT_EQ(got("probe.json"), "no file");
}

// The next run has nothing to move; a run after a completed one replaces what was moved before.
TEST_F(FolderOfARun, WhatWasMovedAwayStaysUntilThereIsSomethingNewer) {
  put("certificate.json", "1");
  put("failures/a.case", "1");
  for (const char* killed : {"first", "second"}) {
    OutputFolder folder(folder_);
    folder.put_away(Results::kJudged);
    EXPECT_EQ(got("previous/certificate.json"), "1") << killed;
  }
  {
    OutputFolder folder(folder_);
    folder.put_away(Results::kJudged);
    folder.write("certificate.json", "2");
  }
  OutputFolder(folder_).put_away(Results::kJudged);
  EXPECT_EQ(got("previous/certificate.json"), "2");
  EXPECT_EQ(got("previous/failures/a.case"), "no file");
}

TEST_F(FolderOfARun, WhatIsShortEverywhereIsNotMendedByAnotherFolder) {
  for (const auto& [error, fix] :
       {std::pair(EMFILE, "ulimit -n"), std::pair(ENFILE, "close files"),
        std::pair(ENOMEM, "free memory"), std::pair(ENOSPC, "name another folder")}) {
    try {
      refuse_place(folder_, error, "name another folder");
      FAIL() << "not refused";
    } catch (const DiskError& said) {
      EXPECT_THAT(said.what(), HasSubstr(fix));
    }
  }
}

// A command that ends with an error.
template <typename Error>
std::function<int()> ends_with(const std::function<void()>& before = [] {}) {
  return [before]() -> int {
    before();
    throw Error("because of the test");
  };
}

TEST_F(FolderOfARun, AnEarlierVerdictIsOutOfPlaceUntilARunEndsBeforeItJudges) {
  for (const char* file : {"certificate.json", "sweep.json"}) {
    put(file, "old");
  }
  const auto is_aside = [&] {
    EXPECT_EQ(got("certificate.json"), "no file");
    EXPECT_EQ(got("sweep.json"), "no file");
  };
  EXPECT_THROW(with_earlier_verdict_aside(folder_, ends_with<spec::InputError>(is_aside)),
               spec::InputError);
  EXPECT_THROW(with_earlier_verdict_aside(folder_, ends_with<adapters::LoadError>(is_aside)),
               adapters::LoadError);
  EXPECT_EQ(got("certificate.json"), "old");
  EXPECT_EQ(got("sweep.json"), "old");
  const auto put_another = [&] { put("certificate.json", "of another run"); };
  EXPECT_THROW(with_earlier_verdict_aside(folder_, ends_with<spec::InputError>(put_another)),
               spec::InputError);
  EXPECT_EQ(got("certificate.json"), "of another run");
  EXPECT_EQ(with_earlier_verdict_aside(folder_ / "missing", [] { return 7; }), 7);
  EXPECT_FALSE(fs::exists(folder_ / "missing"));
}

// The exit code 4, beside which nothing may verify.
TEST_F(FolderOfARun, AnEarlierVerdictStaysAsideAfterAFaultOfTheMachine) {
  put("certificate.json", "old");
  EXPECT_THROW(with_earlier_verdict_aside(folder_, ends_with<DiskError>()), DiskError);
  EXPECT_EQ(got("certificate.json"), "no file");
  EXPECT_EQ(got("certificate.json.earlier"), "old");
}

TEST_F(FolderOfARun, AnEarlierVerdictGoesToPreviousWhenTheRunJudges) {
  put("certificate.json", "old");
  put("junit.xml", "old");
  const auto judge = [&] { OutputFolder(folder_).put_away(Results::kJudged); };
  EXPECT_THROW(with_earlier_verdict_aside(folder_, ends_with<spec::InputError>(judge)),
               spec::InputError);
  EXPECT_EQ(got("certificate.json"), "no file");
  EXPECT_EQ(got("previous/certificate.json"), "old");
  EXPECT_EQ(got("previous/junit.xml"), "old");
}

TEST_F(FolderOfARun, AVerdictThatAKilledRunSetAsideNeverComesBack) {
  put("certificate.json.earlier", "old");
  EXPECT_THROW(with_earlier_verdict_aside(folder_, ends_with<spec::InputError>()),
               spec::InputError);
  EXPECT_EQ(got("certificate.json"), "no file");
  OutputFolder(folder_).put_away(Results::kJudged);
  EXPECT_EQ(got("previous/certificate.json"), "old");
  EXPECT_EQ(got("certificate.json.earlier"), "no file");
}

TEST_F(FolderOfARun, WhatAKilledRunLeftHalfWrittenIsRemoved) {
  put("certificate.json.unfinished", "half");
  put("failures/a.case.unfinished", "half");
  put("other.unfinished", "mine");
  OutputFolder(folder_).put_away(Results::kJudged);
  EXPECT_EQ(got("certificate.json.unfinished"), "no file");
  EXPECT_EQ(got("failures/a.case.unfinished"), "no file");
  EXPECT_EQ(got("other.unfinished"), "mine");
}

TEST_F(FolderOfARun, LinksAndPipesInPlaceOfItsFilesAreRefusedAtTheStart) {
  const fs::path elsewhere = folder_ / "elsewhere";
  put("elsewhere", "precious");
  for (const char* name : {".lock", "certificate.json", "junit.xml", "sweep.json", "probe.json",
                           "failures", "probe"}) {
    fs::create_symlink(elsewhere, folder_ / name);
    EXPECT_THAT(refused_at_start(), HasSubstr(name)) << "link";
    fs::remove(folder_ / name);
    ASSERT_EQ(mkfifo((folder_ / name).c_str(), 0600), 0);
    EXPECT_THAT(refused_at_start(), HasSubstr(name)) << "pipe";
    fs::remove(folder_ / name);
  }
  EXPECT_EQ(got("elsewhere"), "precious");
  EXPECT_EQ(refused_at_start(), "accepted");
}

TEST_F(FolderOfARun, ALinkInPlaceOfPreviousIsRefusedBeforeAnythingIsMoved) {
  fs::create_directories(folder_ / "precious");
  fs::create_symlink(folder_ / "precious", folder_ / "previous");
  put("certificate.json", "old");
  OutputFolder folder(folder_);
  EXPECT_THAT(refused([&] { folder.put_away(Results::kJudged); }), HasSubstr("previous"));
  EXPECT_EQ(got("certificate.json"), "old");
}

TEST_F(FolderOfARun, AFileIsNotWrittenThroughALink) {
  put("elsewhere", "precious");
  fs::create_symlink(folder_ / "elsewhere", folder_ / "x.json.unfinished");
  fs::create_symlink(folder_ / "elsewhere", folder_ / "x.json");
  write_file(folder_ / "x.json", "new", kFix);
  EXPECT_EQ(got("elsewhere"), "precious");
  EXPECT_FALSE(fs::is_symlink(folder_ / "x.json"));
  EXPECT_EQ(got("x.json"), "new");
}

// Runs in a process of its own, since the limit cannot be raised again.
TEST_F(FolderOfARun, AFileThatDoesNotFitLeavesTheOldOneAndNamesTheError) {
  put("x.json", "old");
  const pid_t limited = fork();
  if (limited == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit most{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &most);
    const std::string said =
        failed([this] { write_file(folder_ / "x.json", std::string(5000, 'x'), kFix); });
    const bool is_named = said.find("x.json'") != std::string::npos &&
                          said.find("EFBIG") != std::string::npos &&
                          said.find(kFix) != std::string::npos;
    _exit(is_named ? 0 : 1);
  }
  int status = -1;
  waitpid(limited, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(got("x.json"), "old");
  EXPECT_EQ(got("x.json.unfinished"), "no file");
}

TEST_F(FolderOfARun, AFolderThatIsGoneIsAFaultOfTheDisk) {
  const OutputFolder folder(folder_);
  fs::remove_all(folder_);
  EXPECT_THAT(failed([&] { folder.write("sweep.json", "x"); }),
              AllOf(HasSubstr("sweep.json'"), HasSubstr("ENOENT")));
}

TEST_F(FolderOfARun, PlacesForFilesAreKnownToBeWrongBeforehand) {
  const auto place = [this](const std::string& file) {
    return refused([&] { expect_place_for_file(folder_ / file, kFix); });
  };
  EXPECT_EQ(place("x.json"), "accepted");
  put("there.json", "x");
  EXPECT_EQ(place("there.json"), "accepted");
  EXPECT_THAT(place("nowhere/x.json"), HasSubstr("ENOENT"));
  EXPECT_THAT(place("there.json/x.json"), HasSubstr("ENOTDIR"));
  EXPECT_THAT(place(""), HasSubstr("do otherwise"));
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(place("pipe"), HasSubstr("not a plain file"));
  fs::create_symlink("there.json", folder_ / "link");
  EXPECT_THAT(place("link"), HasSubstr("not a plain file"));
}

TEST_F(FolderOfARun, FilesThatRunsReplaceAreKnownByAnyName) {
  put("certificate.json", "x");
  put("failures/a.case", "x");
  EXPECT_TRUE(is_replaced_in(folder_, folder_ / "certificate.json"));
  EXPECT_TRUE(is_replaced_in(folder_, folder_ / "failures/../certificate.json"));
  EXPECT_TRUE(is_replaced_in(folder_, folder_ / "junit.xml"));
  EXPECT_TRUE(is_replaced_in(folder_, folder_ / "failures/a.case"));
  fs::create_symlink(folder_ / "certificate.json", folder_ / "link");
  EXPECT_TRUE(is_replaced_in(folder_, folder_ / "link"));
  fs::create_symlink("report.html", folder_ / "dangling");
  EXPECT_TRUE(is_replaced_in(folder_, folder_ / "dangling"));
  EXPECT_FALSE(is_replaced_in(folder_, folder_ / "waivers.json"));
  EXPECT_FALSE(is_replaced_in(folder_ / "other", folder_ / "certificate.json"));
}

TEST_F(FolderOfARun, AReaderDoesNotWaitForAPipeWithNobodyAtItsEnd) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(text_of_file((folder_ / "pipe").string(), 100), "");
}

// Such a pipe comes from `--waivers <(command)`.
TEST_F(FolderOfARun, AReaderWaitsForAPipeWithSomebodyAtItsEnd) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t writer = fork();
  if (writer == 0) {
    close(ends[0]);
    usleep(50'000);
    _exit(write(ends[1], "text", 4) == 4 ? 0 : 1);
  }
  close(ends[1]);
  EXPECT_EQ(text_of_file("/dev/fd/" + std::to_string(ends[0]), 100), "text");
  close(ends[0]);
  waitpid(writer, nullptr, 0);
}

TEST_F(FolderOfARun, HoldsTheCertificateAndOneCaseADeviation) {
  OutputFolder(folder_).write(certificate_with({deviation("ctrl.48", 1), deviation("", 1)}), {});
  EXPECT_EQ(files(folder_), 4u);
  EXPECT_EQ(files(folder_ / "failures"), 2u);
}

TEST_F(FolderOfARun, CasesOfAnEarlierRunGo) {
  OutputFolder(folder_).write(certificate_with({deviation("ctrl.48", 1)}), {});
  OutputFolder(folder_).write(certificate_with({}), {});
  EXPECT_EQ(files(folder_ / "failures"), 0u);
}

TEST_F(FolderOfARun, AFileInItsPlaceIsRefused) {
  fs::remove_all(folder_);
  std::ofstream(folder_) << "a file";
  EXPECT_THROW(OutputFolder{folder_}, spec::InputError);
  EXPECT_TRUE(fs::is_regular_file(folder_));
}

}  // namespace
}  // namespace vconform::suites
