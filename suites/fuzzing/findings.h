// What the targets found: replayed in isolation, reported once, kept.
#pragma once

#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "suites/findings/finding_files.h"
#include "suites/fuzzing/confirmation.h"
#include "suites/report/certificate.h"

namespace vconform::suites {

// How a finding is judged and reported.
struct FindingsOptions {
  // A folder for what the targets write; it exists.
  std::filesystem::path scratch;
  // Beside it stand the kept cases: OUT/failures.
  std::filesystem::path out;
  // How many families have a folder.
  std::size_t families = 0;
  // By which each finding is confirmed.
  OpenSubject open;
  // For the command that replays a case.
  RunInfo info;
};

class Findings {
 public:
  // Throws spec::InputError where `out` cannot be written.
  explicit Findings(FindingsOptions options);

  // Where the target of a family writes its findings, KEY.case each. What is known stands there
  // beforehand.
  std::filesystem::path folder(std::size_t family) const;

  // Nothing is confirmed after that, and no finding for longer than `most` seconds.
  void set_deadline(std::chrono::steady_clock::time_point deadline, double most);

  // A finding with this key is not reported.
  void know(const std::string& key, const std::filesystem::path& file);

  // What is there, known or not, and a text for each that is new: it has been kept, and run again
  // alone in a worker.
  struct Collected {
    std::size_t all = 0;
    std::vector<std::string> texts;
  };
  // From the folder of a family. `is_last`: no more comes, so that a file which is no case is
  // reported too, and not taken for one that is being written.
  Collected collect(std::size_t family, bool is_last);
  // From another folder, where nothing is known beforehand.
  Collected collect_from(const std::filesystem::path& other, std::size_t family,
                         bool is_last = true);

  // Put in front of the texts from now on.
  void set_heading(const std::string& heading) { heading_ = heading; }

  // Keeps an input that is no finding; returns its new name.
  std::filesystem::path keep_input(const std::filesystem::path& file);

  // Of each family; those that are reported.
  const std::vector<std::size_t>& counts() const { return counts_; }
  // The kept files, in the order of reporting.
  const std::vector<std::string>& files() const { return files_; }
  // Those of them that did not come again, or could not be run again.
  std::size_t unstable() const { return unstable_; }
  // Empty, or why something could not be kept: the disk's fault. It was reported all the same.
  const std::string& broken() const { return broken_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::string report(const std::string& key, const std::filesystem::path& file, std::size_t family);
  std::string text_of(const Deviation& deviation, DeviationReport kept) const;
  // Where it can be read afterwards: `kept`, or `file` where the disk fails.
  std::filesystem::path keep(const std::filesystem::path& file, const std::filesystem::path& kept);

  FindingsOptions options_;
  Clock::time_point deadline_ = Clock::time_point::max();
  double most_seconds_ = 60;
  std::string heading_;
  std::size_t unstable_ = 0;
  std::string broken_;
  std::set<std::string> keys_;
  std::vector<std::size_t> counts_;
  std::vector<std::string> files_;
};

// The case files of a folder, sorted by name: the order of a folder is no order.
std::vector<std::filesystem::path> cases_in(const std::filesystem::path& folder);

// Its key where the name says it: "KEY.case", "KEY-2.case"; or empty.
std::string key_in_name(const std::filesystem::path& file);

// Its first instruction to blame: that of the last step that has one, or empty.
std::string blamed_instruction(const spec::Case& test_case);

}  // namespace vconform::suites
