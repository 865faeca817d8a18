#include <fmt/format.h>

#include <algorithm>

#include "spec/text/error.h"
#include "suites/commands/checked_certificate.h"
#include "suites/commands/commands.h"
#include "suites/files/digest.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/signature.h"
#include "suites/gate/recorded_waivers.h"
#include "suites/report/certificate.h"
#include "suites/report/certificate_check.h"
#include "suites/report/certificate_plan.h"
#include "suites/report/certificate_reader.h"
#include "suites/report/certificate_rules.h"
#include "suites/report/operation_exclusions.h"

namespace vconform::suites {

namespace {

void check_signature(const CertificateRecord& record, const PublicKey& key,
                     const std::string& file) {
  if (!record.run || record.run->fingerprint.empty()) {
    throw spec::InputError(fmt::format("it is not signed, so not by key {}", in_quotes(file)));
  }
  const RunRecord& run = *record.run;
  if (run.fingerprint != key.fingerprint()) {
    throw spec::InputError(fmt::format("it is signed by {}, and key {} is {}",
                                       one_line(run.fingerprint), in_quotes(file),
                                       key.fingerprint()));
  }
  if (!key.verifies(signed_text(run.digest), run.signature)) {
    throw spec::InputError(
        fmt::format("its signature is not one of key {}: it was edited, or the "
                    "signature is that of something else",
                    in_quotes(file)));
  }
}

// A sentence on whether the certificate is as it was written.
std::string soundness(const CertificateRecord& record, bool is_checked) {
  if (is_checked) {
    return fmt::format("consistent, and unedited since {} signed it", record.run->fingerprint);
  }
  return record.run && !record.run->fingerprint.empty()
             ? fmt::format(
                   "consistent; signed by {}, which was not checked: name its public key "
                   "with --key",
                   one_line(record.run->fingerprint))
             : "consistent; it is not signed, so nothing shows that it is unedited";
}

void print_run(const CertificateRecord& record) {
  if (!record.plan || !record.run) {
    fmt::print(
        "format {} lacks what follows:\n"
        "units and plan: not recorded, so its cases were not held against the plan\n"
        "stride bits, order of overlapping operands, thread safety and permissive choices of "
        "the backend: not recorded\n"
        "run (library, machine, restarts, time-outs that were not confirmed, kills from "
        "outside): not recorded\n",
        record.format_version);
    return;
  }
  const RunPart& run = record.run->part;
  fmt::print("{} units, as planned\n", record.plan->units.size());
  std::uint64_t reached = 0;
  std::uint64_t reachable = 0;
  const CoverageRecord coverage = record.coverage.value_or(CoverageRecord{});
  for (const CoverageRecord::Part& part : coverage.parts) {
    reached += part.reached;
    reachable += part.reachable;
  }
  fmt::print("{}", record.coverage
                       ? fmt::format("{} of {} classes of values, addresses and registers met\n",
                                     reached, reachable)
                       : "classes of values, addresses and registers: not recorded\n");
  fmt::print(
      "library {}; {} restarts, {} time-outs that were not confirmed, {} kills from outside\n",
      run.library.empty() ? "not recorded" : one_line(run.library), run.restarts,
      run.unconfirmed_timeouts, run.outside_kills);
}

}  // namespace

CertificateRecord checked_certificate(const std::string& file, const std::string& key_file) {
  const CertificateRecord record = read_certificate(file);
  const std::optional<PublicKey> key =
      key_file.empty() ? std::nullopt : std::optional(PublicKey::read(key_file));
  try {
    if (key) {
      check_signature(record, *key, key_file);
    }
    check_rules_of(record);
    check_plan_of(record);
    check_waived(record);
  } catch (const spec::InputError& error) {
    throw spec::InputError(fmt::format("certificate {}: {}", in_quotes(file), error.what()));
  }
  return record;
}

int verify_certificate(const VerifyCertificateOptions& options) {
  const CertificateRecord record = checked_certificate(options.file, options.key);
  fmt::print("{}: {}\n", one_line(options.file), soundness(record, !options.key.empty()));
  fmt::print("of spec version {}, level {}, seed {}\n", record.spec_version, record.level,
             record.seed);
  print_run(record);
  const std::vector<std::string> of_table = exclusions_of(record.operations);
  for (const std::string& weakening : record.weakenings) {
    if (std::ranges::find(of_table, weakening) != of_table.end()) {
      fmt::print("declared by its table: {}\n", one_line(weakening));
      continue;
    }
    fmt::print("{}", weakening_line(weakening));
  }
  fmt::print("{}{}: {} ({})\n", one_line(record.backend_name),
             record.on.empty() ? "" : " on " + one_line(record.on), record.verdict,
             record.headline);
  return standing_of(record).passes() ? kConforms : kDoesNotConform;
}

}  // namespace vconform::suites
