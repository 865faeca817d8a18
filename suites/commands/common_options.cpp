#include "suites/commands/common_options.h"

#include <fmt/format.h>

#include <filesystem>

#include "adapters/containment/memory_watch.h"
#include "spec/profiles/choices.h"
#include "spec/text/error.h"
#include "suites/files/one_line.h"
#include "suites/judging/level.h"
#include "suites/probing/families.h"
#include "suites/probing/resolve_choices.h"
#include "suites/shards/shard.h"

namespace vconform::suites {

namespace {

constexpr Range kJobs{1, 1024};

void check_profile(const std::string& profile) {
  if (!is_probed_file(profile)) {
    spec::profile_named(profile);
  }
}

void check_choices(const std::vector<std::string>& choices) {
  spec::Choices pinned;
  spec::pin_all(pinned, choices);
}

void check_writable(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    std::error_code error;
    if (!std::filesystem::exists(folder, error)) {
      throw spec::InputError(
          fmt::format("there is no folder {}: make it, or leave it out", in_quotes(folder)));
    }
  }
}

}  // namespace

std::function<void(std::uint64_t)> to(std::uint64_t& target) {
  return [&target](std::uint64_t number) { target = number; };
}

void add_readings(CLI::App& command, BackendOptions& options, const std::string& without_profile) {
  add_text(
      command, "--profile", options.profile,
      "readings of the open rules: a2, pages, m200, probed:FILE; without it " + without_profile,
      check_profile);
  add_texts(command, "--choice", options.choices, "rule=reading, besides the profile",
            check_choices)
      ->allow_extra_args(false);
}

void add_backend(CLI::App& command, BackendOptions& options) {
  add_text(command, "--backend", options.backend, "what to run: see the command backends");
}

void add_backend_options(CLI::App& command, BackendOptions& options) {
  add_backend(command, options);
  add_readings(command, options, "the backend is probed first");
}

CLI::Option* add_shard(CLI::App& command, std::string& shard, const std::string& part) {
  return add_text(command, "--shard", shard,
                  fmt::format("i/n: this part {} only; environment: what SLURM_ARRAY_TASK_ID and "
                              "_COUNT or GTEST_SHARD_INDEX and GTEST_TOTAL_SHARDS say",
                              part),
                  [](const std::string& text) { shard_named(text); });
}

void check_memory_size(const std::string& text) {
  if (!adapters::memory_size(text)) {
    throw spec::InputError("give a number of bytes with K, M, G or T, such as 512M");
  }
}

// Options that limit what the process of a backend may use.
void add_limits(CLI::App& command, BackendOptions& options) {
  add_seconds(command, "--time-limit", options.time_limit,
              "CPU seconds that a case may take, and ten times that in all", 0.001, 3600);
  add_text(
      command, "--memory-limit", options.memory_limit,
      "memory that the backend's process may hold, such as 512M; half of what there is when not "
      "given",
      check_memory_size);
  add_texts(
      command, "--allow-write", options.allow_write,
      "folders that the backend may write to; neither results nor vconform itself may lie in one",
      check_writable);
}

void add_on(CLI::App& command, BackendOptions& options) {
  add_text(command, "--on", options.on,
           "backend on which a library that calls the documented prototypes executes them");
}

void add_isolation(CLI::App& command, BackendOptions& options) {
  command.add_flag("--in-process", options.in_process,
                   "judge the memory images where the backend's process holds them, without a copy "
                   "for each case");
  add_limits(command, options);
}

CLI::Option* add_level(CLI::App& command, std::string& level) {
  return add_text(command, "--level", level, "quick, standard or exhaustive",
                  [](const std::string& name) { level_named(name); });
}

CLI::Option* add_seed(CLI::App& command, std::uint64_t& seed) {
  return add_number(command, "--seed", to(seed), "of everything random")
      ->default_str(std::to_string(seed));
}

void add_jobs(CLI::App& command, std::size_t& jobs) {
  add_number(command, "--jobs", to(jobs), "processes; as many as processors when not given", kJobs);
}

CLI::Option* add_families(CLI::App& command, const std::string& name,
                          std::vector<std::string>& families, const std::string& description) {
  return add_names(command, name, families, description,
                   [](const std::vector<std::string>& names) { families_named(names); });
}

}  // namespace vconform::suites
