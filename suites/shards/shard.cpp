#include "suites/shards/shard.h"

#include <array>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "spec/text/error.h"
#include "spec/text/number_text.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

std::optional<std::uint64_t> number_from(std::string_view text) {
  const std::optional<std::uint64_t> number = spec::decimal_number<std::uint64_t>(text);
  return number && *number <= kMostShards ? number : std::nullopt;
}

// The environment variables of a system that runs parts of a job.
struct Engine {
  const char* index;
  const char* count;
  // The smallest and the largest index; null if indices always count from 0.
  const char* first;
  const char* last;
};

constexpr std::array<Engine, 2> kEngines = {{
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
     "SLURM_ARRAY_TASK_MAX"},
    {"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", nullptr, nullptr},
}};

bool is_set(const char* variable) {
  return variable != nullptr && std::getenv(variable) != nullptr;
}

std::uint64_t value_of(const char* variable) {
  const char* text = std::getenv(variable);
  const std::optional<std::uint64_t> number = number_from(text == nullptr ? "" : text);
  if (!number) {
    throw spec::InputError(std::string(variable) + " is " +
                           (text == nullptr ? "not set" : in_quotes(text)) +
                           ", which is not a number up to 1000000: unset it, or give --shard i/n");
  }
  return *number;
}

Shard shard_of(const Engine& engine) {
  const std::uint64_t index = value_of(engine.index);
  const std::uint64_t count = value_of(engine.count);
  const std::uint64_t first = is_set(engine.first) ? value_of(engine.first) : 0;
  const std::uint64_t last =
      is_set(engine.first) && is_set(engine.last) ? value_of(engine.last) : first + count - 1;
  // In an array with gaps, such as 0-6:2, two tasks would run the same part or none would run some
  // part.
  if (count == 0 || index < first || index > last || last - first != count - 1) {
    throw spec::InputError(std::string(engine.index) + " " + std::to_string(index) +
                           " is not one of " + std::to_string(count) + " from " +
                           std::to_string(first) +
                           " on: number the tasks one after another, or give --shard i/n");
  }
  return {index - first + 1, count};
}

}  // namespace

Shard shard_from_text(const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto index = number_from(std::string_view(text).substr(0, slash));
  const auto count = slash == std::string::npos
                         ? std::nullopt
                         : number_from(std::string_view(text).substr(slash + 1));
  if (!index || !count || *index == 0 || *index > *count) {
    throw spec::InputError("--shard " + in_quotes(text) +
                           " is no shard: give i/n with i from 1 to n, such as 3/8");
  }
  return {*index, *count};
}

Shard shard_named(const std::string& text) {
  return text.empty()            ? Shard{}
         : text == "environment" ? shard_from_environment()
                                 : shard_from_text(text);
}

Shard shard_from_environment() {
  std::optional<Shard> shard;
  for (const Engine& engine : kEngines) {
    // With only one of the two set, running everything would be a guess.
    if (!is_set(engine.index) && !is_set(engine.count)) {
      continue;
    }
    const Shard named = shard_of(engine);
    if (shard && *shard != named) {
      throw spec::InputError("SLURM_ARRAY_TASK_ID says shard " + shard->text() +
                             " and GTEST_SHARD_INDEX shard " + named.text() +
                             ": unset one of them, or give --shard i/n");
    }
    shard = named;
  }
  return shard.value_or(Shard{});
}

}  // namespace vconform::suites
