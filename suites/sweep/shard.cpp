#include "suites/sweep/shard.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "spec/error.h"
#include "suites/report/one_line.h"

namespace vconform::suites {

namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number <= kMostShards
             ? std::optional(number)
             : std::nullopt;
}

// Variables of something that runs parts of a job, and where it begins to count.
struct Engine {
  const char* index;
  const char* count;
  // Null where it always counts from 0.
  const char* first;
};

constexpr std::array<Engine, 2> kEngines = {{
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN"},
    {"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", nullptr},
}};

std::uint64_t value_of(const char* variable) {
  const char* text = std::getenv(variable);
  const std::optional<std::uint64_t> number = whole_number(text == nullptr ? "" : text);
  if (!number) {
    throw spec::InputError(std::string(variable) + " is " + in_quotes(text == nullptr ? "" : text) +
                           ", no number up to 1000000: unset it, or give --shard i/n");
  }
  return *number;
}

Shard shard_of(const Engine& engine) {
  const std::uint64_t first =
      engine.first != nullptr && std::getenv(engine.first) != nullptr ? value_of(engine.first) : 0;
  const std::uint64_t index = value_of(engine.index);
  const std::uint64_t count = value_of(engine.count);
  if (index < first || index - first >= count) {
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
  const auto index = whole_number(std::string_view(text).substr(0, slash));
  const auto count = slash == std::string::npos
                         ? std::nullopt
                         : whole_number(std::string_view(text).substr(slash + 1));
  if (!index || !count || *index == 0 || *index > *count) {
    throw spec::InputError("--shard " + in_quotes(text) +
                           " is no shard: give i/n with i from 1 to n, such as 3/8");
  }
  return {*index, *count};
}

Shard shard_from_environment() {
  for (const Engine& engine : kEngines) {
    if (std::getenv(engine.index) != nullptr && std::getenv(engine.count) != nullptr) {
      return shard_of(engine);
    }
  }
  return {};
}

}  // namespace vconform::suites
