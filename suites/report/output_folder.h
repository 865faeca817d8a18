// The folder that a run writes to, and owns while it runs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "suites/files/folder_lock.h"
#include "suites/gate/gate_report.h"
#include "suites/judging/probe_report.h"
#include "suites/report/certificate.h"

namespace vconform::suites {

// Files of one kind, which a run replaces together.
enum class Results : std::uint8_t {
  kJudged,  // certificate.json, junit.xml, report.html, sweep.json, failures/*.case
  kProbed,  // probe.json, probe/*.case
};

// Whether the file is one that runs in a folder replace or move away, by whatever name: neither
// folder nor file need be there.
bool is_replaced_in(const std::filesystem::path& folder, const std::filesystem::path& file);

// Created and locked when it is opened, so that an unwritable place, or another run in it, is known
// before the run. Results of earlier runs are moved to its folder `previous` before anything is
// judged: a run that is killed, or meets a full disk, leaves none that looks like its own. A
// journal stays where it is. Files appear whole or not at all, and survive a loss of power.
class OutputFolder {
 public:
  // Throws spec::InputError naming the fix: no folder can be made, it is not writable, another run
  // holds it, or something that is not a plain file or folder stands where one of ours would.
  // DiskError where the disk fails.
  explicit OutputFolder(const std::filesystem::path& folder);

  // Moves results of earlier runs away, and removes what a killed run left half written. Throws as
  // above. Called by `write` too, where it was not called before.
  void put_away(Results results);

  // certificate.json, junit.xml and failures/*.case; where the backend was probed, what that found
  // out too. Throws DiskError.
  void write(const Certificate& certificate, const GateReport& gate);
  // probe.json and probe/*.case. Throws DiskError.
  void write(const ProbeReport& report);
  // One more file, such as "sweep.json" or "failures/x.case". Throws DiskError.
  void write(const std::filesystem::path& file, const std::string& content) const;

  std::string name() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
  FolderLock lock_;
  bool is_put_away_[2] = {false, false};
};

}  // namespace vconform::suites
