// The findings of the fuzz targets: replayed in isolation, reported once, kept.
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

// Options for judging and reporting findings.
struct FindingsOptions {
  // An existing folder for the files that targets write.
  std::filesystem::path scratch;
  // The output folder; kept cases go to its subfolder failures.
  std::filesystem::path out;
  // The number of families with a folder.
  std::size_t families = 0;
  // Opens the backend to confirm a finding.
  OpenSubject open;
  // Conditions of the run, for the command that replays a case.
  RunInfo info;
};

class Findings {
 public:
  // Throws spec::InputError if `out` cannot be written to.
  explicit Findings(FindingsOptions options);

  // The folder where the target of a family writes its findings, KEY.case each. Known findings are
  // there beforehand.
  std::filesystem::path folder(std::size_t family) const;

  // Nothing is confirmed after the deadline, and no finding for longer than `most` seconds.
  void set_deadline(std::chrono::steady_clock::time_point deadline, double most);

  // Declares a finding as known: one with this key is not reported.
  void know(const std::string& key, const std::filesystem::path& file);

  // The number of findings in a folder, known or not, and a text for each new one, which has been
  // kept and run again alone in a worker.
  struct Collected {
    std::size_t all = 0;
    std::vector<std::string> texts;
  };
  // Collects from the folder of a family. `is_last`: nothing more comes, so an unreadable file is
  // reported too and not taken for one that is being written.
  Collected collect(std::size_t family, bool is_last);
  // Collects from another folder, where nothing is known beforehand.
  Collected collect_from(const std::filesystem::path& other, std::size_t family,
                         bool is_last = true);

  // Sets the heading of all later texts.
  void set_heading(const std::string& heading) { heading_ = heading; }

  // Keeps an input that is no finding. Returns its new name.
  std::filesystem::path keep_input(const std::filesystem::path& file);

  // The number of reported findings, by family.
  const std::vector<std::size_t>& counts() const { return counts_; }
  // The kept files, in the order of reporting.
  const std::vector<std::string>& files() const { return files_; }
  // The number of kept findings that did not show again or could not be run again.
  std::size_t unstable() const { return unstable_; }
  // The reason why something could not be kept, a fault of the disk; it was reported nevertheless.
  // Empty: nothing failed.
  const std::string& broken() const { return broken_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::string report(const std::string& key, const std::filesystem::path& file, std::size_t family);
  std::string text_of(const Deviation& deviation, DeviationReport kept) const;
  // Copies a case. Returns the file that can be read afterwards: `kept`, or `file` if the disk
  // fails.
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

// The case files of a folder sorted by name, since a directory has no fixed order.
std::vector<std::filesystem::path> cases_in(const std::filesystem::path& folder);

// The key in a name such as "KEY.case" or "KEY-2.case"; or empty.
std::string key_in_name(const std::filesystem::path& file);

// The instruction to blame: that of the last step that has one, or empty.
std::string blamed_instruction(const spec::Case& test_case);

}  // namespace vconform::suites
