#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "spec/error.h"
#include "suites/gate/gate.h"
#include "suites/report/certificate.h"
#include "suites/report/output_folder.h"
#include "suites/report/summary.h"
#include "suites/runner/commands.h"
#include "suites/runner/families.h"
#include "suites/runner/forgiven.h"
#include "suites/runner/level.h"
#include "suites/runner/progress.h"
#include "suites/runner/resolve_choices.h"
#include "suites/runner/subject.h"
#include "suites/runner/waves.h"

namespace vconform::suites {

namespace {

using BackendPointer = std::shared_ptr<adapters::Backend>;

std::vector<spec::Family> required_families(const CertifyOptions& options) {
  return options.required.empty() ? std::vector<spec::Family>() : families_named(options.required);
}

RunInfo info_of(const CertifyOptions& options, const adapters::Backend& backend,
                const Subject& subject, const ResolvedChoices& choices) {
  RunInfo info;
  info.selected = options.backend.backend;
  info.backend_name = backend.name();
  info.backend_version = backend.version();
  info.addressing_judged = backend.judges_addressing();
  info.checks_arguments = backend.declares_argument_checking();
  info.families = families_named(options.families);
  info.required = required_families(options);
  info.lowered = lowered_by_suite(backend);
  info.claims = subject.claims;
  info.level = options.level;
  info.choices = choices;
  info.asked = options.backend.choices;
  info.seed = options.seed;
  info.time_limit = options.backend.time_limit;
  return info;
}

// `description` is the backend's, for all its openings.
std::vector<UnitResult> run_plan(const std::vector<Unit>& plan, const CertifyOptions& options,
                                 const adapters::Description& description,
                                 const ResolvedChoices& choices) {
  const std::size_t jobs =
      options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  const auto start = [&]() -> UnitRunner {
    // Each process has a backend of its own.
    const BackendPointer backend = open_for_judging(options.backend, &description);
    const Subject subject = judged_by(subject_of(backend), choices);
    return
        [subject, seed = options.seed](const Unit& unit) { return run_unit(unit, subject, seed); };
  };
  Progress progress(plan.size());
  return run_in_waves(plan, jobs, start,
                      [&](const UnitResult& result) { progress.finished(result); });
}

}  // namespace

int certify(const CertifyOptions& options) {
  const auto started = std::chrono::steady_clock::now();
  const Level& level = level_named(options.level);
  const std::vector<spec::Family> families = families_named(options.families);
  for (const spec::Family required : required_families(options)) {
    if (std::find(families.begin(), families.end(), required) == families.end()) {
      throw spec::InputError(fmt::format("--require {}: the family is not among those of --family",
                                         spec::name_of(required).name));
    }
  }
  const Gate gate({options.waivers, options.update_waivers, options.baseline, options.out});
  const BackendPointer backend = open_for_judging(options.backend);
  Subject subject = subject_of(backend);
  subject.claims = claims_within(subject.claims, families);
  const ResolvedChoices choices = resolve_choices(options.backend, *backend, subject);
  OutputFolder folder(options.out);
  const std::vector<Unit> plan = make_plan(level, subject);
  if (plan.empty()) {
    throw spec::InputError("backend '" + options.backend.backend +
                           "' claims no instruction of the families asked for: nothing to judge");
  }
  std::vector<UnitResult> results = run_plan(plan, options, backend->description(), choices);
  count_forgiven(plan, results);
  Certificate certificate =
      make_certificate(info_of(options, *backend, subject, choices), plan, results);
  certificate.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  gate.waive(certificate);
  const GateReport report = gate.judge(certificate, folder.name());
  folder.write(certificate, report);
  fmt::print("{}",
             options.table ? deviation_table(certificate) : summary(certificate, folder.name()));
  fmt::print("{}{}{}", gate_text(report), gate.known_text(certificate, report),
             gate.update(certificate));
  return gate.passes(certificate, report) ? kConforms : kDoesNotConform;
}

}  // namespace vconform::suites
