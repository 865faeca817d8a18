// The test of damage to a file that a command reads, shared by the quick and the full test binary.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

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

inline std::string wrong_with(const Reader& reader, const Ended& ended, bool same) {
  const auto problems = problems_of_any(ended, "/nonexistent");
  if (!problems.empty()) {
    return problems.front();
  }
  const bool is_right = ended.code == 2 || ended.code == reader.also ||
                        ((same || reader.may_stand) && ended.code == reader.code);
  return is_right ? "" : "it ends with " + std::to_string(ended.code);
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

inline std::string attempt_name(const testing::TestParamInfo<Attempt>& info) {
  return name_of(info.param);
}

}  // namespace vconform::suites::attacks
