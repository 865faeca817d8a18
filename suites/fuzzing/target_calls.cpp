#include "suites/fuzzing/target_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <system_error>
#include <vector>

namespace vconform::suites {

namespace {

constexpr int kMostMegabytes = 2048;

// The engine's own limit is not used: the command limits a backend in the target's process, and the
// worker's judge an isolated one. An input may take longer while a finding is made smaller.
constexpr int kNeverSeconds = 3600;

// The target finishes the input that it has begun.
constexpr double kSecondsForLastInput = 2.5;

// Enough inputs to show that a backend behaves differently when isolated.
constexpr std::size_t kMostChecked = 300;

std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(std::lround(1000 * seconds));
}

// The target ends by itself after `seconds`.
TargetCall call_of(const FuzzPlan& plan, const FuzzTarget& target, const TargetFolders& folders,
                   bool is_isolated, double seconds) {
  TargetCall call;
  call.program = target.program.string();
  call.arguments = {fmt::format("-timeout={}", kNeverSeconds),
                    fmt::format("-rss_limit_mb={}", kMostMegabytes),
                    fmt::format("-artifact_prefix={}/", folders.artifacts.string())};
  call.environment = {{"VCONFORM_FUZZ_BACKEND", plan.backend},
                      {"VCONFORM_FUZZ_ON", plan.on},
                      {"VCONFORM_FUZZ_PROFILE", plan.profile},
                      {"VCONFORM_FUZZ_CHOICES", fmt::format("{}", fmt::join(plan.choices, ","))},
                      {"VCONFORM_FUZZ_TIME_LIMIT", fmt::format("{}", plan.time_limit)},
                      {"VCONFORM_FUZZ_WALL_LIMIT", fmt::format("{}", plan.wall_limit)},
                      {"VCONFORM_FUZZ_FINDINGS", folders.findings.string()},
                      {"VCONFORM_FUZZ_FLIGHT", folders.flight.string()},
                      {"VCONFORM_FUZZ_SECONDS", fmt::format("{:.3f}", seconds)}};
  if (is_isolated) {
    call.environment.emplace_back("VCONFORM_FUZZ_ISOLATED", "1");
  }
  call.at_most = milliseconds_of(seconds + kSecondsForLastInput);
  return call;
}

// The files that the target would read, in the order of their names.
std::vector<std::string> corpus_of(const FuzzPlan& plan, const FuzzTarget& target) {
  std::vector<std::string> files;
  std::vector<std::filesystem::path> folders = {plan.corpus / target.name};
  if (plan.seeds) {
    folders.push_back(target.seeds);
  }
  for (const std::filesystem::path& folder : folders) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
      if (entry.is_regular_file(ignored)) {
        files.push_back(entry.path().string());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

TargetCall slice_call(const FuzzPlan& plan, const FuzzTarget& target, const TargetFolders& folders,
                      bool is_isolated, int seconds, std::uint64_t seed) {
  TargetCall call = call_of(plan, target, folders, is_isolated, seconds);
  const auto add = [&](const std::string& argument) { call.arguments.push_back(argument); };
  // The engine takes 0 as a request for any seed.
  add(fmt::format("-seed={}", 1 + seed % 0xfffffffe));
  add("-len_control=0");
  if (target.most_bytes) {
    add(fmt::format("-max_len={}", *target.most_bytes));
  }
  add(fmt::format("-max_total_time={}", seconds));
  if (target.dictionary) {
    add("-dict=" + target.dictionary->string());
  }
  add((plan.corpus / target.name).string());
  if (plan.seeds) {
    add(target.seeds.string());
  }
  return call;
}

TargetCall artifact_call(const FuzzPlan& plan, const FuzzTarget& target,
                         const TargetFolders& folders, const std::filesystem::path& artifact,
                         double seconds) {
  // The other half is for making a finding smaller.
  TargetCall call = call_of(plan, target, folders, true, seconds / 2);
  call.arguments.push_back(artifact.string());
  call.at_most = milliseconds_of(seconds);
  return call;
}

TargetCall check_call(const FuzzPlan& plan, const FuzzTarget& target, const TargetFolders& folders,
                      double seconds) {
  TargetCall call = call_of(plan, target, folders, true, seconds);
  const std::vector<std::string> files = corpus_of(plan, target);
  const std::size_t count = std::min(files.size(), kMostChecked);
  for (std::size_t i = 0; i < count; ++i) {
    // Evenly spaced over all files: names are digests, except those of seeds, which are numbers.
    call.arguments.push_back(files[i * files.size() / count]);
  }
  return call;
}

}  // namespace vconform::suites
