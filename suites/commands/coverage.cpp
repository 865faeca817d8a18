#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "spec/text/error.h"
#include "suites/commands/checked_certificate.h"
#include "suites/commands/commands.h"
#include "suites/coverage/run_coverage.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/progress_line.h"
#include "suites/judging/level.h"
#include "suites/probing/families.h"
#include "suites/processes/process_pool.h"
#include "suites/report/certificate_plan.h"

namespace vconform::suites {

namespace {

// The plan that is looked at.
struct Planned {
  const Level& level;
  std::uint64_t seed;
  Subject subject;
};

Planned planned_by(const CoverageOptions& options) {
  if (options.certificate.empty()) {
    Subject subject = whole_subject();
    subject.claims = claims_within(subject.claims, families_named(options.families));
    return {level_named(options.level), options.seed, std::move(subject)};
  }
  const CertificateRecord record = checked_certificate(options.certificate, "");
  if (!record.plan) {
    throw spec::InputError(fmt::format("certificate {}: its format {} has no plan",
                                       in_quotes(options.certificate), record.format_version));
  }
  return {level_named(record.level), record.seed, planned_subject(record)};
}

// The fractions that the run counted.
int print_recorded(const CertificateRecord& record) {
  fmt::print("  {:<12} {:<20} {:>10} {:>9}\n", "family", "bins of", "reachable", "reached");
  bool reached_all = true;
  for (const CoverageRecord::Part& part : record.coverage->parts) {
    fmt::print("  {:<12} {:<20} {:>10} {:>9} {:>8.2f} %\n", one_line(part.family),
               one_line(part.bins) + (part.is_pair ? ", pairs" : ""), part.reachable, part.reached,
               part.reachable == 0 ? 100.0
                                   : 100.0 * static_cast<double>(part.reached) /
                                         static_cast<double>(part.reachable));
    reached_all = reached_all && part.reached == part.reachable;
  }
  fmt::print("level {}, seed {}, as the run counted them\n", record.level, record.seed);
  return reached_all ? kConforms : kDoesNotConform;
}

bool wants_bins(const CoverageOptions& options) {
  return options.missed || options.format != kTextFormat;
}

}  // namespace

int coverage(const CoverageOptions& options) {
  if (!options.certificate.empty() && !wants_bins(options)) {
    const CertificateRecord record = checked_certificate(options.certificate, "");
    if (record.coverage) {
      return print_recorded(record);
    }
    fmt::print(stderr,
               "vconform: the certificate does not record what was reached: its cases are "
               "looked at anew\n");
  }
  const auto [level, seed, subject] = planned_by(options);
  const std::size_t jobs = job_count(options.jobs);
  const std::vector<RowUnits> rows = units_by_row(level, subject);
  ProgressLine line;
  std::size_t done = 0;
  const std::vector<CellReport> reports = run_coverage(rows, subject, seed, jobs, [&] {
    ++done;
    line.show([&](double) { return fmt::format("{} of {} rows", done, rows.size()); });
  });
  line.clear();
  if (options.format == kJsonFormat) {
    fmt::print("{}", coverage_json(reports, {std::string(level.name), seed}));
  } else {
    fmt::print("{}level {}, seed {}\n", coverage_text(reports, options.missed), level.name, seed);
  }
  const Fraction all =
      fraction_of(reports, [](const CellReport&, const AxisReport&) { return true; });
  return all.reached == all.reachable ? kConforms : kDoesNotConform;
}

}  // namespace vconform::suites
