#include "suites/fuzzing/fuzz_run.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>

#include "suites/fuzzing/stop_signals.h"
#include "suites/fuzzing/target_calls.h"
#include "suites/fuzzing/target_process.h"
#include "suites/runner/progress.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

// Seconds. A slice is long beside the start of a process, which reads the corpus, and a family has
// several where there is time.
constexpr double kSlicesPerFamily = 3;
constexpr double kShortestSlice = 2;
constexpr double kLongestSlice = 10;
// Deaths in a row after which a family's backend is isolated, and those after which its target is
// not started again.
constexpr int kDeathsUntilIsolated = 3;
constexpr int kDeathsUntilGivenUp = 6;
constexpr std::chrono::milliseconds kPollInterval{100};

struct FamilyState {
  // Seconds of the slices that it was given.
  double given = 0;
  std::uint64_t slices = 0;
  int deaths_in_a_row = 0;
  bool is_isolated = false;
  bool is_given_up = false;
};

// An input on which a target died.
struct Artifact {
  std::size_t family;
  fs::path file;
};

// A target that runs: a slice, or an artifact again.
struct Job {
  std::size_t family = 0;
  TargetFolders folders;
  // Of a slice.
  double planned = 0;
  bool is_isolated = false;
  std::optional<fs::path> artifact;
  ProcessFigures figures;
  // Of a slice that is over: how often it had reported by then.
  std::optional<std::uint64_t> reports_when_over;
  std::unique_ptr<TargetProcess> process;

  // It goes on after its slice, from one input to the next.
  std::uint64_t reports_since_over() const {
    return reports_when_over ? figures.reports() - *reports_when_over : 0;
  }
};

std::vector<fs::path> artifacts_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    // Others, of inputs that were slow, are no deaths.
    if (name.starts_with("crash-") || name.starts_with("timeout-") || name.starts_with("oom-")) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string ending_of(const TargetEnd& end) {
  return end.was_stopped ? "did not end in time" : end.how;
}

class FuzzRun {
 public:
  FuzzRun(const FuzzPlan& plan, Findings& findings)
      : plan_(plan), findings_(findings), states_(plan.targets.size()) {
    for (const FuzzTarget& target : plan.targets) {
      result_.families.emplace_back().name = target.family;
    }
  }

  FuzzResult run();

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  double seconds_left() const { return plan_.seconds - seconds(); }
  const FuzzTarget& target(std::size_t family) const { return plan_.targets[family]; }

  // The family whose turn it is; nothing when the time is over.
  std::optional<std::size_t> next_family() const;
  bool start_next();
  void start_slice(std::size_t family);
  void start_artifact(const Artifact& artifact);
  void wait_for_news();
  void take_lines(Job& job);
  static void stop_when_over(Job& job);
  void settle(Job& job);
  void settle_slice(Job& job);
  void settle_artifact(const Job& job);
  void note_death(const Job& job);
  void collect_findings(bool is_last);
  void add_problem(const std::string& text);
  void print(const std::vector<std::string>& texts) const;
  fs::path new_folder(std::string_view name);

  const FuzzPlan& plan_;
  Findings& findings_;
  std::vector<FamilyState> states_;
  FuzzResult result_;
  std::vector<Job> jobs_;
  std::deque<Artifact> artifacts_;
  std::uint64_t folders_ = 0;
  StopSignals signals_;
  Clock::time_point start_ = Clock::now();
  ProgressLine line_;
  FiguresLine figures_line_;
};

FuzzResult FuzzRun::run() {
  while (true) {
    if (!result_.was_stopped && signals_.came()) {
      result_.was_stopped = true;
    }
    while (!result_.was_stopped && jobs_.size() < plan_.jobs && start_next()) {
    }
    if (jobs_.empty()) {
      break;
    }
    for (Job& job : jobs_) {
      if (result_.was_stopped) {
        job.process->stop();
      }
    }
    wait_for_news();
    collect_findings(false);
    line_.show(
        [this](double) { return figures_line_.text(result_.families, seconds(), seconds_left()); });
  }
  collect_findings(true);
  for (const Artifact& artifact : artifacts_) {
    add_problem(fmt::format("{}: the target died on {}, which there was no time to run again",
                            target(artifact.family).family,
                            findings_.keep_input(artifact.file).string()));
  }
  line_.clear();
  result_.seconds = seconds();
  return std::move(result_);
}

std::optional<std::size_t> FuzzRun::next_family() const {
  std::optional<std::size_t> next;
  for (std::size_t family = 0; family < states_.size(); ++family) {
    const FamilyState& state = states_[family];
    const bool has_time = state.slices == 0 || seconds_left() >= 0.5;
    if (!state.is_given_up && has_time && (!next || state.given < states_[*next].given)) {
      next = family;
    }
  }
  return next;
}

bool FuzzRun::start_next() {
  if (!artifacts_.empty()) {
    const Artifact artifact = artifacts_.front();
    artifacts_.pop_front();
    start_artifact(artifact);
    return true;
  }
  const std::optional<std::size_t> family = next_family();
  if (family) {
    start_slice(*family);
  }
  return family.has_value();
}

fs::path FuzzRun::new_folder(std::string_view name) {
  const fs::path folder = plan_.scratch / fmt::format("{}-{}", name, ++folders_);
  fs::create_directories(folder);
  return folder;
}

void FuzzRun::start_slice(std::size_t family) {
  FamilyState& state = states_[family];
  const double share =
      plan_.seconds * static_cast<double>(plan_.jobs) / static_cast<double>(states_.size());
  const double wanted =
      std::min({std::max(share / kSlicesPerFamily, std::min(share, kShortestSlice)), kLongestSlice,
                seconds_left()});
  // The engine counts whole seconds.
  const int planned = std::max(1, static_cast<int>(std::lround(wanted)));
  Job job;
  job.family = family;
  job.folders = {findings_.folder(family), new_folder("artifacts")};
  job.planned = planned;
  job.is_isolated = state.is_isolated;
  // Of one seed, each slice has another.
  const std::uint64_t seed =
      plan_.seed * 0x9e3779b97f4a7c15 + (state.slices * states_.size() + family);
  job.process = std::make_unique<TargetProcess>(
      slice_call(plan_, target(family), job.folders, state.is_isolated, planned, seed));
  state.given += planned;
  ++state.slices;
  jobs_.push_back(std::move(job));
}

void FuzzRun::start_artifact(const Artifact& artifact) {
  Job job;
  job.family = artifact.family;
  job.folders = {new_folder("of-artifact"), new_folder("artifacts")};
  job.is_isolated = true;
  job.artifact = artifact.file;
  job.process = std::make_unique<TargetProcess>(
      artifact_call(plan_, target(artifact.family), job.folders, artifact.file));
  jobs_.push_back(std::move(job));
}

void FuzzRun::wait_for_news() {
  std::vector<pollfd> ends;
  for (const Job& job : jobs_) {
    // poll passes over descriptors below zero.
    ends.push_back({job.process->descriptor(), POLLIN, 0});
  }
  // Interrupted by a signal it returns early, which is what is wanted.
  poll(ends.data(), ends.size(), static_cast<int>(kPollInterval.count()));
  for (Job& job : jobs_) {
    const bool has_ended = job.process->has_ended();
    take_lines(job);
    stop_when_over(job);
    if (has_ended) {
      settle(job);
      job.process.reset();
    }
  }
  std::erase_if(jobs_, [](const Job& job) { return job.process == nullptr; });
}

void FuzzRun::take_lines(Job& job) {
  // What runs an artifact again is not fuzzing.
  FamilyFigures ignored;
  FamilyFigures& family = job.artifact ? ignored : result_.families[job.family];
  job.process->read_lines([&](std::string_view line) { job.figures.take(line, family); });
}

// The engine reads a corpus to its end, however long it takes to make the findings in it small. The
// input after which it reports may be one of those: it is given the time until it reports again.
void FuzzRun::stop_when_over(Job& job) {
  if (job.artifact || job.process->seconds() < job.planned + 1) {
    return;
  }
  if (!job.reports_when_over) {
    job.reports_when_over = job.figures.reports();
  }
  if (job.reports_since_over() >= 2) {
    job.process->stop();
  }
}

void FuzzRun::settle(Job& job) {
  if (job.artifact) {
    settle_artifact(job);
  } else {
    settle_slice(job);
  }
}

void FuzzRun::settle_slice(Job& job) {
  FamilyState& state = states_[job.family];
  const double took = job.process->seconds();
  job.figures.finish(took, result_.families[job.family]);
  // Its family gets back what it could not use, but for what starting it again and again may take.
  constexpr double kLeastCharge = 0.25;
  state.given -= std::max(0.0, job.planned - std::max(took, kLeastCharge));
  const TargetEnd& end = job.process->end();
  // An isolated backend may leave some while it dies, and that is a finding.
  const std::vector<fs::path> left = end.is_clean && job.is_isolated
                                         ? std::vector<fs::path>()
                                         : artifacts_in(job.folders.artifacts);
  for (const fs::path& file : left) {
    artifacts_.push_back({job.family, file});
  }
  const bool was_told = end.was_stopped && (result_.was_stopped || job.reports_since_over() > 0);
  if ((end.is_clean && job.figures.inputs() > 0) || (was_told && left.empty())) {
    state.deaths_in_a_row = 0;
    return;
  }
  if (left.empty()) {
    note_death(job);
  }
  ++state.deaths_in_a_row;
  // Without its input, a death can be understood only where the backend is isolated.
  if (left.empty() || state.deaths_in_a_row >= kDeathsUntilIsolated) {
    state.is_isolated = true;
  }
  if (state.deaths_in_a_row >= kDeathsUntilGivenUp && !state.is_given_up) {
    state.is_given_up = true;
    add_problem(
        fmt::format("{}: its target dies again and again, with the backend isolated too; "
                    "it was not started any more",
                    target(job.family).family));
  }
}

void FuzzRun::note_death(const Job& job) {
  const TargetEnd& end = job.process->end();
  add_problem(fmt::format(
      "{}: its target {} and left no input{}", target(job.family).family, ending_of(end),
      job.figures.last_words().empty() ? "" : "; its last words: " + job.figures.last_words()));
}

void FuzzRun::settle_artifact(const Job& job) {
  const Findings::Collected collected = findings_.collect_from(job.folders.findings, job.family);
  print(collected.texts);
  if (collected.all > 0) {
    return;
  }
  if (result_.was_stopped) {
    artifacts_.push_back({job.family, *job.artifact});
    return;
  }
  add_problem(fmt::format("{}: its target died on {}, which alone and isolated {}",
                          target(job.family).family, findings_.keep_input(*job.artifact).string(),
                          job.process->end().is_clean ? "passes" : ending_of(job.process->end())));
}

void FuzzRun::collect_findings(bool is_last) {
  for (std::size_t family = 0; family < states_.size(); ++family) {
    print(findings_.collect(family, is_last).texts);
    result_.families[family].findings = findings_.counts()[family];
  }
}

void FuzzRun::add_problem(const std::string& text) {
  std::vector<std::string>& known = result_.problems;
  if (std::find(known.begin(), known.end(), text) == known.end()) {
    known.push_back(text);
    print({text + "\n"});
  }
}

void FuzzRun::print(const std::vector<std::string>& texts) const {
  if (!texts.empty()) {
    line_.clear();
    for (const std::string& text : texts) {
      fmt::print("{}", text);
    }
    std::fflush(stdout);
  }
}

}  // namespace

FuzzResult run_fuzzers(const FuzzPlan& plan, Findings& findings) {
  return FuzzRun(plan, findings).run();
}

}  // namespace vconform::suites
