#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "spec/error.h"
#include "suites/fuzzing/fuzz_run.h"
#include "suites/fuzzing/regressions.h"
#include "suites/report/output_folder.h"
#include "suites/report/program.h"
#include "suites/report/written_file.h"
#include "suites/runner/commands.h"
#include "suites/runner/resolve_choices.h"
#include "suites/runner/subject.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

constexpr const char* kTargetsVariable = "VCONFORM_FUZZ_TARGETS";

// A folder that is gone when the run is over.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "vconform-fuzz-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw spec::InputError(
          fmt::format("cannot make a folder '{}': name a place for it with TMPDIR", name));
    }
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

fs::path targets_folder() {
  const char* folder = std::getenv(kTargetsVariable);
  if (folder == nullptr || *folder == '\0') {
    throw spec::InputError(fmt::format(
        "the fuzz targets are not known: call ./vconform fuzz, which builds them, or name their "
        "folder in {}",
        kTargetsVariable));
  }
  return folder;
}

std::vector<FuzzedFamily> claimed_of(const std::vector<FuzzedFamily>& families,
                                     const FuzzOptions& options, const Claims& claims) {
  std::vector<FuzzedFamily> claimed;
  for (const FuzzedFamily& family : families) {
    if (is_claimed(family, claims)) {
      claimed.push_back(family);
    } else {
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

// So that they are known to be writable before the run.
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
  info.choices = choices;
  info.asked = options.backend.choices;
  info.seed = options.seed;
  info.time_limit = options.backend.time_limit;
  return info;
}

// What ran nothing, or compared nothing, has shown nothing.
std::vector<std::string> idle_families(const FuzzResult& result) {
  std::vector<std::string> lines;
  std::uint64_t compared = 0;
  for (const FamilyFigures& family : result.families) {
    compared += family.compared;
    const std::string_view lacks = family.inputs == 0     ? "no input was run"
                                   : family.compared == 0 ? "no input reached a comparison"
                                                          : "";
    if (!lacks.empty() && !result.was_stopped) {
      lines.push_back(fmt::format("{}: {}", family.name, lacks));
    }
  }
  if (compared == 0 && lines.empty()) {
    lines.emplace_back("no input reached a comparison");
  }
  return lines;
}

int summarise(const FuzzResult& result, const Findings& findings, const KnownCases& known,
              const std::string& out) {
  fmt::print("{}", figures_table(result.families));
  const std::vector<std::string> idle = idle_families(result);
  for (const std::string& line : idle) {
    fmt::print("{}\n", line);
  }
  const std::size_t count = findings.files().size();
  const std::string_view ended = result.was_stopped ? ", stopped by a signal" : "";
  if (count > 0) {
    fmt::print(
        "\n{} finding{} in {:.0f} s{}, in {}/failures; to keep one: {} fuzz --keep {} "
        "--regressions DIR\n",
        count, count == 1 ? "" : "s", result.seconds, ended, out, program(),
        findings.files().front());
  } else {
    fmt::print("\nnothing {}found in {:.0f} s{}\n", known.failing > 0 ? "new " : "", result.seconds,
               ended);
  }
  return count == 0 && known.failing == 0 && result.problems.empty() && idle.empty()
             ? kConforms
             : kDoesNotConform;
}

}  // namespace

int fuzz(const FuzzOptions& options) {
  if (!options.keep.empty()) {
    keep_cases(options.keep, options.regressions);
    return kConforms;
  }
  FuzzPlan plan;
  const std::vector<FuzzedFamily> asked = fuzzed_families_named(options.families);
  const fs::path targets = targets_folder();
  built_targets(targets, asked, options.seeds);
  const std::shared_ptr<adapters::Backend> backend = open_for_judging(options.backend);
  const Subject open = subject_of(backend);
  plan.targets = built_targets(targets, claimed_of(asked, options, open.claims), options.seeds);
  const ScratchFolder scratch;
  plan.corpus = prepared_corpus(options, plan.targets, scratch.path());
  OutputFolder out(options.out);
  const ResolvedChoices choices = resolve_choices(options.backend, *backend, open);
  const Subject subject = judged_by(open, choices);
  plan.scratch = scratch.path();
  plan.seeds = options.seeds;
  plan.backend = options.backend.backend;
  plan.profile = options.backend.profile;
  plan.choices = options.backend.choices;
  plan.seconds = options.seconds;
  plan.time_limit = options.backend.time_limit;
  plan.seed = options.seed;
  plan.jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  if (options.backend.profile.empty()) {
    out.write({plan.backend, backend->name(), backend->version(), choices.probed});
    plan.profile = "probed:" + (fs::absolute(options.out) / "probe.json").string();
  }
  Findings findings(
      {plan.scratch, options.out, plan.targets.size(), subject, info_of(options, choices)});
  KnownCases known;
  if (!options.regressions.empty()) {
    known = run_known_cases(options.regressions, subject, findings);
  }
  fmt::print("fuzzing {} {} for {} s, seed {}\n", backend->name(), backend->version(), plan.seconds,
             plan.seed);
  std::fflush(stdout);
  const FuzzResult result = run_fuzzers(plan, findings);
  return summarise(result, findings, known, options.out);
}

}  // namespace vconform::suites
