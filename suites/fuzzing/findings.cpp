#include "suites/fuzzing/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "oracle/judge/judge.h"
#include "spec/rows/conversions.h"
#include "spec/text/error.h"
#include "suites/files/case_file.h"
#include "suites/files/one_line.h"
#include "suites/findings/failure_text.h"
#include "suites/findings/finding_key.h"
#include "suites/report/replay_command.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFailures = "failures";

// If a backend is wrong everywhere, the first findings tell all there is to tell; each further one
// gets a line.
constexpr std::size_t kMostTexts = 20;
// A backend that misbehaves at random does so in any case.
constexpr std::size_t kMostUnstableTexts = 5;

// Throws std::system_error: the folder was writable before the run.
void copy_over(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (error) {
    throw std::system_error(error, "cannot write to '" + to.string() + "'");
  }
}

// A target may be in the middle of writing the file.
bool reads_as_case(const fs::path& file) {
  try {
    read_case_file(file.string());
    return true;
  } catch (const spec::InputError&) {
    return false;
  }
}

// The deviation that the finding is about; the case may break other rules too.
const Deviation& with_key(const std::vector<Deviation>& deviations, const std::string& key) {
  const auto found =
      std::find_if(deviations.begin(), deviations.end(), [&](const Deviation& deviation) {
        return finding_key(deviation.verdict, deviation.rule,
                           blamed_instruction(deviation.smallest)) == key;
      });
  return found == deviations.end() ? deviations.front() : *found;
}

// A worker has run it twice, and waited twice; no other verdict takes as long to reproduce.
bool is_confirmed_already(const std::optional<Witnessed>& seen) {
  return seen && seen->verdict == oracle::name_of(oracle::Verdict::kTimeout);
}

// The texts are untrusted: they may come from the backend.
Deviation deviation_of(const Witnessed& seen, const spec::Case& test_case) {
  Deviation deviation;
  deviation.claim = test_case.claim;
  deviation.verdict = seen.verdict;
  deviation.in_short = one_line(seen.in_short);
  deviation.details = "  reason   " + deviation.in_short + "\n";
  deviation.count = seen.count;
  deviation.smallest = test_case;
  return deviation;
}

std::string in_short(const std::optional<Witnessed>& seen) {
  return seen ? fmt::format("{}{} ({})", one_line(seen->verdict),
                            seen->rule.empty() ? "" : ", rule " + one_line(seen->rule),
                            one_line(seen->in_short))
              : "fails";
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
      keep(file, known);
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

void Findings::set_deadline(Clock::time_point deadline, double most) {
  deadline_ = deadline;
  most_seconds_ = most;
}

std::string Findings::text_of(const Deviation& deviation, DeviationReport kept) const {
  if (files_.size() > kMostTexts) {
    return fmt::format("{}: {} of {}{}\n", files_.back(), deviation.verdict,
                       blamed_instruction(deviation.smallest),
                       deviation.rule.empty() ? "" : ", rule " + deviation.rule);
  }
  kept.deviation = deviation;
  return "\n" + failure_text(deviation, replay_command(options_.info, options_.out.string(), kept,
                                                       CalledFrom::kAnywhere));
}

std::string Findings::report(const std::string& key, const fs::path& file, std::size_t family) {
  DeviationReport kept;
  kept.file = fmt::format("{}/{}.case", kFailures, key);
  const fs::path kept_path = keep(file, options_.out / kept.file);
  const std::optional<Witnessed> seen = witnessed(file);
  know(key, file);
  ++counts_[family];
  files_.push_back(kept_path.string());
  if (is_confirmed_already(seen) && reads_as_case(kept_path)) {
    return heading_ + text_of(deviation_of(*seen, read_case_file(kept_path.string())), kept);
  }
  const auto most =
      std::chrono::round<Clock::duration>(std::chrono::duration<double>(most_seconds_));
  const Confirmation again =
      confirmed(kept_path, options_.open, std::min(deadline_, Clock::now() + most));
  if (again.kind == Confirmation::Kind::kFails) {
    return heading_ + text_of(with_key(again.deviations, key), kept);
  }
  if (++unstable_ > kMostUnstableTexts) {
    return "";
  }
  switch (again.kind) {
    case Confirmation::Kind::kPasses:
      return fmt::format("UNSTABLE  {}: {} when it was fuzzed; alone and isolated it passes\n",
                         printable(kept_path.string()), in_short(seen));
    case Confirmation::Kind::kNoCase:
      return one_line(again.why) + "\n";
    default:
      return fmt::format("{}: {} when it was fuzzed; not confirmed: {}\n",
                         printable(kept_path.string()), in_short(seen), one_line(again.why));
  }
}

fs::path Findings::keep_input(const fs::path& file) {
  return keep(file, options_.out / kFailures / file.filename());
}

fs::path Findings::keep(const fs::path& file, const fs::path& kept) {
  try {
    copy_over(file, kept);
    return kept;
  } catch (const std::system_error& error) {
    broken_ = error.what();
    return file;
  }
}

}  // namespace vconform::suites
