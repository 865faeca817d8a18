// The test of damage to a file that a command reads, shared by the quick and the full test binary.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "adapters/testing/temporary_folder.h"
#include "suites/attacks/attack_fixture.h"
#include "suites/attacks/library_attack_run.h"
#include "suites/attacks/prepared_files.h"
#include "suites/attacks/readers.h"

namespace vconform::suites::attacks {

struct Attempt {
  Reader reader;
  Damage damage = Damage::kFlip;
};

inline std::string name_of(const Attempt& attempt) {
  return std::string(attempt.reader.name) + "_" +
         std::string(kDamageNames[static_cast<std::size_t>(attempt.damage)]);
}
// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
inline void PrintTo(const Attempt& attempt, std::ostream* stream) {
  *stream << name_of(attempt);
}

inline std::vector<Attempt> attempts() {
  std::vector<Attempt> all;
  for (const Reader& reader : readers()) {
    for (std::size_t i = 0; i < std::size(kDamageNames); ++i) {
      all.push_back({reader, static_cast<Damage>(i)});
    }
  }
  return all;
}

inline bool says_the_same(const std::string& a, const std::string& b) {
  const auto one = nlohmann::json::parse(a, nullptr, false);
  const auto other = nlohmann::json::parse(b, nullptr, false);
  return !one.is_discarded() && !other.is_discarded() && one == other;
}

inline std::string text_read_by(const Reader& reader) {
  return text_of(prepared_files() / (reader.copied == "." ? "" : reader.copied) / reader.file);
}

// The verdict of the reader on the undamaged file. It runs once for each reader.
inline const std::vector<std::string>& verdict_on_undamaged(const Reader& reader) {
  static std::map<std::string_view, std::vector<std::string>> known;
  if (!known.contains(reader.name)) {
    const adapters::TemporaryFolder folder;
    known[reader.name] = verdict_lines(run_reader(reader, folder.path(), text_read_by(reader)).out);
  }
  return known[reader.name];
}

// `stands`: the exit code for the undamaged file is right for this one too. A sweep then judged as
// much.
inline std::vector<std::string> wrong_with(const Reader& reader, const Ended& ended, bool stands) {
  std::vector<std::string> problems = problems_of_any(ended, "/nonexistent");
  const bool is_undamaged = stands && ended.code == reader.code;
  if (ended.code != 2 && ended.code != reader.also && !is_undamaged) {
    problems.push_back("it ends with " + std::to_string(ended.code) + "\n" +
                       ended.all().substr(0, 500));
  }
  if (is_undamaged && ended.code == 0 && reader.file == "journal" &&
      (verdict_on_undamaged(reader).empty() ||
       verdict_lines(ended.out) != verdict_on_undamaged(reader))) {
    problems.push_back("it does not judge what it judges with the undamaged file\n" +
                       ended.all().substr(0, 500));
  }
  return problems;
}

// At most `at_most` line numbers, evenly spaced, the first and the last line among them.
inline std::vector<std::size_t> lines_to_try(std::size_t count, std::size_t at_most) {
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
    const std::string text = text_read_by(reader);
    ASSERT_GT(line_count(text), 2U);
    int wrong = 0;
    bool was_whole = false;
    for (const std::size_t line : lines_to_try(line_count(text), at_most)) {
      const std::string bad = damaged(text, line, GetParam().damage);
      const bool is_whole = bad == text;
      if (is_whole && std::exchange(was_whole, true)) {
        continue;
      }
      const Ended ended = run_reader(reader, folder_.path(), bad);
      const std::vector<std::string> problems =
          wrong_with(reader, ended, is_whole || reader.may_stand || says_the_same(bad, text));
      record("reader_" + name_of(GetParam()) + "_" + std::to_string(line), ended, problems);
      if (!problems.empty() && ++wrong <= 5) {
        ADD_FAILURE() << "line " << line << ": " << problems.front() << "\n"
                      << ended.all().substr(ended.all().size() < 400 ? 0
                                                                     : ended.all().size() - 400);
      }
    }
    EXPECT_EQ(wrong, 0);
  }

  adapters::TemporaryFolder folder_;
};

inline std::string attempt_name(const testing::TestParamInfo<Attempt>& info) {
  return name_of(info.param);
}

}  // namespace vconform::suites::attacks
