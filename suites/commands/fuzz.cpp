#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "adapters/load/loadable.h"
#include "oracle/judge/judge.h"
#include "spec/text/error.h"
#include "suites/commands/commands.h"
#include "suites/files/exit_codes.h"
#include "suites/files/scratch_folder.h"
#include "suites/files/written_file.h"
#include "suites/findings/open_in_worker.h"
#include "suites/fuzzing/fuzz_run.h"
#include "suites/fuzzing/regressions.h"
#include "suites/fuzzing/summary.h"
#include "suites/fuzzing/targets/slow_calls.h"
#include "suites/judging/departure.h"
#include "suites/judging/executed_on.h"
#include "suites/judging/subject.h"
#include "suites/output/output_folder.h"
#include "suites/plan/probed_faults.h"
#include "suites/probing/resolve_choices.h"
#include "suites/processes/process_pool.h"
#include "suites/shards/judged_files.h"
#include "suites/shards/parts.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kTargetsVariable = "VCONFORM_FUZZ_TARGETS";

fs::path targets_folder() {
  const char* folder = std::getenv(kTargetsVariable);
  if (folder == nullptr || *folder == '\0') {
    throw spec::InputError(fmt::format(
        "the fuzz targets are not known: call ./vconform fuzz in a checkout, which builds them, or "
        "name their folder in {}",
        kTargetsVariable));
  }
  return folder;
}

// A lowering has operations alone, and no other backend has any: that goes without saying, unless a
// family was named.
bool goes_without_saying(const FuzzedFamily& family, const FuzzOptions& options,
                         const adapters::Backend& backend) {
  const bool is_of_operations = family.family == spec::Family::kOperation;
  return options.families.empty() && is_of_operations == backend.operations().empty();
}

std::vector<FuzzedFamily> claimed_of(const std::vector<FuzzedFamily>& families,
                                     const FuzzOptions& options, const adapters::Backend& backend,
                                     const Claims& claims) {
  std::vector<FuzzedFamily> claimed;
  for (const FuzzedFamily& family : families) {
    if (!cells_of(family, claims).empty()) {
      claimed.push_back(family);
    } else if (!goes_without_saying(family, options, backend)) {
      fmt::print("{}: left out, backend '{}' claims no instruction of it\n", family.name,
                 options.backend.backend);
    }
  }
  if (claimed.empty()) {
    throw spec::InputError("backend '" + options.backend.backend +
                           "' claims no instruction of the families asked for: nothing to fuzz");
  }
  return claimed;
}

// Makes the folders now, so that one that is not writable is known before the run.
fs::path prepared_corpus(const FuzzOptions& options, const std::vector<FuzzTarget>& targets,
                         const fs::path& scratch) {
  const fs::path corpus = options.corpus.empty() ? scratch / "corpus" : fs::path(options.corpus);
  for (const FuzzTarget& target : targets) {
    make_folder(corpus / target.name, "name another folder with --corpus");
  }
  return fs::absolute(corpus);
}

RunInfo info_of(const FuzzOptions& options, const ResolvedChoices& choices) {
  RunInfo info;
  info.selected = options.backend.backend;
  info.on = options.backend.on;
  info.choices = choices;
  info.asked = options.backend.choices;
  info.seed = options.seed;
  info.time_limit = options.backend.time_limit;
  return info;
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// After this many slow cases the rules not yet probed stay open: a backend that hangs for each rule
// would take minutes.
constexpr int kMostSlowCases = 2;

// Opens the backend anew in a worker of a child process, sharing nothing with this one.
OpenSubject opener_of(const FuzzOptions& options, double wall_limit,
                      const ResolvedChoices& choices) {
  return [backend = options.backend, wall_limit, choices] {
    return judged_by(subject_of(open_in_worker(backend, wall_limit)), choices);
  };
}

struct Resolved {
  ResolvedChoices choices;
  // The trouble met while probing.
  std::vector<std::string> problems;
};

// A probe file may be of no more than what is fuzzed.
Resolved resolved_choices(const FuzzOptions& options, const adapters::Backend& backend,
                          const Subject& open, const std::vector<FuzzedFamily>& fuzzed) {
  const auto third =
      std::chrono::round<Clock::duration>(std::chrono::duration<double>(options.seconds / 3));
  SlowCalls slow(options.backend.time_limit, kMostSlowCases, Clock::now() + third);
  Subject hasty = open;
  hasty.execute = slow.counted(open.execute);
  std::vector<spec::Cell> cells;
  for (const FuzzedFamily& family : fuzzed) {
    std::ranges::copy(cells_of(family, open.claims), std::back_inserter(cells));
  }
  const bool is_known = is_probed_file(options.backend.profile);
  Resolved resolved{resolve_choices(options.backend, backend, hasty,
                                    is_known ? cells : std::vector<spec::Cell>()),
                    {}};
  if (slow.count() > 0) {
    resolved.problems.push_back(
        fmt::format("while it was probed, the backend took {} s or longer for {}",
                    options.backend.time_limit, slow.count() == 1 ? "a case" : "several cases"));
  } else if (!cells.empty()) {
    resolved.problems = faults_of_probing(resolved.choices, backend.incidents(), cells);
  }
  return resolved;
}

FuzzPlan plan_of(const FuzzOptions& options, const fs::path& scratch, double wall_limit) {
  FuzzPlan plan;
  plan.scratch = scratch;
  plan.seeds = options.seeds;
  plan.backend = options.backend.backend;
  plan.on = options.backend.on;
  plan.profile = options.backend.profile;
  plan.choices = options.backend.choices;
  plan.time_limit = options.backend.time_limit;
  plan.wall_limit = wall_limit;
  plan.seed = options.seed;
  plan.jobs = job_count(options.jobs);
  return plan;
}

// Whether the rule is about something that is fuzzed.
bool concerns_any(const spec::Rule& rule, const std::vector<FuzzedFamily>& fuzzed) {
  const std::span<const spec::Family> families = rule.concerns.families;
  return std::any_of(fuzzed.begin(), fuzzed.end(), [&](const FuzzedFamily& one) {
    return !one.family ||
           std::find(families.begin(), families.end(), *one.family) != families.end();
  });
}

// Trouble met while probing, and readings that a page contradicts.
void note_readings(const std::vector<std::string>& problems, const ResolvedChoices& choices,
                   const std::vector<FuzzedFamily>& asked, FuzzResult& result) {
  std::ranges::copy(problems, std::back_inserter(result.problems));
  for (const spec::Choice& departing : departing_of(choices)) {
    if (concerns_any(spec::rule_of(departing.rule), asked)) {
      result.problems.push_back(departure_line(departing));
    }
  }
}

// Opens the backend once more: its targets, which open it too, fuzz fewer instructions if it claims
// less than at first. One with findings or problems is red already, and may hang here.
void note_changed_claims(adapters::Backend& backend, const Findings& findings, FuzzResult& result) {
  if (!result.problems.empty() || !findings.files().empty() || result.was_stopped) {
    return;
  }
  backend.renew();
  const spec::Outcome outcome = backend.execute({}, {});
  if (outcome.status == spec::OutcomeStatus::kChangedClaims) {
    result.problems.push_back(
        fmt::format("{}  {}", oracle::name_of(oracle::Verdict::kChangedClaims), outcome.message));
  }
}

// Targets open the backend anew from time to time.
void note_changed_files(const JudgedFiles& files, FuzzResult& result) {
  try {
    files.expect_unchanged();
  } catch (const std::runtime_error& error) {
    result.problems.emplace_back(error.what());
  }
}

// The targets judge by what was probed, and by what the profile pins although nothing was probed.
void judge_as_probed(const adapters::Backend& backend, const ResolvedChoices& choices,
                     OutputFolder& out, FuzzPlan& plan) {
  out.write(
      {plan.backend, backend.name(), backend.version(), choices.probed, plan.on, choices.claims});
  plan.profile = "probed:" + (fs::absolute(out.name()) / "probe.json").string();
  for (const spec::Choice& choice : choices.pinned.all()) {
    if (choices.origins[choice.rule] == ChoiceOrigin::kProfile) {
      plan.choices.push_back(spec::choice_text(choice));
    }
  }
}

}  // namespace

int fuzz(const FuzzOptions& options) {
  if (!options.keep.empty()) {
    keep_cases(options.keep, options.regressions);
    return kConforms;
  }
  if (adapters::is_command(options.backend.backend)) {
    throw spec::InputError(
        "--backend exec: fuzz targets load a backend, and a program is none that can be loaded; "
        "use "
        "certify or replay");
  }
  check_executed_on(options.backend);
  for (const auto& [option, path] : {std::pair("--out", options.out),
                                     {"--corpus", options.corpus},
                                     {"--regressions", options.regressions}}) {
    expect_out_of_reach(option, path, options.backend.allow_write);
  }
  const Clock::time_point begin = Clock::now();
  const std::vector<FuzzedFamily> asked = fuzzed_families_named(options.families);
  const fs::path targets = targets_folder();
  built_targets(targets, asked, options.seeds);
  const double wall_limit = wall_limit_of(options.seconds, options.backend.time_limit, kWallPerCpu);
  const JudgedFiles files(options.backend.backend, options.backend.on);
  const std::shared_ptr<adapters::Backend> backend = open_in_worker(options.backend, wall_limit);
  const Subject open = subject_of(backend);
  const ScratchFolder scratch("vconform-fuzz");
  FuzzPlan plan = plan_of(options, scratch.path(), wall_limit);
  plan.targets =
      built_targets(targets, claimed_of(asked, options, *backend, open.claims), options.seeds);
  plan.corpus = prepared_corpus(options, plan.targets, scratch.path());
  OutputFolder out(options.out);
  const auto [choices, problems] = resolved_choices(options, *backend, open, asked);
  plan.profile = choices.profile;
  if (was_probed(choices)) {
    judge_as_probed(*backend, choices, out, plan);
  }
  const OpenSubject opener = opener_of(options, wall_limit, choices);
  Findings findings(
      {plan.scratch, options.out, plan.targets.size(), opener, info_of(options, choices)});
  KnownCases known;
  if (!options.regressions.empty()) {
    const auto half =
        std::chrono::round<Clock::duration>(std::chrono::duration<double>(options.seconds / 2));
    known = run_known_cases(options.regressions, opener, findings, Clock::now() + half);
  }
  fmt::print("fuzzing {} {} for {} s, seed {}\n{}", backend->name(), backend->version(),
             options.seconds, plan.seed, weakenings_text(choices));
  std::fflush(stdout);
  plan.times = times_of(options.seconds, seconds_since(begin));
  FuzzResult result = run_fuzzers(plan, findings);
  note_readings(problems, choices, asked, result);
  note_changed_claims(*backend, findings, result);
  note_changed_files(files, result);
  return summarise(result, findings, known, options.out);
}

}  // namespace vconform::suites
