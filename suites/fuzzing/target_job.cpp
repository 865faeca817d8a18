#include "suites/fuzzing/target_job.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <system_error>

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

// Seconds: a call of the backend that had lasted longer when the target's time was over is
// examined.
constexpr double kLongInBackend = 1;

std::string how_it_ended(const Job& job) {
  const TargetEnd& end = job.process->end();
  if (!job.hang.empty()) {
    return job.hang;
  }
  if (end.was_stopped) {
    return job.in_backend_at_end >= kLongInBackend
               ? fmt::format(
                     "did not end in time: it had been waiting for the backend for {:.1f} s",
                     job.in_backend_at_end)
               : "did not end in time";
  }
  if (end.is_explicit) {
    return job.figures.inputs() == 0 ? "ran no input" : "ended before its time";
  }
  return end.how + (end.how.ends_with(" 0") ? " without a word that it was done" : "");
}

// The engine measures in whole seconds, hence the tolerance.
bool was_in_time(const Job& job) {
  constexpr double kTolerance = 0.25;
  return job.kind != Job::Kind::kSlice || job.process->seconds() >= job.turn.seconds - kTolerance;
}

}  // namespace

Job new_job(Job::Kind kind, std::size_t family, const fs::path& folder, const fs::path& findings) {
  Job job;
  job.kind = kind;
  job.family = family;
  job.folders = {findings.empty() ? folder / "findings" : findings, folder, folder / "flight"};
  fs::create_directories(folder);
  fs::create_directories(job.folders.findings);
  job.is_isolated = kind != Job::Kind::kSlice;
  job.flight = std::make_unique<FlightFile>(job.folders.flight, FlightFile::How::kMake);
  return job;
}

void wait_for_any(const std::vector<Job>& jobs, std::chrono::milliseconds most) {
  std::vector<pollfd> ends;
  for (const Job& job : jobs) {
    for (const int descriptor : job.process->descriptors()) {
      // poll ignores negative descriptors.
      ends.push_back({descriptor, POLLIN, 0});
    }
  }
  poll(ends.data(), ends.size(), static_cast<int>(most.count()));
}

void watch(Job& job, double cpu_limit, double wall_limit) {
  const FlightRecord& record = job.flight->record();
  const double in_backend = seconds_in_backend(record);
  if (!job.process->end().was_stopped) {
    job.in_backend_at_end = in_backend;
  }
  const std::uint64_t call = record.calls;
  if (in_backend == 0 || call != job.watched_call) {
    job.watched_call = in_backend == 0 ? 0 : call;
    job.cpu_before = job.process->cpu_seconds();
    job.watched_since = std::chrono::steady_clock::now();
    return;
  }
  if (job.is_isolated || !job.hang.empty()) {
    return;
  }
  // These clocks are out of the backend's reach.
  const double waited =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - job.watched_since).count();
  if (job.process->cpu_seconds() - job.cpu_before >= cpu_limit) {
    job.hang = fmt::format("waited for the backend for {} s of processor time", cpu_limit);
  } else if (waited >= wall_limit) {
    job.hang = fmt::format("waited for the backend for {} s", wall_limit);
  }
  if (!job.hang.empty()) {
    job.process->end_now();
  }
}

std::optional<Death> death_of(const Job& job) {
  const TargetEnd& end = job.process->end();
  if (end.is_explicit && job.figures.inputs() > 0 && was_in_time(job)) {
    return std::nullopt;
  }
  Death death;
  death.family = job.family;
  death.how = how_it_ended(job);
  death.is_hang = !job.hang.empty() || (end.was_stopped && job.in_backend_at_end >= kLongInBackend);
  // A keeper that ends during a call of the backend was ended by the backend.
  death.may_be_from_outside =
      end.was_killed || (end.lost_keeper && seconds_in_backend(job.flight->record()) == 0);
  death.last_words = job.figures.last_words();
  return death;
}

std::vector<fs::path> inputs_left_by(const Job& job) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(job.folders.artifacts, ignored)) {
    const std::string name = entry.path().filename().string();
    // Other files are inputs that were slow, not deaths.
    if (name.starts_with("crash-") || name.starts_with("timeout-") || name.starts_with("oom-")) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  const auto input = unfinished_input(job.flight->record());
  if (files.empty() && input) {
    // The name is unique, because OUT/failures keeps the file.
    const fs::path file =
        job.folders.artifacts / ("last-" + job.folders.artifacts.filename().string());
    std::ofstream stream(file, std::ios::binary);
    stream.write(reinterpret_cast<const char*>(input->data()),
                 static_cast<std::streamsize>(input->size()));
    files.push_back(file);
  }
  return files;
}

}  // namespace vconform::suites
