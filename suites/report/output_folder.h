// The folder that a run writes to.
#pragma once

#include <filesystem>
#include <string>

#include "suites/gate/gate_report.h"
#include "suites/report/certificate.h"
#include "suites/report/probe_report.h"

namespace vconform::suites {

// Whole or not at all. `fix` ends the message of the spec::InputError where it cannot be written.
void write_file(const std::filesystem::path& path, const std::string& content,
                std::string_view fix);

// A folder in `folder` for cases, made where there is none and without those of an earlier run.
// Throws spec::InputError.
std::filesystem::path emptied_case_folder(const std::filesystem::path& folder,
                                          std::string_view name);

// Created when it is opened, so that an unwritable place is known before the run. Files appear
// whole or not at all.
class OutputFolder {
 public:
  // Throws spec::InputError, which ends with `fix`.
  explicit OutputFolder(const std::filesystem::path& folder,
                        std::string_view fix = "name another folder with --out");

  // certificate.json, junit.xml and failures/*.case, in place of those of an earlier run; where the
  // backend was probed, what that found out too.
  void write(const Certificate& certificate, const GateReport& gate);
  // probe.json and probe/*.case, in place of those of an earlier run.
  void write(const ProbeReport& report);

  std::string name() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
};

}  // namespace vconform::suites
