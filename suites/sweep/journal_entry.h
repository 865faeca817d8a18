// The lines of a sweep's journal: one for each chunk that is done.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/sweep/chunk_runner.h"
#include "suites/sweep/sweep_plan.h"

namespace vconform::suites {

// As the journal of a sweep names its work.
inline constexpr std::string_view kSweepWork = "sweep";

struct JournalEntry {
  ChunkId id;
  ChunkResult result;
};

// An entry as a line of text, and back. Throws spec::InputError.
std::string to_line(const JournalEntry& entry);
JournalEntry entry_from_line(const std::string& line);

}  // namespace vconform::suites
