#include "suites/fuzzing/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "spec/conversions.h"
#include "spec/error.h"
#include "suites/report/failure_text.h"
#include "suites/report/finding_key.h"
#include "suites/runner/case_file.h"
#include "suites/runner/replayed_case.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFailures = "failures";

// Of a backend that is wrong everywhere, the first findings say what there is to say; a line tells
// of each further one.
constexpr std::size_t kMostTexts = 20;

void copy_over(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (error) {
    throw spec::InputError(fmt::format("cannot write to '{}': {}; name another folder with --out",
                                       to.string(), error.message()));
  }
}

// A target may be in the midst of writing it.
bool reads_as_case(const fs::path& file) {
  try {
    read_case_file(file.string());
    return true;
  } catch (const spec::InputError&) {
    return false;
  }
}

// That which the finding is about; other rules may be broken in the same case.
const Deviation& with_key(const ReplayedCase& replay, const std::string& key) {
  const std::string instruction = blamed_instruction(replay.test_case);
  const auto found = std::find_if(
      replay.deviations.begin(), replay.deviations.end(), [&](const Deviation& deviation) {
        return finding_key(deviation.verdict, deviation.rule, instruction) == key;
      });
  return found == replay.deviations.end() ? replay.deviations.front() : *found;
}

}  // namespace

std::vector<fs::path> cases_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".case") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string key_in_name(const fs::path& file) {
  const std::string stem = file.stem().string();
  const bool ends = stem.size() == kFindingKeyDigits ||
                    (stem.size() > kFindingKeyDigits && stem[kFindingKeyDigits] == '-');
  const std::string key = stem.substr(0, kFindingKeyDigits);
  return ends && is_finding_key(key) ? key : "";
}

std::string blamed_instruction(const spec::Case& test_case) {
  for (auto step = test_case.steps.rbegin(); step != test_case.steps.rend(); ++step) {
    if (const std::optional<spec::Cell> cell = spec::cell_of(*step)) {
      return spec::instruction_name(*cell);
    }
  }
  return "";
}

Findings::Findings(FindingsOptions options)
    : options_(std::move(options)), counts_(options_.families) {
  for (std::size_t family = 0; family < options_.families; ++family) {
    fs::create_directories(folder(family));
  }
  std::error_code error;
  fs::create_directories(options_.out / kFailures, error);
  if (error) {
    throw spec::InputError(fmt::format("cannot write to '{}': {}; name another folder with --out",
                                       (options_.out / kFailures).string(), error.message()));
  }
}

fs::path Findings::folder(std::size_t family) const {
  return options_.scratch / fmt::format("findings-{}", family);
}

void Findings::know(const std::string& key, const fs::path& file) {
  keys_.insert(key);
  for (std::size_t family = 0; family < options_.families; ++family) {
    const fs::path known = folder(family) / (key + ".case");
    if (!fs::exists(known)) {
      copy_over(file, known);
    }
  }
}

Findings::Collected Findings::collect(std::size_t family, bool is_last) {
  return collect_from(folder(family), family, is_last);
}

Findings::Collected Findings::collect_from(const fs::path& other, std::size_t family,
                                           bool is_last) {
  Collected collected;
  for (const fs::path& file : cases_in(other)) {
    const std::string key = file.stem().string();
    if (!keys_.contains(key)) {
      if (!is_last && !reads_as_case(file)) {
        continue;
      }
      collected.texts.push_back(report(key, file, family));
    }
    ++collected.all;
  }
  return collected;
}

std::string Findings::report(const std::string& key, const fs::path& file, std::size_t family) {
  DeviationReport kept;
  kept.file = fmt::format("{}/{}.case", kFailures, key);
  const fs::path kept_path = options_.out / kept.file;
  copy_over(file, kept_path);
  know(key, file);
  ++counts_[family];
  files_.push_back(kept_path.string());
  try {
    const ReplayedCase replay = replayed(kept_path.string(), options_.subject);
    if (replay.deviations.empty()) {
      return fmt::format("{}: fails in the process of the fuzzer, and passes in isolation\n",
                         kept_path.string());
    }
    kept.deviation = with_key(replay, key);
    if (files_.size() > kMostTexts) {
      return fmt::format("{}: {} of {}{}\n", kept_path.string(), kept.deviation.verdict,
                         blamed_instruction(replay.test_case),
                         kept.deviation.rule.empty() ? "" : ", rule " + kept.deviation.rule);
    }
    return "\n" +
           failure_text(kept.deviation, replay_command(options_.info, options_.out.string(), kept));
  } catch (const spec::InputError& bad) {
    return std::string(bad.what()) + "\n";
  }
}

fs::path Findings::keep_input(const fs::path& file) const {
  const fs::path kept = options_.out / kFailures / file.filename();
  copy_over(file, kept);
  return kept;
}

}  // namespace vconform::suites
