// The part of long work that a process runs.
#pragma once

#include <cstdint>
#include <string>

namespace vconform::suites {

inline constexpr std::uint64_t kMostShards = 1'000'000;

// Part `index` of `count`, counted from 1.
struct Shard {
  std::uint64_t index = 1;
  std::uint64_t count = 1;

  // Pieces of work are numbered, and dealt out in turn: chunks of a sweep over all its domains,
  // units of a plan.
  bool has(std::uint64_t piece) const { return piece % count == index - 1; }
  std::string text() const { return std::to_string(index) + "/" + std::to_string(count); }
  friend bool operator==(const Shard&, const Shard&) = default;
};

// Parses "3/8". Throws spec::InputError.
Shard shard_from_text(const std::string& text);

// The shard that --shard names: by a text as above, or "environment"; "" is everything.
Shard shard_named(const std::string& text);

// The shard given by the environment: a task of a Slurm array (SLURM_ARRAY_TASK_ID, _MIN, _MAX,
// _COUNT) or a shard of GoogleTest (GTEST_SHARD_INDEX, GTEST_TOTAL_SHARDS); everything if there is
// neither. Throws spec::InputError if one of a pair is missing, a value is not a number, or they
// disagree.
Shard shard_from_environment();

}  // namespace vconform::suites
