#include "suites/shards/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "spec/text/error.h"
#include "suites/files/json.h"
#include "suites/sweep/journal_entry.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class JournalTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static LineReader into(std::vector<JournalEntry>& entries) {
    return [&entries](const std::string& line) { entries.push_back(entry_from_line(line)); };
  }
  // The journal of a sweep, its entries forgotten.
  Journal journal(Journal::Mode mode, const json& sweep = kSweep) const {
    return Journal(folder_, {kSweepWork, sweep}, mode,
                   [](const std::string& line) { entry_from_line(line); });
  }
  std::vector<JournalEntry> resumed() const {
    std::vector<JournalEntry> entries;
    const Journal journal(folder_, {kSweepWork, kSweep}, Journal::Mode::kResume, into(entries));
    return entries;
  }
  std::string refusal(Journal::Mode mode, const json& sweep) const {
    try {
      const Journal opened = journal(mode, sweep);
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
    Journal fresh = journal(Journal::Mode::kNew);
    fresh.add(to_line(entry(7)));
    fresh.add(to_line(entry(8)));
  }
  const std::vector<JournalEntry> entries = resumed();
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(to_line(entries[0]), to_line(entry(7)));
  EXPECT_EQ(entries[1].id, (ChunkId{1, 8}));
  EXPECT_EQ(entries[1].result.causes.all().front().smallest.in_short, "a -> \"b\"\n");
}

TEST_F(JournalTest, ALineThatWasNotFinishedIsNoEntry) {
  {
    journal(Journal::Mode::kNew).add(to_line(entry(7)));
  }
  const std::string line = to_line(entry(8));
  append(line.substr(0, line.size() - 1));
  ASSERT_EQ(resumed().size(), 1U);
  {
    journal(Journal::Mode::kResume).add(line);
  }
  EXPECT_EQ(resumed().size(), 2U);
}

TEST_F(JournalTest, AHeadThatWasNotFinishedIsBegunAnew) {
  append("{\"format\":\"vconform-j");
  EXPECT_TRUE(resumed().empty());
  EXPECT_EQ(refusal(Journal::Mode::kResume, kSweep), "accepted");
}

TEST_F(JournalTest, OfAnotherSweepIsRefusedByName) {
  {
    const Journal fresh = journal(Journal::Mode::kNew);
  }
  json other = kSweep;
  other["choices"]["deq.product"] = "exact";
  EXPECT_THAT(refusal(Journal::Mode::kResume, other),
              HasSubstr("choices.deq.product (\"f32\", not \"exact\") differs"));
  EXPECT_THAT(refusal(Journal::Mode::kNew, kSweep), HasSubstr("--resume continues it"));
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
    journal(Journal::Mode::kNew).add(to_line(entry(7)));
  }
  append("nonsense\n");
  EXPECT_THAT(refusal(Journal::Mode::kResume, kSweep), HasSubstr("line 3 is damaged"));
}

// A whole journal with some of its lines damaged or changed.
class DamagedJournal : public JournalTest {
 protected:
  void SetUp() override {
    JournalTest::SetUp();
    Journal fresh = journal(Journal::Mode::kNew);
    for (std::uint64_t chunk = 0; chunk < 4; ++chunk) {
      fresh.add(to_line(entry(chunk)));
    }
  }
  std::string text() const {
    std::ostringstream all;
    all << std::ifstream(folder_ / "journal", std::ios::binary).rdbuf();
    return all.str();
  }
  std::vector<std::string> lines() const {
    std::istringstream all(text());
    std::vector<std::string> lines;
    for (std::string line; std::getline(all, line);) {
      lines.push_back(line + "\n");
    }
    return lines;
  }
  void replace(const std::string& text) const {
    std::ofstream(folder_ / "journal", std::ios::binary | std::ios::trunc) << text;
  }
  void replace(const std::vector<std::string>& lines) const {
    std::string text;
    for (const std::string& line : lines) {
      text += line;
    }
    replace(text);
  }
  std::string refused() const { return refusal(Journal::Mode::kResume, kSweep); }
};

// As after `sed 1s/./x/`: a first line that cannot be parsed must not pass for the right one.
TEST_F(DamagedJournal, AnyByteOfAnyLineIsNoticed) {
  const std::vector<std::string> all = lines();
  const std::string good = all[0] + all[1] + all[2];
  const auto entries_of = [](const std::string& text) {
    LineSeal seal;
    std::vector<JournalEntry> entries;
    expect_same_work(journal_from_text(text, kSweepWork, seal, into(entries)),
                     {kSweepWork, kSweep});
    return entries.size();
  };
  ASSERT_EQ(entries_of(good), 2U);
  for (std::size_t at = 0; at + 1 < good.size(); ++at) {
    for (const char damage : {'x', '\0', '\n', '}', static_cast<char>(good[at] ^ 1)}) {
      std::string damaged = good;
      damaged[at] = damage;
      if (damaged != good) {
        EXPECT_THROW(entries_of(damaged), spec::InputError) << at << " " << int{damage};
      }
    }
  }
  replace("x" + good.substr(1));
  EXPECT_THAT(refused(), HasSubstr("line 1 is damaged"));
  // Without its end, the last line is one that was cut off when a process was killed: its chunk is
  // swept again.
  replace(good.substr(0, good.size() - 1) + "x");
  EXPECT_EQ(resumed().size(), 1U);
}

TEST_F(DamagedJournal, LinesAreAllThereAndInOrder) {
  const std::vector<std::string> good = lines();
  ASSERT_EQ(good.size(), 5U);
  std::vector<std::string> changed = good;
  std::swap(changed[2], changed[3]);
  replace(changed);
  EXPECT_THAT(refused(), HasSubstr("line 3 is damaged, or another line before it is missing"));
  changed = good;
  changed.insert(changed.begin() + 2, good[2]);
  replace(changed);
  EXPECT_THAT(refused(), HasSubstr("line 4 is damaged"));
  for (std::size_t missing = 0; missing + 1 < good.size(); ++missing) {
    changed = good;
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(missing));
    replace(changed);
    EXPECT_THAT(refused(), HasSubstr("line " + std::to_string(missing + 1) + " is damaged"));
  }
  changed = good;
  changed.insert(changed.begin() + 1, "\n");
  replace(changed);
  EXPECT_THAT(refused(), HasSubstr("line 2 is damaged"));
}

TEST_F(DamagedJournal, OtherEndsOfLinesAreNoticed) {
  std::vector<std::string> windows = lines();
  for (std::string& line : windows) {
    line.insert(line.size() - 1, "\r");
  }
  replace(windows);
  EXPECT_THAT(refused(), HasSubstr("line 1 is damaged"));
}

TEST_F(DamagedJournal, LinesOfAnotherSweepAreNoticed) {
  const std::vector<std::string> good = lines();
  fs::remove(folder_ / "journal");
  json other = kSweep;
  other["backend"] = "mutant:x";
  {
    journal(Journal::Mode::kNew, other).add(to_line(entry(0)));
  }
  std::vector<std::string> mixed = lines();
  EXPECT_THAT(refused(),
              HasSubstr("it is of another sweep: backend (\"mutant:x\", not \"golden\") differs"));
  mixed[0] = good[0];
  replace(mixed);
  EXPECT_THAT(refused(), HasSubstr("line 2 is damaged"));
}

// Files that other programs wrote under that name.
TEST_F(DamagedJournal, AFileThatIsNoJournalIsLeftAsItIs) {
  for (const char* other : {"my diary", "{\"sweep\":1}", "\n", "[]\n", "null\n"}) {
    replace(std::string(other));
    EXPECT_NE(refused(), "accepted") << other;
    EXPECT_EQ(text(), other);
  }
}

// Its lines have no checksums.
TEST_F(DamagedJournal, ThatOfAnEarlierVersionIsRefusedByName) {
  replace(kSweep.dump() + "\n" + to_line(entry(0)));
  EXPECT_THAT(refused(), HasSubstr("an earlier version of vconform wrote it"));
}

TEST_F(DamagedJournal, OfOtherWorkIsRefusedByName) {
  EXPECT_THAT(
      [&] {
        try {
          read_journal(folder_, "run", [](const std::string&) {});
        } catch (const spec::InputError& error) {
          return std::string(error.what());
        }
        return std::string("accepted");
      }(),
      HasSubstr("line 1 is that of a sweep, not of a run"));
}

// A merge reads what was left when a process was killed.
TEST_F(DamagedJournal, IsReadWithoutALineThatWasCutOff) {
  const auto read = [&] {
    std::vector<JournalEntry> entries;
    EXPECT_EQ(read_journal(folder_, kSweepWork, into(entries)), kSweep);
    return entries.size();
  };
  EXPECT_EQ(read(), 4U);
  const std::string whole = text();
  replace(whole.substr(0, whole.size() - 3));
  EXPECT_EQ(read(), 3U);
  // As it was.
  EXPECT_EQ(text(), whole.substr(0, whole.size() - 3));
}

TEST_F(DamagedJournal, ALinkIsNotFollowed) {
  fs::rename(folder_ / "journal", folder_ / "elsewhere");
  fs::create_symlink(folder_ / "elsewhere", folder_ / "journal");
  EXPECT_THAT(refused(), HasSubstr("ELOOP"));
}

}  // namespace
}  // namespace vconform::suites
