#include "fuzz/fuzz_one_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

#include "adapters/load/loadable.h"
#include "adapters/load/open_backend.h"
#include "fuzz/case_features.h"
#include "fuzz/edits/edits.h"
#include "fuzz/edits/grown_memory.h"
#include "fuzz/environment.h"
#include "fuzz/run_report.h"
#include "fuzz/running_time.h"
#include "generators/choices/byte_source.h"
#include "oracle/judge/judge.h"
#include "oracle/predict/leaves_memory.h"
#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"
#include "spec/text/error.h"
#include "suites/findings/failure_text.h"
#include "suites/findings/finding_files.h"
#include "suites/findings/finding_key.h"
#include "suites/findings/open_in_worker.h"
#include "suites/fuzzing/targets/fuzzed_family.h"
#include "suites/fuzzing/targets/target_process.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/subject.h"
#include "suites/probing/resolve_choices.h"

namespace vconform::fuzz {

namespace {

// A large case has all features there are, but a corpus of large cases allows few inputs a second.
// Large cases still occur, as fresh draws.
constexpr std::uint64_t kMostNoted = 256;

// Budget of shrinking, in completed cases, and the cost of other cases in that unit.
constexpr std::size_t kMostTrials = 3000;
constexpr std::size_t kCrashCost = 20;
constexpr std::size_t kTimeoutCost = 600;

std::vector<std::string> listed(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) {
    parts.push_back(part);
  }
  return parts;
}

// As a worker would have it in its environment.
void execute_on(const std::string& on) {
  if (on.empty()) {
    unsetenv(adapters::kOnVariable);
  } else {
    setenv(adapters::kOnVariable, on.c_str(), 1);
  }
}

// The backend in this process, for coverage, or in a worker; then none of its code is loaded here.
std::shared_ptr<adapters::Backend> opened(const Setting& setting,
                                          const suites::BackendOptions& options) {
  run_report().enter_backend();
  std::shared_ptr<adapters::Backend> backend;
  if (setting.isolated) {
    backend = suites::open_in_worker(options, setting.wall_limit);
  } else {
    execute_on(setting.on);
    backend = adapters::open_backend(setting.backend);
  }
  run_report().leave_backend();
  return backend;
}

// A probe file may be of no more than what is fuzzed.
std::vector<spec::Cell> probed_cells(std::optional<spec::Family> family, const Setting& setting,
                                     const suites::Claims& claims) {
  return suites::is_probed_file(setting.profile) ? suites::cells_of({"", family}, claims)
                                                 : std::vector<spec::Cell>();
}

suites::Subject subject_under(std::optional<spec::Family> family, const Setting& setting) {
  suites::BackendOptions options;
  options.backend = setting.backend;
  options.on = setting.on;
  options.profile = setting.profile;
  options.is_profile_checked = true;
  options.choices = setting.choices;
  options.time_limit = setting.time_limit;
  const std::shared_ptr<adapters::Backend> backend = opened(setting, options);
  suites::Subject open = suites::subject_of(backend);
  open.execute = [executor = std::move(open.execute)](const spec::Case& test_case,
                                                      const spec::MemoryImage& before) {
    run_report().enter_backend();
    spec::Outcome outcome = executor(test_case, before);
    run_report().leave_backend();
    return outcome;
  };
  const std::vector<spec::Cell> cells = probed_cells(family, setting, open.claims);
  return suites::judged_by(open, suites::resolve_choices(options, *backend, open, cells));
}

// The instruction that fails, or the last one if no step is known to.
spec::Cell blamed(const spec::Case& test_case, const suites::Finding& finding) {
  if (finding.step) {
    return spec::cell_of(test_case.steps[*finding.step]).value();
  }
  spec::Cell cell;
  for (const spec::Step& step : test_case.steps) {
    cell = spec::cell_of(step).value_or(cell);
  }
  return cell;
}

std::string key_of(const suites::Finding& finding, const spec::Case& test_case) {
  return suites::finding_key(finding.verdict, slug_of(finding),
                             spec::instruction_name(blamed(test_case, finding)));
}

bool is_any_sparse(const spec::Case& test_case) {
  return std::ranges::any_of(test_case.memories, &spec::CaseMemory::is_sparse);
}

std::size_t cost_of(std::string_view verdict) {
  if (verdict == oracle::name_of(oracle::Verdict::kTimeout)) {
    return kTimeoutCost;
  }
  return verdict == oracle::name_of(oracle::Verdict::kCrash) ? kCrashCost : 1;
}

std::string failure_text(const Shown& shown) {
  suites::Deviation deviation;
  deviation.claim = shown.test_case.claim;
  deviation.verdict = shown.finding.verdict;
  deviation.rule = slug_of(shown.finding);
  deviation.details = shown.finding.details;
  deviation.count = shown.finding.count;
  deviation.smallest = shown.test_case;
  return suites::failure_text(deviation, "") + "as a .case file, to replay:\n" +
         spec::to_text(shown.test_case);
}

}  // namespace

Setting setting_of_environment() {
  Setting setting;
  const std::string backend = text_of_variable("VCONFORM_FUZZ_BACKEND");
  setting.backend = backend.empty() ? setting.backend : backend;
  setting.on = text_of_variable("VCONFORM_FUZZ_ON");
  setting.isolated = text_of_variable("VCONFORM_FUZZ_ISOLATED") == "1";
  const std::string profile = text_of_variable("VCONFORM_FUZZ_PROFILE");
  setting.profile = profile.empty() ? setting.profile : profile;
  setting.time_limit = seconds_of_variable("VCONFORM_FUZZ_TIME_LIMIT", setting.time_limit);
  setting.wall_limit =
      seconds_of_variable("VCONFORM_FUZZ_WALL_LIMIT", suites::kWallPerCpu * setting.time_limit);
  setting.choices = listed(text_of_variable("VCONFORM_FUZZ_CHOICES"));
  setting.findings = text_of_variable("VCONFORM_FUZZ_FINDINGS");
  if (!setting.findings.empty() && !std::filesystem::is_directory(setting.findings)) {
    throw spec::InputError("VCONFORM_FUZZ_FINDINGS: '" + setting.findings +
                           "' is no folder; make it, or leave the variable out");
  }
  return setting;
}

CaseFuzzer::CaseFuzzer(std::optional<spec::Family> family, const Setting& setting)
    : setting_(setting), subject_(subject_under(family, setting)), cases_(family, subject_) {
  if (cases_.none()) {
    throw spec::InputError(setting.backend + " claims nothing of " +
                           (family ? std::string(spec::name_of(*family).name) : "any family") +
                           "; fuzz another family");
  }
}

void CaseFuzzer::run(std::span<const std::uint8_t> bytes) {
  run_report().begin_input(bytes);
  const Input input = decoded(bytes);
  generators::ByteSource bytes_source(input.choices);
  generators::RecordingSource choices(bytes_source);
  spec::Case plain;
  spec::Case test_case = drawn_case(choices, input.edits, plain);
  const suites::CheckResult result = check(test_case, plain);
  statistics_.count(test_case, result);
  if (result.elements <= kMostNoted) {
    note_features(test_case, result.cited);
    noted_[row_of_rules(test_case)] |= result.cited;
  }
  for (const suites::Finding& finding : result.findings) {
    report({choices.draws(), input.edits}, test_case, finding);
  }
  run_report().end_input(result.compared, result.elements);
}

spec::Case CaseFuzzer::drawn_case(generators::ChoiceSource& choices, std::span<const Edit> edits,
                                  spec::Case& plain) const {
  plain = cases_.draw(choices);
  if (edits.empty()) {
    return plain;
  }
  spec::Case changed = edited(plain, edits);
  grow_for_operands(changed, subject_.largest_memory);
  return spec::case_problem(changed) || runs_too_long(changed, subject_.pinned) ? plain : changed;
}

// Falls back to the plain case if edits lead out of the largest memory, where nothing can be
// judged.
suites::CheckResult CaseFuzzer::check(spec::Case& test_case, const spec::Case& plain) {
  bool has_room = true;
  while (has_room) {
    try {
      if (is_any_sparse(test_case)) {
        plant_far_sources(test_case, subject_.pinned);
      }
      return judged(test_case);
    } catch (const oracle::LeavesMemory& leaves) {
      has_room = grow(test_case, leaves.memory, leaves.bytes, subject_.largest_memory);
    } catch (const spec::InputError&) {
      has_room = false;
    }
  }
  test_case = plain;
  try {
    return judged(test_case);
  } catch (const spec::InputError&) {
    return {};
  }
}

suites::CheckResult CaseFuzzer::judged(const spec::Case& test_case) {
  subject_.cited_before = noted_[row_of_rules(test_case)];
  return suites::matches_oracle(subject_, test_case);
}

Trial CaseFuzzer::try_again(const Drawn& drawn, const suites::Finding& wanted) {
  generators::ReplaySource choices(drawn.draws);
  spec::Case plain;
  spec::Case test_case = drawn_case(choices, drawn.edits, plain);
  const suites::CheckResult result = check(test_case, plain);
  Trial trial;
  for (const suites::Finding& finding : result.findings) {
    trial.cost = std::max(trial.cost, cost_of(finding.verdict));
    if (!trial.shown && finding.verdict == wanted.verdict && finding.rule == wanted.rule) {
      trial.shown = Shown{test_case, finding};
    }
  }
  return trial;
}

void CaseFuzzer::report(const Drawn& drawn, const spec::Case& test_case,
                        const suites::Finding& finding) {
  try {
    report_smallest(drawn, test_case, finding);
  } catch (const std::system_error& error) {
    fmt::print(stderr, "{}\n", error.what());
    run_report().say(fmt::format("{}{}", suites::kCannotWrite, error.what()));
    std::_Exit(1);
  }
}

void CaseFuzzer::report_smallest(const Drawn& drawn, const spec::Case& test_case,
                                 const suites::Finding& finding) {
  const std::string key = key_of(finding, test_case);
  if (!seen_.insert(key).second || (!setting_.findings.empty() && exists(path_of(key)))) {
    return;
  }
  if (!setting_.findings.empty()) {
    spec::Case claimed = test_case;
    claimed.claim = suites::claim_name("MatchesOracle", blamed(test_case, finding));
    suites::write_first_sight(setting_.findings, key, claimed, finding);
  }
  const auto again = [&](const Drawn& simpler) { return try_again(simpler, finding); };
  const auto is_over = [] { return run_report().is_over(); };
  Shown shown = minimal(drawn, {test_case, finding}, again, kMostTrials, is_over);
  shown.test_case.claim =
      suites::claim_name("MatchesOracle", blamed(shown.test_case, shown.finding));
  if (setting_.findings.empty()) {
    std::fputs(failure_text(shown).c_str(), stderr);
    std::abort();
  }
  write(shown);
  suites::remove_first_sight(setting_.findings, key);
}

std::filesystem::path CaseFuzzer::path_of(const std::string& key) const {
  return std::filesystem::path(setting_.findings) / (key + ".case");
}

void CaseFuzzer::write(const Shown& shown) {
  const std::string key = key_of(shown.finding, shown.test_case);
  seen_.insert(key);
  if (!std::filesystem::exists(path_of(key))) {
    statistics_.count_finding();
    suites::write_finding(setting_.findings, key, shown.test_case, shown.finding);
  }
}

}  // namespace vconform::fuzz
