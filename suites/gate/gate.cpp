#include "suites/gate/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "spec/text/error.h"
#include "suites/files/one_line.h"
#include "suites/files/written_file.h"
#include "suites/gate/apply_waivers.h"
#include "suites/gate/baseline.h"
#include "suites/gate/waiver_file.h"
#include "suites/output/output_folder.h"
#include "suites/report/certificate_reader.h"

namespace vconform::suites {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFix = "name another file with --waivers";

// Throws if the run would replace or move away a file that it reads.
void expect_elsewhere(std::string_view what, const fs::path& file, const fs::path& out) {
  if (is_replaced_in(out, file)) {
    throw spec::InputError(
        fmt::format("{} {}: the run would write over it; keep it elsewhere, or name another "
                    "folder with --out",
                    what, in_quotes(file.string())));
  }
}

// Why a later run would refuse a file of these waivers once each has a reason; "" if it would not.
std::string unreadable(std::vector<Waiver> waivers) {
  for (Waiver& waiver : waivers) {
    waiver.reason = "a reason";
  }
  try {
    waivers_from_text(to_json(waivers));
  } catch (const spec::InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

Gate::Gate(const GateOptions& options)
    : waivers_file_(options.waivers), update_waivers_(options.update_waivers) {
  std::error_code error;
  if (update_waivers_) {
    expect_place_for_file(waivers_file_, kFix);
    expect_elsewhere("waivers", waivers_file_, options.out);
  }
  const bool is_new = update_waivers_ && !fs::exists(waivers_file_, error);
  if (!waivers_file_.empty() && !is_new) {
    waivers_ = read_waivers(waivers_file_);
  }
  if (!options.baseline.empty()) {
    expect_elsewhere("baseline", options.baseline, options.out);
    baseline_ = read_certificate(options.baseline);
  }
}

void Gate::waive(Certificate& certificate) const {
  apply_waivers(certificate, waivers_);
}

GateReport Gate::judge(const Certificate& certificate, const std::string& folder) const {
  GateReport report;
  for (const WaiverReport& waiver : certificate.waivers) {
    report.checks.push_back(waiver_check(
        waiver, baseline_ ? seen_before(*baseline_, waiver.waiver) : std::vector<std::string>()));
  }
  if (baseline_) {
    const CertificateRecord now = own_certificate(to_json(certificate));
    for (GateCheck& check : compared(*baseline_, now, folder)) {
      report.checks.push_back(std::move(check));
    }
  }
  return report;
}

bool Gate::passes(const Certificate& certificate, const GateReport& report) const {
  // A baseline excuses what deviated before, and nothing that was not judged, not even of a row
  // that deviates in what was.
  const bool was_judged = certificate.elements > 0 && certificate.rows_required() == 0 &&
                          std::ranges::none_of(certificate.rows, &RowReport::not_judged);
  return (baseline_ ? was_judged : certificate.passes()) && report.passes();
}

std::string Gate::known_text(const Certificate& certificate, const GateReport& report) const {
  const std::uint64_t known = certificate.deviations.size() - certificate.deviations_waived();
  return passes(certificate, report) && !certificate.passes()
             ? fmt::format(
                   "It passes, though the backend does not conform: {} deviations are those "
                   "of the baseline\n",
                   known)
             : "";
}

std::string Gate::update(const Certificate& certificate) const {
  if (!update_waivers_) {
    return "";
  }
  const std::vector<Waiver> added = candidates(certificate);
  if (added.empty()) {
    return fmt::format("\nNothing is left to waive: '{}' stays as it is\n", waivers_file_);
  }
  std::vector<Waiver> all = waivers_;
  all.insert(all.end(), added.begin(), added.end());
  if (const std::string problem = unreadable(all); !problem.empty()) {
    return fmt::format("\nCannot add {} rows to '{}', which stays as it is: {}\n", added.size(),
                       waivers_file_, problem);
  }
  write_file(waivers_file_, to_json(all), kFix);
  return fmt::format("\nAdded {} rows to '{}': fill in the reason of each, or mend the backend\n",
                     added.size(), waivers_file_);
}

}  // namespace vconform::suites
