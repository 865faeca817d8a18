#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <stdexcept>
#include <thread>

#include "adapters/load/loadable.h"
#include "adapters/load_error.h"
#include "spec/text/error.h"
#include "suites/commands/commands.h"
#include "suites/coverage/counted/covered.h"
#include "suites/coverage/counted/unit_coverage.h"
#include "suites/diagnosis/diagnose_all.h"
#include "suites/files/digest.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/gate/gate.h"
#include "suites/judging/level.h"
#include "suites/judging/subject.h"
#include "suites/output/earlier_verdict.h"
#include "suites/output/output_folder.h"
#include "suites/plan/budget_plan.h"
#include "suites/plan/forgiven.h"
#include "suites/plan/plan_facts.h"
#include "suites/plan/progress.h"
#include "suites/plan/waves.h"
#include "suites/probing/families.h"
#include "suites/probing/own_addressing.h"
#include "suites/probing/resolve_choices.h"
#include "suites/report/certificate.h"
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

std::size_t jobs_of(const CertifyOptions& options) {
  return options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
}

std::shared_ptr<const SigningKey> signing_key_of(const CertifyOptions& options) {
  return options.sign.empty() ? nullptr
                              : std::make_shared<SigningKey>(SigningKey::read(options.sign));
}

std::string digest_of_backend_file(const std::string& selected) {
  return sha256_of_file(adapters::judged_file(selected));
}

RunPart run_of(const CertifyOptions& options, const adapters::Backend& backend) {
  RunPart run = run_on_this_machine();
  run.mode = options.backend.in_process ? "shared" : "copied";
  for (const adapters::Measure& measure : backend.measures()) {
    run.containment.push_back(adapters::in_words(measure));
  }
  run.jobs = jobs_of(options);
  run.library = digest_of_backend_file(options.backend.backend);
  return run;
}

// Fills in the part of the record that is known only after the run.
void complete(RunPart& run, const std::vector<UnitResult>& results, const adapters::Backend& probed,
              const CertifyOptions& options) {
  adapters::Incidents incidents = incidents_of(results);
  incidents += probed.incidents();
  run.restarts = incidents.restarts;
  run.unconfirmed_timeouts = incidents.unconfirmed_timeouts;
  run.outside_kills = incidents.outside_kills;
  if (digest_of_backend_file(options.backend.backend) != run.library) {
    throw std::runtime_error("the library of backend '" + options.backend.backend +
                             "' was changed while it was judged: run again");
  }
}

// Moves the earlier results in the folder away, as they say nothing about this run. A profile that
// cannot be read is refused before that.
ResolvedChoices resolved_in(OutputFolder& folder, const BackendOptions& options,
                            const adapters::Backend& backend, const Subject& subject) {
  if (probes(options)) {
    folder.put_away(Results::kJudged);
    folder.put_away(Results::kProbed);
  }
  ResolvedChoices choices = resolve_choices(options, backend, subject);
  folder.put_away(Results::kJudged);
  return choices;
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

// The plan, and how much of it is to be run.
struct Work {
  std::vector<Unit> units;
  // The whole of it, if the run may end early.
  std::optional<BudgetPlan> whole;
  Deadline deadline;
};

Work work_of(const CertifyOptions& options, const Level& level, const Subject& subject,
             std::chrono::steady_clock::time_point started) {
  if (!options.budget && !options.budget_units) {
    return {make_plan(level, subject), std::nullopt, std::nullopt};
  }
  Work work;
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

// Each process has its own backend. Cuts the work to the units that were begun in time.
std::vector<UnitResult> run(Work& work, const CertifyOptions& options,
                            const adapters::Description& description,
                            const ResolvedChoices& choices) {
  const auto start = [&]() -> UnitRunner {
    return [subject = opened(options, description, choices), &description,
            seed = options.seed](const Unit& unit) {
      return run_and_count(unit, judged_like(description, subject, unit.cell), seed);
    };
  };
  Progress progress(work.units.size());
  std::vector<UnitResult> results = run_in_waves(
      work.units, jobs_of(options), start,
      [&](const UnitResult& result) { progress.finished(result); }, work.deadline);
  work.units.resize(results.size());
  return results;
}

// An instruction that hangs is left alone. Whatever goes wrong with the backend here, the verdict
// stands.
std::vector<Diagnosis> diagnoses_of(const Certificate& certificate, const CertifyOptions& options,
                                    const adapters::Description& description) {
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
        return judged_like(description, opened(options, description, certificate.info.choices),
                           part.front().cell);
      };
      const std::vector<Diagnosis> made =
          diagnose_all(part, std::min(part.size(), jobs_of(options)), start, options.seed);
      diagnoses.insert(diagnoses.end(), made.begin(), made.end());
    }
    return diagnoses;
  } catch (const adapters::LoadError& error) {
    fmt::print(stderr, "vconform: no diagnosis: {}\n", one_line(error.what()));
    return {};
  }
}

}  // namespace

int certify(const CertifyOptions& options) {
  const auto started = std::chrono::steady_clock::now();
  const std::shared_ptr<const SigningKey> signing_key = signing_key_of(options);
  const Level& level = level_named(options.level);
  const EarlierVerdict earlier(options.out);
  const BackendPointer backend = open_first(options.backend);
  Subject subject = subject_of(backend);
  const std::vector<spec::Family> families = families_of_run(options, subject);
  for (const spec::Family required : required_families(options)) {
    if (std::find(families.begin(), families.end(), required) == families.end()) {
      throw spec::InputError(fmt::format("--require {}: the family is not among those of --family",
                                         spec::name_of(required).name));
    }
  }
  // Waivers name the operations of a lowering.
  const Gate gate({options.waivers, options.update_waivers, options.baseline, options.out});
  subject.claims = claims_within(subject.claims, families);
  RunPart record = run_of(options, *backend);
  if (subject.operations.empty() &&
      std::ranges::none_of(spec::all_cells(), [&](const spec::Cell& cell) {
        return subject.claims(cell).has_value();
      })) {
    throw spec::InputError("backend '" + options.backend.backend +
                           "' claims no instruction of the families asked for: nothing to judge");
  }
  // Bad input is known before the old results are moved; while the plan is made they are set aside.
  Work work = work_of(options, level, subject, started);
  OutputFolder folder(options.out);
  const ResolvedChoices choices = resolved_in(folder, options.backend, *backend, subject);
  std::vector<UnitResult> results = run(work, options, backend->description(), choices);
  count_forgiven(work.units, backend->incidents(), results);
  RunInfo info = info_of(options, *backend, subject, choices);
  if (work.whole) {
    const std::size_t begun = work.units.size();
    info.budget = Budgeted{begun, work.whole->units.size() - begun};
    info.not_judged = not_judged(*work.whole, begun);
  }
  Certificate certificate = make_certificate(info, work.units, results);
  certificate.coverage = covered_by(certificate.claimed(), work.units, results);
  certificate.diagnoses = diagnoses_of(certificate, options, backend->description());
  close_last(*backend);
  complete(record, results, *backend, options);
  record.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  certificate.run = std::move(record);
  certificate.signing_key = signing_key;
  gate.waive(certificate);
  const GateReport report = gate.judge(certificate, folder.name());
  const Detail detail = options.verbose ? Detail::kEverything : Detail::kShort;
  // Printed first, so that no failing disk can lose it.
  fmt::print(
      "{}{}{}",
      options.table ? deviation_table(certificate) : summary(certificate, folder.name(), detail),
      gate_text(report), gate.known_text(certificate, report));
  std::fflush(stdout);
  folder.write(certificate, report);
  fmt::print("{}", gate.update(certificate));
  if (signing_key) {
    fmt::print("signed by {}\n", signing_key->fingerprint());
  }
  return gate.passes(certificate, report) ? kConforms : kDoesNotConform;
}

}  // namespace vconform::suites
