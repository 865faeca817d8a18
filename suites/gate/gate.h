// Further conditions for a run of certify: its waivers, and an earlier run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suites/report/certificate.h"
#include "suites/report/certificate_record.h"
#include "suites/report/gate_report.h"
#include "suites/report/waiver.h"

namespace vconform::suites {

// Names of files; empty: none.
struct GateOptions {
  std::string waivers;
  bool update_waivers = false;
  std::string baseline;
  // The folder that the run writes to.
  std::string out;
};

class Gate {
 public:
  // Reads the files before the run. Throws spec::InputError, also if the run would overwrite its
  // baseline: the next run would then be compared with this one, whatever it did.
  explicit Gate(const GateOptions& options);

  void waive(Certificate& certificate) const;
  // `folder` holds the cases of this run.
  GateReport judge(const Certificate& certificate, const std::string& folder) const;

  // Whether the exit code is 0. Without a baseline, every claimed row must conform or be waived;
  // with one, deviations that the earlier run had without a waiver are accepted. Either way the
  // report must have no failure, something must have been judged, and no required row may be
  // missing.
  bool passes(const Certificate& certificate, const GateReport& report) const;

  // One line that says so if a backend passes that does not conform; else empty.
  std::string known_text(const Certificate& certificate, const GateReport& report) const;

  // Adds rows for what is not waived to the file of waivers, if that was asked for. Returns one
  // line that says so.
  std::string update(const Certificate& certificate) const;

 private:
  std::string waivers_file_;
  bool update_waivers_;
  std::vector<Waiver> waivers_;
  std::optional<CertificateRecord> baseline_;
};

}  // namespace vconform::suites
