#include "suites/fuzzing/target_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace vconform::suites {

namespace {

constexpr int kMostMegabytes = 2048;

// For what is begun where the backend is isolated: a case that hangs is run several times, twice
// each, to make it smaller, and may take ten times its limit in all.
std::chrono::milliseconds for_isolated_cases(double time_limit) {
  constexpr double kWallPerCpu = 10;
  constexpr double kRuns = 16;
  return std::chrono::seconds(5) +
         std::chrono::milliseconds(std::lround(1000 * kRuns * kWallPerCpu * time_limit));
}

TargetCall call_of(const FuzzPlan& plan, const FuzzTarget& target, const TargetFolders& folders,
                   bool is_isolated) {
  TargetCall call;
  call.program = target.program.string();
  // Where the backend is isolated its own limits hold, and the search for the smallest case must
  // not be cut short.
  constexpr int kNeverSeconds = 3600;
  call.arguments = {
      fmt::format("-timeout={}", is_isolated ? kNeverSeconds : input_seconds(plan.time_limit)),
      fmt::format("-rss_limit_mb={}", kMostMegabytes),
      fmt::format("-artifact_prefix={}/", folders.artifacts.string())};
  call.environment = {{"VCONFORM_FUZZ_BACKEND", plan.backend},
                      {"VCONFORM_FUZZ_PROFILE", plan.profile},
                      {"VCONFORM_FUZZ_CHOICES", fmt::format("{}", fmt::join(plan.choices, ","))},
                      {"VCONFORM_FUZZ_TIME_LIMIT", fmt::format("{}", plan.time_limit)},
                      {"VCONFORM_FUZZ_FINDINGS", folders.findings.string()}};
  if (is_isolated) {
    call.environment.emplace_back("VCONFORM_FUZZ_ISOLATED", "1");
  }
  return call;
}

}  // namespace

int input_seconds(double time_limit) {
  constexpr double kPerCpu = 5;
  return std::max(1, static_cast<int>(std::ceil(kPerCpu * time_limit)));
}

TargetCall slice_call(const FuzzPlan& plan, const FuzzTarget& target, const TargetFolders& folders,
                      bool is_isolated, int seconds, std::uint64_t seed) {
  TargetCall call = call_of(plan, target, folders, is_isolated);
  const auto add = [&](const std::string& argument) { call.arguments.push_back(argument); };
  // 0 is the engine's word for any.
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
  // An input that is begun is finished.
  call.at_most = std::chrono::seconds(seconds) +
                 (is_isolated ? for_isolated_cases(plan.time_limit)
                              : std::chrono::seconds(2 + 2 * input_seconds(plan.time_limit)));
  return call;
}

TargetCall artifact_call(const FuzzPlan& plan, const FuzzTarget& target,
                         const TargetFolders& folders, const std::filesystem::path& artifact) {
  TargetCall call = call_of(plan, target, folders, true);
  call.arguments.push_back(artifact.string());
  call.at_most = for_isolated_cases(plan.time_limit);
  return call;
}

}  // namespace vconform::suites
