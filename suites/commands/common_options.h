// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "suites/commands/options.h"
#include "suites/judging/backend_options.h"

namespace vconform::suites {

// Stores a number.
std::function<void(std::uint64_t)> to(std::uint64_t& target);

// --profile and --choice; `without_profile` says what happens without the former.
void add_readings(CLI::App& command, BackendOptions& options, const std::string& without_profile);
// --backend.
void add_backend(CLI::App& command, BackendOptions& options);
// Both.
void add_backend_options(CLI::App& command, BackendOptions& options);

// --time-limit, --memory-limit and --allow-write: what the process of a backend may use.
void add_limits(CLI::App& command, BackendOptions& options);
// These and --in-process.
void add_isolation(CLI::App& command, BackendOptions& options);
void add_on(CLI::App& command, BackendOptions& options);

CLI::Option* add_level(CLI::App& command, std::string& level);
CLI::Option* add_seed(CLI::App& command, std::uint64_t& seed);
void add_jobs(CLI::App& command, std::size_t& jobs);
CLI::Option* add_families(CLI::App& command, const std::string& name,
                          std::vector<std::string>& families, const std::string& description);

// --shard; `part` says of what.
CLI::Option* add_shard(CLI::App& command, std::string& shard, const std::string& part);

// Refuses a text that is no size in bytes, such as 512M. Throws spec::InputError.
void check_memory_size(const std::string& text);

}  // namespace vconform::suites
