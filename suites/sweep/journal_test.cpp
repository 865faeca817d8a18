#include "suites/sweep/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "spec/error.h"

namespace vconform::suites {
namespace {

using json = nlohmann::ordered_json;
using testing::HasSubstr;
namespace fs = std::filesystem;

class JournalTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::vector<JournalEntry> resumed() const {
    return Journal(folder_, kSweep, Journal::Mode::kResume).entries();
  }
  std::string refusal(Journal::Mode mode, const json& sweep) const {
    try {
      const Journal journal(folder_, sweep, mode);
    } catch (const spec::InputError& error) {
      return error.what();
    }
    return "accepted";
  }
  void append(const std::string& text) const {
    std::ofstream(folder_ / "journal", std::ios::app) << text;
  }

  static JournalEntry entry(std::uint64_t chunk) {
    JournalEntry one{{1, chunk}, {}};
    one.result.values = 100 + chunk;
    one.result.not_run = 1;
    one.result.judged = 2;
    one.result.permitted = 3;
    one.result.causes.add("MISMATCH", "ctrl.48", "NaN", {~std::uint64_t{0}, 5, 6, "a -> \"b\"\n"});
    return one;
  }

  inline static const json kSweep = {{"backend", "golden"}, {"choices", {{"deq.product", "f32"}}}};
  fs::path folder_ = fs::temp_directory_path() / ("vconform-journal-" + std::to_string(getpid()));
};

TEST_F(JournalTest, KeepsItsEntries) {
  {
    Journal journal(folder_, kSweep, Journal::Mode::kNew);
    EXPECT_TRUE(journal.entries().empty());
    journal.add(to_line(entry(7)));
    journal.add(to_line(entry(8)));
  }
  const std::vector<JournalEntry> entries = resumed();
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(to_line(entries[0]), to_line(entry(7)));
  EXPECT_EQ(entries[1].id, (ChunkId{1, 8}));
  EXPECT_EQ(entries[1].result.causes.all().front().smallest.in_short, "a -> \"b\"\n");
}

TEST_F(JournalTest, ALineThatWasNotFinishedIsNoEntry) {
  {
    Journal(folder_, kSweep, Journal::Mode::kNew).add(to_line(entry(7)));
  }
  const std::string line = to_line(entry(8));
  append(line.substr(0, line.size() - 1));
  ASSERT_EQ(resumed().size(), 1U);
  {
    Journal(folder_, kSweep, Journal::Mode::kResume).add(line);
  }
  EXPECT_EQ(resumed().size(), 2U);
}

TEST_F(JournalTest, AHeadThatWasNotFinishedIsBegunAnew) {
  append("{\"backend\":");
  EXPECT_TRUE(resumed().empty());
  EXPECT_EQ(refusal(Journal::Mode::kResume, kSweep), "accepted");
}

TEST_F(JournalTest, OfAnotherSweepIsRefusedByName) {
  {
    const Journal journal(folder_, kSweep, Journal::Mode::kNew);
  }
  json other = kSweep;
  other["choices"]["deq.product"] = "exact";
  EXPECT_THAT(refusal(Journal::Mode::kResume, other), HasSubstr("choices is not the same"));
  EXPECT_THAT(refusal(Journal::Mode::kNew, kSweep), HasSubstr("--resume continues it"));
}

TEST_F(JournalTest, IsHeldByOneProcess) {
  const Journal journal(folder_, kSweep, Journal::Mode::kNew);
  EXPECT_THAT(refusal(Journal::Mode::kResume, kSweep), HasSubstr("another sweep is writing"));
}

TEST_F(JournalTest, CountsAreWholeNumbersThatASweepCanReach) {
  const std::string good = to_line(entry(7));
  EXPECT_EQ(to_line(entry_from_line(good)), good);
  for (const char* bad : {"[-1,0,0,0,0,0,[]]", "[1e300,0,0,0,0,0,[]]", "[true,0,0,0,0,0,[]]",
                          "[0,0,18446744073709551615,0,0,0,[]]", "[0,0,0,0,0,0,{}]",
                          "[0,0,0,0,0,0,[],0]", "[0,0,0,0,0,[]]", "{}", "[[[[[[[[[[[[[[[[[[["}) {
    EXPECT_THROW(entry_from_line(bad), spec::InputError) << bad;
  }
}

TEST_F(JournalTest, WhatHasNoEndIsNotRead) {
  ASSERT_EQ(mkfifo((folder_ / "journal").c_str(), 0600), 0);
  EXPECT_THAT(refusal(Journal::Mode::kResume, kSweep), HasSubstr("it is no file"));
}

TEST_F(JournalTest, SomethingElseInItIsNamed) {
  {
    Journal(folder_, kSweep, Journal::Mode::kNew).add(to_line(entry(7)));
  }
  append("nonsense\n");
  EXPECT_THAT(refusal(Journal::Mode::kResume, kSweep), HasSubstr("line 3 is no entry"));
}

}  // namespace
}  // namespace vconform::suites
