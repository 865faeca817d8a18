// What a run of certify must meet besides the rules: its waivers, and an earlier run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suites/report/certificate.h"
#include "suites/report/certificate_record.h"
#include "suites/report/gate_report.h"
#include "suites/report/waiver.h"

namespace vconform::suites {

// Files, empty where there is none.
struct GateOptions {
  std::string waivers;
  bool update_waivers = false;
  std::string baseline;
  // The folder that the run writes to.
  std::string out;
};

class Gate {
 public:
  // Reads the files before the run. Throws spec::InputError, also where the run would write over
  // its baseline: the next run would then compare with whatever this one did.
  explicit Gate(const GateOptions& options);

  void waive(Certificate& certificate) const;
  // `folder` is where the cases of this run are.
  GateReport judge(const Certificate& certificate, const std::string& folder) const;

  // Without a baseline, every claimed row conforms or is waived. With one, what deviated there
  // without a waiver may still do so. Either way the report has no failure, something was judged,
  // and no required row is missing.
  bool passes(const Certificate& certificate, const GateReport& report) const;

  // Where it passes a backend that does not conform: one line that says so.
  std::string known_text(const Certificate& certificate, const GateReport& report) const;

  // Adds rows for what is not waived to the file of waivers, if that was asked for, and says so in
  // one line.
  std::string update(const Certificate& certificate) const;

 private:
  std::string waivers_file_;
  bool update_waivers_;
  std::vector<Waiver> waivers_;
  std::optional<CertificateRecord> baseline_;
};

}  // namespace vconform::suites
