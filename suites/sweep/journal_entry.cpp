#include "suites/sweep/journal_entry.h"

#include <array>
#include <nlohmann/json.hpp>

#include "spec/text/error.h"
#include "suites/files/json.h"
#include "suites/files/json_file.h"

namespace vconform::suites {

std::string to_line(const JournalEntry& entry) {
  const ChunkResult& result = entry.result;
  return json{entry.id.domain, entry.id.chunk,   result.values,         result.not_run,
              result.judged,   result.permitted, to_json(result.causes)}
             .dump() +
         "\n";
}

namespace {

JournalEntry entry_of(const json& fields) {
  constexpr std::size_t kCounts = 6;
  constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 40;
  if (!fields.is_array() || fields.size() != kCounts + 1 || !fields[kCounts].is_array()) {
    throw spec::InputError("is no list of what a chunk gave");
  }
  std::array<std::uint64_t, kCounts> counts{};
  for (std::size_t i = 0; i < kCounts; ++i) {
    if (!fields[i].is_number_unsigned() || fields[i].get<std::uint64_t>() > kMostCounted) {
      throw spec::InputError("has a count that is not a number or too large");
    }
    counts[i] = fields[i].get<std::uint64_t>();
  }
  const auto [domain, chunk, values, not_run, judged, permitted] = counts;
  return {{domain, chunk}, {values, not_run, judged, permitted, causes_from_json(fields[kCounts])}};
}

}  // namespace

JournalEntry entry_from_line(const std::string& line) {
  try {
    return entry_of(json_from_text(line));
  } catch (const spec::InputError& bad) {
    throw spec::InputError(std::string("is no entry of a sweep: ") + bad.what());
  }
}

}  // namespace vconform::suites
