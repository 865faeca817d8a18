#include "suites/fuzzing/fuzz_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>

#include "suites/files/progress_line.h"
#include "suites/fuzzing/deaths.h"
#include "suites/fuzzing/family_turns.h"
#include "suites/fuzzing/target_calls.h"
#include "suites/fuzzing/target_job.h"
#include "suites/fuzzing/targets/stop_signals.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

// Seconds: the check of all families after a signal, and the end of everything after a signal.
constexpr double kCheckWhenStopped = 1.5;
constexpr double kAllWhenStopped = 5;
// Seconds: with less, no input is run again and no slice begun.
constexpr double kLeastForArtifact = 0.5;
constexpr double kLeastForSlice = 1.5;
constexpr std::chrono::milliseconds kPollInterval{100};

class FuzzRun {
 public:
  FuzzRun(const FuzzPlan& plan, Findings& findings)
      : plan_(plan),
        times_(plan.times),
        findings_(findings),
        turns_(plan.targets.size(), plan.times.fuzz, plan.jobs),
        has_shown_hang_(plan.targets.size()),
        deaths_(plan.targets.size()) {
    for (const FuzzTarget& target : plan.targets) {
      result_.families.emplace_back().name = target.family;
      names_.push_back(target.family);
    }
    keep_deadline();
  }

  FuzzResult run();

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  double seconds_left() const { return times_.fuzz - seconds(); }
  std::size_t families() const { return plan_.targets.size(); }
  const FuzzTarget& target(std::size_t family) const { return plan_.targets[family]; }

  void keep_deadline();
  void run_jobs();
  void see_to_signals();
  bool start_next();
  fs::path new_folder(std::size_t family);
  void start(Job job, TargetCall call);
  void start_slice(const Turn& turn);
  void start_artifact(const Artifact& artifact);
  void start_check(std::size_t family);
  void check();
  void wait_for_news();
  void take_lines(Job& job);
  void settle(Job& job);
  void settle_slice(Job& job, const std::optional<Death>& death);
  void settle_artifact(const Job& job, const std::optional<Death>& death);
  void settle_check(const Job& job, const std::optional<Death>& death);
  void examine(const Job& job, const Death& death);
  void collect_findings(bool is_last);
  void summarise();
  void print(const std::vector<std::string>& texts) const;

  const FuzzPlan& plan_;
  FuzzTimes times_;
  Findings& findings_;
  FamilyTurns turns_;
  // By family, whether an input on which its target hung has become a finding; one is enough.
  std::vector<bool> has_shown_hang_;
  std::vector<std::string> names_;
  Deaths deaths_;
  FuzzResult result_;
  std::vector<Job> jobs_;
  std::deque<Artifact> artifacts_;
  // Families that are yet to be checked; nullopt before the check.
  std::optional<std::deque<std::size_t>> unchecked_;
  std::uint64_t folders_ = 0;
  StopSignals signals_;
  Clock::time_point start_ = Clock::now();
  ProgressLine line_;
  FiguresLine figures_line_;
};

void FuzzRun::keep_deadline() {
  // Time for two tries of a case and the start of a worker.
  const double most = 2 * plan_.wall_limit + 5;
  findings_.set_deadline(
      start_ + std::chrono::round<Clock::duration>(std::chrono::duration<double>(times_.all)),
      most);
}

FuzzResult FuzzRun::run() {
  run_jobs();
  // With a finding there is no green result to confirm.
  if (findings_.files().empty() && signals_.count() <= 1) {
    check();
  }
  if (findings_.files().empty() && signals_.count() > 1) {
    result_.problems.emplace_back("stopped before the inputs had been run in isolation");
  }
  line_.clear();
  summarise();
  return std::move(result_);
}

void FuzzRun::run_jobs() {
  while (true) {
    see_to_signals();
    for (Job& job : jobs_) {
      if (!result_.broken.empty()) {
        job.process->end_now();
      }
    }
    while (jobs_.size() < plan_.jobs && start_next()) {
    }
    if (jobs_.empty()) {
      break;
    }
    wait_for_news();
    collect_findings(false);
    line_.show(
        [this](double) { return figures_line_.text(result_.families, seconds(), seconds_left()); });
  }
  collect_findings(true);
}

void FuzzRun::see_to_signals() {
  if (signals_.count() == 0) {
    return;
  }
  if (!result_.was_stopped) {
    result_.was_stopped = true;
    times_.fuzz = std::min(times_.fuzz, seconds());
    times_.check = std::min(times_.check, kCheckWhenStopped);
    times_.all = std::min(times_.all, seconds() + kAllWhenStopped);
    keep_deadline();
  }
  for (Job& job : jobs_) {
    if (!unchecked_ || signals_.count() > 1) {
      job.process->stop();
    }
  }
}

bool FuzzRun::start_next() {
  if (!artifacts_.empty()) {
    const Artifact artifact = artifacts_.front();
    artifacts_.pop_front();
    start_artifact(artifact);
    return true;
  }
  if (unchecked_) {
    if (unchecked_->empty() || signals_.count() > 1) {
      return false;
    }
    const std::size_t family = unchecked_->front();
    unchecked_->pop_front();
    start_check(family);
    return true;
  }
  const bool has_time = !result_.was_stopped && times_.all - seconds() >= kLeastForSlice;
  const std::optional<Turn> turn = has_time ? turns_.next(seconds_left()) : std::nullopt;
  if (turn) {
    start_slice(*turn);
  }
  return turn.has_value();
}

fs::path FuzzRun::new_folder(std::size_t family) {
  return plan_.scratch / fmt::format("{}-{}", target(family).name, ++folders_);
}

void FuzzRun::start(Job job, TargetCall call) {
  const auto left = std::chrono::duration<double>(times_.all - seconds());
  call.at_most = std::min(call.at_most, std::chrono::round<std::chrono::milliseconds>(left));
  job.process = std::make_unique<TargetProcess>(call);
  jobs_.push_back(std::move(job));
}

void FuzzRun::start_slice(const Turn& turn) {
  Job job = new_job(Job::Kind::kSlice, turn.family, new_folder(turn.family),
                    findings_.folder(turn.family));
  job.turn = turn;
  job.is_isolated = turn.is_isolated;
  // Each slice derives its own seed.
  const std::uint64_t seed = plan_.seed * 0x9e3779b97f4a7c15 + turn.number;
  const TargetCall call =
      slice_call(plan_, target(turn.family), job.folders, job.is_isolated, turn.seconds, seed);
  start(std::move(job), call);
}

void FuzzRun::start_artifact(const Artifact& artifact) {
  const std::size_t family = artifact.death.family;
  const double left = times_.all - seconds();
  if (artifact.death.is_hang && has_shown_hang_[family]) {
    return;
  }
  if (left < kLeastForArtifact || signals_.count() > 1) {
    deaths_.add(artifact.death, fmt::format("there was no time to run its input, {}, again",
                                            findings_.keep_input(artifact.file).string()));
    return;
  }
  // A case that hangs is run twice before that is known, and several times to make it smaller.
  constexpr double kRuns = 8;
  Job job = new_job(Job::Kind::kArtifact, family, new_folder(family), {});
  job.artifact = artifact;
  const double most = 5 + kRuns * plan_.wall_limit;
  const TargetCall call = artifact_call(plan_, target(family), job.folders, artifact.file,
                                        std::min(left - kLeastForArtifact / 2, most));
  start(std::move(job), call);
}

void FuzzRun::start_check(std::size_t family) {
  if (times_.all - seconds() < kLeastForArtifact) {
    result_.problems.push_back(
        fmt::format("{}: there was no time to run its inputs in isolation", names_[family]));
    return;
  }
  Job job = new_job(Job::Kind::kCheck, family, new_folder(family), findings_.folder(family));
  // Its share of the time, as several jobs run at once.
  const double jobs = static_cast<double>(std::min(plan_.jobs, families()));
  constexpr double kLeast = 0.2;
  const double planned = std::max(kLeast, times_.check * jobs / static_cast<double>(families()));
  const TargetCall call = check_call(plan_, target(family), job.folders, planned);
  start(std::move(job), call);
}

void FuzzRun::check() {
  findings_.set_heading("only when isolated:\n");
  unchecked_.emplace();
  for (std::size_t family = 0; family < families(); ++family) {
    if (!turns_.is_given_up(family) && turns_.has_begun(family)) {
      unchecked_->push_back(family);
    }
  }
  run_jobs();
}

void FuzzRun::wait_for_news() {
  wait_for_any(jobs_, kPollInterval);
  for (Job& job : jobs_) {
    watch(job, plan_.time_limit, plan_.wall_limit);
    const bool has_ended = job.process->has_ended();
    take_lines(job);
    if (has_ended) {
      settle(job);
      job.process.reset();
    }
  }
  std::erase_if(jobs_, [](const Job& job) { return job.process == nullptr; });
}

void FuzzRun::take_lines(Job& job) {
  // Inputs that are run again do not count as fuzzing.
  FamilyFigures ignored;
  FamilyFigures& family = job.kind == Job::Kind::kSlice ? result_.families[job.family] : ignored;
  job.process->read_lines([&](std::string_view line) { job.figures.take_error(line, family); },
                          [&](std::string_view line) { job.figures.take_report(line, family); });
}

void FuzzRun::settle(Job& job) {
  adopt_first_sights(job.folders.findings, job.process->pid());
  if (const std::string& why = job.process->end().cannot_write; !why.empty()) {
    result_.broken = why;
    times_ = {};
    return;
  }
  std::optional<Death> death = death_of(job);
  // A target that ended because the user sent a signal has not died.
  if (result_.was_stopped && job.process->end().was_stopped && job.hang.empty()) {
    death.reset();
  }
  switch (job.kind) {
    case Job::Kind::kSlice:
      settle_slice(job, death);
      break;
    case Job::Kind::kArtifact:
      settle_artifact(job, death);
      break;
    case Job::Kind::kCheck:
      settle_check(job, death);
      break;
  }
}

void FuzzRun::settle_slice(Job& job, const std::optional<Death>& death) {
  const double took = job.process->seconds();
  job.figures.take_record(job.flight->record(), result_.families[job.family]);
  job.figures.finish(took, result_.families[job.family]);
  turns_.took(job.turn, took);
  if (death) {
    examine(job, *death);
    turns_.died(job.family);
  } else {
    turns_.lived(job.family);
  }
}

void FuzzRun::examine(const Job& job, const Death& death) {
  const std::vector<fs::path> left = inputs_left_by(job);
  for (const fs::path& file : left) {
    artifacts_.push_back({file, death});
  }
  if (left.empty()) {
    deaths_.add(death, "it left no input");
    // Without its input, a death can be understood only if the backend is isolated.
    if (!death.may_be_from_outside) {
      turns_.isolate(job.family);
    }
  }
}

void FuzzRun::settle_artifact(const Job& job, const std::optional<Death>& death) {
  const Artifact& artifact = *job.artifact;
  const Findings::Collected collected = findings_.collect_from(job.folders.findings, job.family);
  print(collected.texts);
  if (collected.all > 0) {
    has_shown_hang_[job.family] = has_shown_hang_[job.family] || artifact.death.is_hang;
    return;
  }
  const std::string kept = findings_.keep_input(artifact.file).string();
  if (job.process->end().was_stopped) {
    deaths_.add(artifact.death, fmt::format("there was no time to run its input, {}, again", kept));
  } else {
    deaths_.add(artifact.death,
                death ? fmt::format("when its input, {}, ran alone and isolated, the target {}",
                                    kept, death->how)
                      : fmt::format("alone and isolated its input, {}, passes", kept));
  }
}

void FuzzRun::settle_check(const Job& job, const std::optional<Death>& death) {
  result_.checked += job.figures.reported_compared();
  if (death) {
    Death in_check = *death;
    in_check.how = "in the check in isolation " + in_check.how;
    examine(job, in_check);
  } else if (job.figures.reported_compared() == 0 && signals_.count() <= 1) {
    result_.problems.push_back(
        fmt::format("{}: in isolation no input reached a comparison", names_[job.family]));
  }
}

void FuzzRun::collect_findings(bool is_last) {
  for (std::size_t family = 0; family < families(); ++family) {
    print(findings_.collect(family, is_last).texts);
    result_.families[family].findings = findings_.counts()[family];
  }
}

void FuzzRun::summarise() {
  deaths_.add_problems(names_, result_.problems);
  deaths_.add_notes(names_, result_.notes);
  for (std::size_t family = 0; family < families(); ++family) {
    if (turns_.is_given_up(family)) {
      result_.notes.push_back(names_[family] +
                              ": its target dies again and again, with the backend isolated too; "
                              "it was not started any more");
    }
  }
  result_.was_killed_from_outside = deaths_.are_all_from_outside();
  result_.seconds = seconds();
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
