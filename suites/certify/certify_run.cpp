#include "suites/certify/certify_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "adapters/load/loadable.h"
#include "adapters/load_error.h"
#include "spec/case/version.h"
#include "spec/text/error.h"
#include "suites/coverage/counted/covered.h"
#include "suites/coverage/counted/unit_coverage.h"
#include "suites/diagnosis/diagnose_all.h"
#include "suites/files/exit_codes.h"
#include "suites/files/json.h"
#include "suites/files/one_line.h"
#include "suites/files/program.h"
#include "suites/files/terminal.h"
#include "suites/plan/forgiven.h"
#include "suites/plan/mixed_readings.h"
#include "suites/plan/plan_facts.h"
#include "suites/plan/probed_faults.h"
#include "suites/plan/progress.h"
#include "suites/probing/claims_digest.h"
#include "suites/probing/families.h"
#include "suites/probing/own_addressing.h"
#include "suites/processes/process_pool.h"
#include "suites/report/certificate.h"
#include "suites/shards/parts.h"
#include "suites/shards/readings_json.h"
#include "suites/summary/summary.h"

namespace vconform::suites {

namespace {

using BackendPointer = std::shared_ptr<adapters::Backend>;

std::vector<spec::Family> required_families(const CertifyOptions& options) {
  return options.required.empty() ? std::vector<spec::Family>() : families_named(options.required);
}

// A lowering has operations, which are no family of instructions.
std::vector<spec::Family> families_of_run(const CertifyOptions& options, const Subject& subject) {
  if (subject.operations.empty()) {
    return families_named(options.families);
  }
  if (!options.families.empty()) {
    throw spec::InputError("--family: a lowering has operations, and no family of instructions");
  }
  return {spec::Family::kOperation};
}

RunInfo info_of(const CertifyOptions& options, const adapters::Backend& backend,
                const Subject& subject, const ResolvedChoices& choices) {
  RunInfo info = info_about(backend);
  info.selected = options.backend.backend;
  info.on = options.backend.on;
  info.families = families_of_run(options, subject);
  info.required = required_families(options);
  info.claims = subject.claims;
  info.level = options.level;
  info.choices = choices;
  info.asked = options.backend.choices;
  info.seed = options.seed;
  info.time_limit = options.backend.time_limit;
  return info;
}

std::shared_ptr<const SigningKey> signing_key_of(const CertifyOptions& options) {
  return options.sign.empty() ? nullptr
                              : std::make_shared<SigningKey>(SigningKey::read(options.sign));
}

RunPart run_of(const CertifyOptions& options, const adapters::Backend& backend,
               const JudgedFiles& files) {
  RunPart run = run_on_this_machine();
  run.mode = options.backend.in_process ? "shared" : "copied";
  for (const adapters::Measure& measure : backend.measures()) {
    run.containment.push_back(adapters::in_words(measure));
  }
  run.jobs = job_count(options.jobs);
  run.library = files.digest();
  return run;
}

void add_incidents(const adapters::Incidents& incidents, RunPart& run) {
  run.restarts = incidents.restarts;
  run.unconfirmed_timeouts = incidents.unconfirmed_timeouts;
  run.outside_kills = incidents.outside_kills;
}

// Earlier results say nothing about what probing finds out now. A profile that cannot be read is
// refused before they are moved.
ResolvedChoices resolved_in(OutputFolder& folder, const BackendOptions& options,
                            const adapters::Backend& backend, const Subject& subject) {
  if (probes(options)) {
    folder.put_away(Results::kJudged);
    folder.put_away(Results::kProbed);
  }
  return resolve_choices(options, backend, subject);
}

// The backend, opened again, with its `description` at every opening.
Subject opened(const CertifyOptions& options, const adapters::Description& description,
               const ResolvedChoices& choices) {
  const BackendPointer backend = open_for_judging(options.backend, &description);
  Subject subject = judged_by(subject_of(backend, options.backend.in_process), choices);
  // As the plan was made: a departure from the page is reported under the first row claimed.
  subject.claims = claims_within(subject.claims, families_of_run(options, subject));
  return subject;
}

// Its claims are those of the families asked for.
Subject subject_of_run(const CertifyOptions& options, const BackendPointer& backend,
                       CertifyRun::Readings readings) {
  Subject subject = subject_of(backend);
  if (readings == CertifyRun::Readings::kGiven && subject.operations.empty() &&
      probes(options.backend)) {
    throw spec::InputError(fmt::format(
        "shards need one profile: make it with {} probe --backend B --out DIR, and give "
        "--profile probed:DIR/probe.json to all of them and to merge",
        program()));
  }
  const std::vector<spec::Family> families = families_of_run(options, subject);
  for (const spec::Family required : required_families(options)) {
    if (std::find(families.begin(), families.end(), required) == families.end()) {
      throw spec::InputError(fmt::format("--require {}: the family is not among those of --family",
                                         spec::name_of(required).name));
    }
  }
  subject.claims = claims_within(subject.claims, families);
  if (subject.operations.empty() &&
      std::ranges::none_of(spec::all_cells(), [&](const spec::Cell& cell) {
        return subject.claims(cell).has_value();
      })) {
    throw spec::InputError("backend '" + options.backend.backend +
                           "' claims no instruction of the families asked for: nothing to judge");
  }
  return subject;
}

CertifyRun::Work work_of(const CertifyOptions& options, const Level& level, const Subject& subject,
                         std::chrono::steady_clock::time_point started) {
  if (!options.budget && !options.budget_units) {
    return {make_plan(level, subject), std::nullopt, std::nullopt};
  }
  CertifyRun::Work work;
  work.whole = budget_plan(level, subject);
  work.units = work.whole->units;
  if (options.budget) {
    work.deadline = started + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                  std::chrono::duration<double>(*options.budget));
  } else if (*options.budget_units > work.units.size()) {
    throw spec::InputError(
        fmt::format("--budget-units {}: the plan has {} units: give at most that",
                    *options.budget_units, work.units.size()));
  } else {
    work.units.resize(*options.budget_units);
  }
  return work;
}

// These files are read after the backend was opened, and decide what passes; in the folder lie the
// journal and the verdict.
CertifyOptions with_files_out_of_reach(CertifyOptions options) {
  const std::vector<std::string>& allowed = options.backend.allow_write;
  expect_out_of_reach("--out", options.out, allowed);
  expect_out_of_reach("--waivers", options.waivers, allowed);
  expect_out_of_reach("--baseline", options.baseline, allowed);
  expect_out_of_reach("--sign", options.sign, allowed);
  expect_out_of_reach("--profile", probe_file_of(options.backend.profile), allowed);
  return options;
}

}  // namespace

CertifyRun::CertifyRun(const CertifyOptions& options, Readings readings)
    : options_(with_files_out_of_reach(options)),
      signing_key_(signing_key_of(options)),
      level_(level_named(options.level)),
      backend_(open_first(options.backend)),
      subject_(subject_of_run(options, backend_, readings)),
      // Waivers name the operations of a lowering.
      gate_({options.waivers, options.update_waivers, options.baseline, options.out}),
      files_(options.backend.backend, options.backend.on),
      record_(run_of(options, *backend_, files_)),
      // Bad input is known before the old results are moved.
      work_(work_of(options, level_, subject_, started_)),
      folder_(options.out),
      choices_(resolved_in(folder_, options.backend, *backend_, subject_)) {}

nlohmann::ordered_json CertifyRun::identity() const {
  return {{"vconform_version", spec::kProgramVersion},
          {"spec_version", spec::kSpecVersion},
          {"program", digest_of_this_program()},
          {"backend",
           {{"selected", options_.backend.backend},
            {"on", options_.backend.on},
            {"name", backend_->name()},
            {"version", backend_->version()},
            {"library", record_.library},
            {"claims", digest_of_claims(subject_.claims)}}},
          {"mode", record_.mode},
          {"level", level_.name},
          {"seed", options_.seed},
          {"time_limit", options_.backend.time_limit},
          {"memory_limit", options_.backend.memory_limit},
          {"profile", choices_.profile},
          {"choices", readings_json(choices_.pinned)},
          // A fault that the first of several starts saw is not to be forgotten by the others.
          {"probing", faults_in_short(choices_)},
          {"asked", options_.backend.choices},
          {"units", work_.units.size()},
          {"plan", plan_digest(level_, options_.seed, judged_by(subject_, choices_), work_.units)}};
}

UnitResults CertifyRun::run(const Wanted& wanted, UnitResults known, const UnitListener& finished) {
  const adapters::Description& description = backend_->description();
  const auto start = [&]() -> UnitRunner {
    return [subject = opened(options_, description, choices_), &description,
            seed = options_.seed](const Unit& unit) {
      return run_and_count(unit, judged_like(description, subject, unit.cell), seed);
    };
  };
  std::size_t left = 0;
  for (std::size_t i = 0; i < work_.units.size(); ++i) {
    left += wanted(i) && !known.contains(i) ? 1 : 0;
  }
  Progress progress(left);
  UnitResults results = run_in_waves(
      work_.units, wanted, std::move(known), job_count(options_.jobs), start,
      [&](std::size_t unit, const UnitResult& result) {
        files_.expect_unchanged();
        finished(unit, result);
        progress.finished(result);
      },
      work_.deadline);
  if (work_.deadline) {
    work_.units.resize(results.size());
  }
  return results;
}

// An instruction that hangs is left alone. Whatever goes wrong with the backend here, the verdict
// stands.
std::vector<Diagnosis> CertifyRun::diagnoses_of(const Certificate& certificate) const {
  std::vector<FailingRow> rows;
  for (const DeviationReport& report : certificate.deviations) {
    add_failing(report.cell, report.deviation, rows);
  }
  for (const DeviationReport& report : certificate.deviations) {
    if (ends_unit(report.deviation.verdict)) {
      std::erase_if(rows, [&](const FailingRow& row) { return row.cell == report.cell; });
    }
  }
  // The rows that the suite lays out for a mixed backend come last, judged by themselves.
  std::vector<FailingRow> own;
  std::vector<FailingRow> laid_out;
  std::ranges::partition_copy(rows, std::back_inserter(laid_out), std::back_inserter(own),
                              [&](const FailingRow& row) {
                                return std::ranges::find(certificate.info.laid_out, row.cell) !=
                                       certificate.info.laid_out.end();
                              });
  std::vector<Diagnosis> diagnoses;
  try {
    for (const std::vector<FailingRow>& part : {own, laid_out}) {
      if (part.empty()) {
        continue;
      }
      const auto start = [&] {
        return judged_like(backend_->description(),
                           opened(options_, backend_->description(), choices_), part.front().cell);
      };
      const std::vector<Diagnosis> made =
          diagnose_all(part, std::min(part.size(), job_count(options_.jobs)), start, options_.seed);
      diagnoses.insert(diagnoses.end(), made.begin(), made.end());
    }
    return diagnoses;
  } catch (const adapters::LoadError& error) {
    fmt::print(stderr, "vconform: no diagnosis: {}\n", one_line(error.what()));
    return {};
  }
}

void CertifyRun::close() {
  close_last(*backend_);
  files_.expect_same_content();
}

int CertifyRun::conclude(UnitResults by_unit) {
  if (by_unit.size() != work_.units.size()) {
    throw std::logic_error("a verdict was asked for before all units had a result");
  }
  std::vector<UnitResult> results;
  for (auto& [unit, result] : by_unit) {
    results.push_back(std::move(result));
  }
  adapters::Incidents of_probing = earlier_probing_;
  of_probing += choices_.of_earlier_probing;
  of_probing += probing();
  count_forgiven(work_.units, of_probing, results);
  judge_probing(work_.units, choices_, results);
  judge_mixed_readings(work_.units, results);
  RunInfo info = info_of(options_, *backend_, subject_, choices_);
  if (work_.whole) {
    const std::size_t begun = work_.units.size();
    info.budget = Budgeted{begun, work_.whole->units.size() - begun};
    info.not_judged = not_judged(*work_.whole, begun);
  }
  Certificate certificate = make_certificate(info, work_.units, results);
  certificate.coverage = covered_by(certificate.claimed(), work_.units, results);
  certificate.diagnoses = diagnoses_of(certificate);
  close();
  adapters::Incidents incidents = incidents_of(results);
  incidents += of_probing;
  add_incidents(incidents, record_);
  record_.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  certificate.run = record_;
  certificate.signing_key = signing_key_;
  gate_.waive(certificate);
  const Detail detail = options_.verbose ? Detail::kEverything : Detail::kShort;
  // Printed first, so that neither a failing disk nor a fault of ours can lose it.
  fmt::print("{}", options_.table ? deviation_table(certificate)
                                  : fitted(summary(certificate, folder_.name(), detail)));
  std::fflush(stdout);
  const GateReport report = gate_.judge(certificate, folder_.name());
  fmt::print("{}{}", gate_text(report), gate_.known_text(certificate, report));
  std::fflush(stdout);
  folder_.write(certificate, report);
  fmt::print("{}", gate_.update(certificate));
  if (signing_key_) {
    fmt::print("signed by {}\n", signing_key_->fingerprint());
  }
  return gate_.passes(certificate, report) ? kConforms : kDoesNotConform;
}

}  // namespace vconform::suites
