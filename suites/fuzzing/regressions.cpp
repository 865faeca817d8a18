#include "suites/fuzzing/regressions.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "spec/case/case_text.h"
#include "spec/text/error.h"
#include "suites/files/case_file.h"
#include "suites/files/one_line.h"
#include "suites/files/program.h"
#include "suites/files/shell_word.h"
#include "suites/files/written_file.h"
#include "suites/findings/finding_key.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string known_text(const fs::path& file, const Confirmation& again) {
  if (again.deviations.empty()) {
    return fmt::format("known: {} cannot be run: {}\n", printable(file.string()),
                       one_line(again.why));
  }
  const Deviation& deviation = again.deviations.front();
  return fmt::format("known: {} still fails: {} of {}{}\n", printable(file.string()),
                     deviation.verdict, blamed_instruction(deviation.smallest),
                     deviation.rule.empty() ? "" : ", rule " + deviation.rule);
}

std::string key_of(const std::string& file) {
  const std::string key = key_in_name(file);
  return key.empty() ? finding_key("", "", spec::to_text(read_case_file(file))) : key;
}

// The new name is KEY.case, or KEY-2.case and so on if another case has that name.
void keep_case(const std::string& file, const fs::path& folder) {
  const std::string key = key_of(file);
  const std::string text = text_of(file);
  for (int number = 1;; ++number) {
    const fs::path kept =
        folder / (number == 1 ? key + ".case" : fmt::format("{}-{}.case", key, number));
    if (!fs::exists(kept)) {
      write_file(kept, text, "name another folder with --regressions");
      fmt::print("kept {} as {}\n", printable(file), printable(kept.string()));
      return;
    }
    if (text_of(kept) == text) {
      fmt::print("{} is kept already, as {}\n", printable(file), printable(kept.string()));
      return;
    }
  }
}

}  // namespace

KnownCases run_known_cases(const std::string& folder, const OpenSubject& open, Findings& findings,
                           std::chrono::steady_clock::time_point deadline) {
  if (!fs::is_directory(folder)) {
    throw spec::InputError(
        fmt::format("'{}' is no folder: name one that --keep has made with --regressions", folder));
  }
  std::error_code error;
  fs::directory_iterator(folder, error);
  if (error) {
    throw spec::InputError(fmt::format("--regressions {}: its cases cannot be listed: {}",
                                       in_quotes(folder), error.message()));
  }
  KnownCases known;
  for (const fs::path& file : cases_in(folder)) {
    ++known.all;
    const auto know_name = [&] {
      if (const std::string key = key_in_name(file); !key.empty()) {
        findings.know(key, file);
      }
    };
    if (std::chrono::steady_clock::now() >= deadline) {
      ++known.not_run;
      know_name();
      continue;
    }
    const Confirmation again = confirmed(file, open, deadline);
    if (again.kind == Confirmation::Kind::kNoCase) {
      throw spec::InputError(again.why);
    }
    for (const Deviation& deviation : again.deviations) {
      findings.know(
          finding_key(deviation.verdict, deviation.rule, blamed_instruction(deviation.smallest)),
          file);
    }
    // One that passes now hides nothing: what has its key fails at another value.
    if (again.kind != Confirmation::Kind::kPasses) {
      know_name();
      ++known.failing;
      fmt::print("{}", known_text(file, again));
    }
  }
  fmt::print("known: {} of {} still fail{}\n", known.failing, known.all,
             known.not_run == 0 ? "" : fmt::format(", no time for {}", known.not_run));
  std::fflush(stdout);
  return known;
}

void keep_cases(const std::vector<std::string>& files, const std::string& folder) {
  for (const std::string& file : files) {
    read_case_file(file);
  }
  make_folder(folder, "name another folder with --regressions");
  for (const std::string& file : files) {
    keep_case(file, folder);
  }
  fmt::print(
      "the regression test: {} replay {}/*.case --backend B, with the --profile and --choice "
      "under which they were found\n",
      program(), shell_word(folder));
}

}  // namespace vconform::suites
