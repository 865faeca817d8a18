// Damaged files: what reads one says so, or what it says is what the undamaged one gives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "suites/attacks/attack_fixture.h"
#include "suites/attacks/library_attack_run.h"
#include "suites/attacks/prepared_files.h"
#include "suites/attacks/readers.h"

namespace vconform::suites::attacks {
namespace {

namespace fs = std::filesystem;
using ::testing::ValuesIn;

struct Attempt {
  Reader reader;
  Damage damage = Damage::kFlip;
};

std::string name_of(const Attempt& attempt) {
  return std::string(attempt.reader.name) + "_" +
         std::string(kDamageNames[static_cast<std::size_t>(attempt.damage)]);
}
void PrintTo(const Attempt& attempt, std::ostream* stream) {
  *stream << name_of(attempt);
}

std::vector<Attempt> attempts() {
  std::vector<Attempt> all;
  for (const Reader& reader : readers()) {
    for (std::size_t i = 0; i < std::size(kDamageNames); ++i) {
      all.push_back({reader, static_cast<Damage>(i)});
    }
  }
  return all;
}

bool says_the_same(const std::string& a, const std::string& b) {
  const auto one = nlohmann::json::parse(a, nullptr, false);
  const auto other = nlohmann::json::parse(b, nullptr, false);
  return !one.is_discarded() && !other.is_discarded() && one == other;
}

std::string wrong_with(const Reader& reader, const Ended& ended, bool same) {
  const auto problems = problems_of_any(ended, "/nonexistent");
  if (!problems.empty()) {
    return problems.front();
  }
  const bool is_right = ended.code == 2 || ended.code == reader.also ||
                        ((same || reader.may_stand) && ended.code == reader.code);
  return is_right ? "" : "it ends with " + std::to_string(ended.code);
}

// Evenly over the file, the first and the last line among them.
std::vector<std::size_t> lines_to_try(std::size_t count, std::size_t at_most) {
  std::vector<std::size_t> lines;
  const std::size_t tried = std::min(count, at_most);
  for (std::size_t i = 0; i < tried; ++i) {
    lines.push_back(tried == 1 ? 0 : i * (count - 1) / (tried - 1));
  }
  return lines;
}

class ReaderAttacked : public testing::TestWithParam<Attempt> {
 protected:
  static void SetUpTestSuite() { adopt_orphans(); }

  void try_lines(std::size_t at_most) {
    const Reader& reader = GetParam().reader;
    const std::string text =
        text_of(prepared_files() / (reader.copied == "." ? "" : reader.copied) / reader.file);
    ASSERT_GT(line_count(text), 2U);
    int wrong = 0;
    for (const std::size_t line : lines_to_try(line_count(text), at_most)) {
      const std::string bad = damaged(text, line, GetParam().damage);
      const Ended ended = run_reader(reader, folder_.path(), bad);
      const std::string problem = wrong_with(reader, ended, says_the_same(bad, text));
      record("reader_" + name_of(GetParam()) + "_" + std::to_string(line), ended,
             problem.empty() ? std::vector<std::string>() : std::vector{problem});
      if (!problem.empty() && ++wrong <= 5) {
        ADD_FAILURE() << "line " << line << ": " << problem << "\n"
                      << ended.all().substr(ended.all().size() < 400 ? 0
                                                                     : ended.all().size() - 400);
      }
    }
    EXPECT_EQ(wrong, 0);
  }

  AttackFolder folder_;
};

class ReaderQuick : public ReaderAttacked {};
class ReaderFull : public ReaderAttacked {};

TEST_P(ReaderQuick, SeesDamageOfSomeLines) {
  try_lines(GetParam().reader.slow ? 2 : 8);
}

TEST_P(ReaderFull, SeesDamageOfEveryLine) {
  try_lines(GetParam().reader.slow ? 40 : 4000);
}

std::string test_name(const testing::TestParamInfo<Attempt>& info) {
  return name_of(info.param);
}
INSTANTIATE_TEST_SUITE_P(Quick, ReaderQuick, ValuesIn(attempts()), test_name);
INSTANTIATE_TEST_SUITE_P(Slow, ReaderFull, ValuesIn(attempts()), test_name);

// What stands where a file is expected.
struct Thing {
  std::string_view name;
  void (*place)(const fs::path& file);
};

constexpr Thing kThings[] = {
    {"nothing", [](const fs::path&) {}},
    {"empty", [](const fs::path& file) { write_text(file, ""); }},
    {"folder", [](const fs::path& file) { fs::create_directory(file); }},
    {"fifo", [](const fs::path& file) { mkfifo(file.c_str(), 0600); }},
    {"dev_zero", [](const fs::path& file) { fs::create_symlink("/dev/zero", file); }},
    {"dev_null", [](const fs::path& file) { fs::create_symlink("/dev/null", file); }},
    {"loop", [](const fs::path& file) { fs::create_symlink(file, file); }},
    {"deep", [](const fs::path& file) { write_text(file, std::string(1000000, '[')); }},
    {"zeros", [](const fs::path& file) { write_text(file, std::string(5000, '\0')); }},
    {"escapes", [](const fs::path& file) { write_text(file, "\033[2J\033]0;x\007\n\033[2J\n"); }},
    {"null", [](const fs::path& file) { write_text(file, "null\n"); }},
    {"number", [](const fs::path& file) { write_text(file, "1e999999\n"); }},
    {"binary", [](const fs::path& file) { fs::copy_file("/proc/self/exe", file); }},
};

struct ThingAttempt {
  Reader reader;
  Thing thing;
};
std::string name_of(const ThingAttempt& attempt) {
  return std::string(attempt.reader.name) + "_" + std::string(attempt.thing.name);
}
void PrintTo(const ThingAttempt& attempt, std::ostream* stream) {
  *stream << name_of(attempt);
}
std::vector<ThingAttempt> thing_attempts() {
  std::vector<ThingAttempt> all;
  for (const Reader& reader : readers()) {
    for (const Thing& thing : kThings) {
      all.push_back({reader, thing});
    }
  }
  return all;
}

class ReaderGivenAThing : public testing::TestWithParam<ThingAttempt> {
 protected:
  static void SetUpTestSuite() { adopt_orphans(); }
};

TEST_P(ReaderGivenAThing, RefusesIt) {
  const auto& [reader, thing] = GetParam();
  const AttackFolder folder;
  const Ended ended = run_reader(reader, folder.path(), thing.place);
  std::vector<std::string> problems = problems_of_any(ended, "/nonexistent");
  // A sweep whose journal has no line begins anew.
  const bool is_right = ended.code == 2 || ended.code == reader.also ||
                        (reader.file == "journal" && ended.code == reader.code);
  if (!is_right) {
    problems.push_back("it ends with " + std::to_string(ended.code) + "\n" +
                       ended.all().substr(0, 500));
  }
  expect_none("reader_" + std::string(reader.name) + "_" + std::string(thing.name), ended,
              problems);
}

std::string thing_name(const testing::TestParamInfo<ThingAttempt>& info) {
  return name_of(info.param);
}
INSTANTIATE_TEST_SUITE_P(Quick, ReaderGivenAThing, ValuesIn(thing_attempts()), thing_name);

}  // namespace
}  // namespace vconform::suites::attacks
