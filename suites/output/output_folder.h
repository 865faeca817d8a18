// The folder that a run writes to, and owns while it runs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "suites/files/folder_lock.h"
#include "suites/probing/probe_report.h"
#include "suites/report/certificate.h"
#include "suites/report/gate_report.h"

namespace vconform::suites {

// Files of one kind, which a run replaces together.
enum class Results : std::uint8_t {
  kJudged,  // certificate.json, junit.xml, report.html, sweep.json, failures/*.case
  kProbed,  // probe.json, probe/*.case
};

// Whether runs in a folder replace or move away the file, whatever name it is given by. Neither
// folder nor file need exist.
bool is_replaced_in(const std::filesystem::path& folder, const std::filesystem::path& file);

// The folder is created and locked when it is opened, so that an unwritable place or another run in
// it is known before the run. Results of earlier runs are moved to its folder `previous` before
// anything is judged: a run that is killed or meets a full disk leaves none that looks like its
// own. A journal stays in place. Files appear whole or not at all, and survive a loss of power.
class OutputFolder {
 public:
  // Throws spec::InputError naming the fix if the folder cannot be made, is not writable or held by
  // another run, or if something that is not a plain file or folder stands in place of one of ours.
  // Throws DiskError if the disk fails.
  explicit OutputFolder(const std::filesystem::path& folder);

  // Moves results of earlier runs away, and removes incomplete files of a killed run. Throws as
  // above. `write` calls it if that was not done before.
  void put_away(Results results);

  // Writes certificate.json, junit.xml, report.html and failures/*.case, and the results of probing
  // if the backend was probed. Throws DiskError.
  void write(const Certificate& certificate, const GateReport& gate);
  // Writes probe.json and probe/*.case. Throws DiskError.
  void write(const ProbeReport& report);
  // Writes one more file, such as "sweep.json" or "failures/x.case". Throws DiskError.
  void write(const std::filesystem::path& file, const std::string& content) const;

  std::string name() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
  FolderLock lock_;
  bool is_put_away_[2] = {false, false};
};

}  // namespace vconform::suites
