#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

#include "adapters/abi/checked_table.h"
#include "spec/text/error.h"
#include "spec/text/quoted.h"
#include "suites/coverage/counted/covered.h"
#include "suites/coverage/counted/unit_coverage.h"
#include "suites/files/exit_codes.h"
#include "suites/files/terminal.h"
#include "suites/judging/level.h"
#include "suites/judging/subject.h"
#include "suites/output/earlier_verdict.h"
#include "suites/output/output_folder.h"
#include "suites/plan/jobs.h"
#include "suites/plan/mixed_readings.h"
#include "suites/plan/plan_facts.h"
#include "suites/plan/progress.h"
#include "suites/probing/families.h"
#include "suites/probing/resolve_choices.h"
#include "suites/processes/process_pool.h"
#include "suites/report/certificate.h"
#include "suites/report/gate_report.h"
#include "suites/shards/parts.h"
#include "suites/summary/summary.h"
#include "suites/vectors/collection.h"
#include "suites/vectors/manifest.h"
#include "suites/vectors/returned.h"
#include "suites/vectors/supplied_backend.h"
#include "suites/vectors/vectors.h"

namespace vconform::suites {

namespace {

// Each process judges units by what is in the memory of all.
std::vector<UnitResult> judge(const std::vector<Unit>& plan, const Subject& subject,
                              std::uint64_t seed, std::size_t jobs) {
  const auto start = [&]() -> UnitRunner {
    return [subject, seed](const Unit& unit) { return run_and_count(unit, subject, seed); };
  };
  Progress progress(plan.size());
  return run_in_processes(
      plan, jobs, start, [&](std::size_t, const UnitResult& result) { progress.finished(result); });
}

RunInfo info_of(const VectorsVerifyOptions& options, const VectorsPlan& plan,
                const adapters::Backend& backend, const Subject& subject,
                const ResolvedChoices& choices, const Supplied& supplied) {
  RunInfo info = info_about(backend);
  info.selected = "supplied as files";
  info.families = families_named(plan.families);
  info.claims = subject.claims;
  info.level = plan.level;
  info.choices = choices;
  info.asked = options.readings.choices;
  info.seed = plan.seed;
  info.supplied = supplied;
  return info;
}

ResolvedChoices resolved_in(OutputFolder& folder, const BackendOptions& options,
                            const adapters::Backend& backend, const Subject& subject) {
  folder.put_away(Results::kJudged);
  if (probes(options)) {
    folder.put_away(Results::kProbed);
  }
  return resolve_choices(options, backend, subject);
}

int verify(const VectorsVerifyOptions& options) {
  const auto started = std::chrono::steady_clock::now();
  const auto signing_key =
      options.sign.empty() ? nullptr : std::make_shared<SigningKey>(SigningKey::read(options.sign));
  const Manifest manifest = read_manifest(options.folder);
  const VectorsPlan& plan = manifest.plan;
  const Collection collection(plan);
  check_inputs(options.folder, manifest, collection);
  const Returned returned(options.folder, collection);
  const auto backend = std::make_shared<SuppliedBackend>(options.name, collection, returned);
  Subject subject = subject_of(backend);
  subject.is_missing = [backend](const spec::Case& program) { return backend->lacks(program); };
  // Rows without an exported unit count as not claimed.
  subject.claims = [claims = claims_within(subject.claims, families_named(plan.families)),
                    &collection](const spec::Cell& cell) {
    const std::vector<Unit>& units = collection.units();
    const bool is_here = std::ranges::find(units, cell, &Unit::cell) != units.end();
    return is_here ? claims(cell) : std::nullopt;
  };
  OutputFolder folder(options.out);
  const ResolvedChoices choices = resolved_in(folder, options.readings, *backend, subject);
  const std::size_t planned = supplied_plan(make_plan(level_named(plan.level), subject)).size();
  const Supplied supplied{collection.units().size(), planned - collection.units().size(),
                          collection.programs(), returned.count()};
  std::vector<UnitResult> results =
      judge(collection.units(), judged_by(subject, choices), plan.seed, job_count(options.jobs));
  judge_mixed_readings(collection.units(), results);
  Certificate certificate = make_certificate(
      info_of(options, plan, *backend, subject, choices, supplied), collection.units(), results);
  certificate.coverage = covered_by(certificate.claimed(), collection.units(), results);
  certificate.run = run_on_this_machine();
  certificate.run.mode = kSuppliedMode;
  certificate.run.jobs = job_count(options.jobs);
  certificate.run.library = returned.digest();
  certificate.run.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  certificate.signing_key = signing_key;
  fmt::print(
      "{}results were supplied as files: {} of {} programs came back{}\n",
      fitted(summary(certificate, folder.name())), supplied.returned, supplied.programs,
      supplied.returned < supplied.programs ? "; next: run the others and verify again" : "");
  std::fflush(stdout);
  folder.write(certificate, GateReport());
  if (signing_key) {
    fmt::print("signed by {}\n", signing_key->fingerprint());
  }
  return certificate.passes() && supplied.returned == supplied.programs ? kConforms
                                                                        : kDoesNotConform;
}

}  // namespace

void check_supplied_name(const std::string& name) {
  if (!adapters::fits_a_name(name)) {
    throw spec::InputError(
        fmt::format("{} is no name for a certificate: use at most {} characters of printable ASCII",
                    spec::quoted(name), adapters::kMostNameCharacters));
  }
}

int verify_vectors(const VectorsVerifyOptions& options) {
  expect_apart({options.folder}, options.out);
  return with_earlier_verdict_aside(options.out, [&] { return verify(options); });
}

}  // namespace vconform::suites
