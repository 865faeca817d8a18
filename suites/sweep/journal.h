// What a sweep has done so far, in a file that survives the end of its process: a line for each
// chunk.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "spec/number/digest.h"
#include "suites/sweep/chunk_runner.h"
#include "suites/sweep/sweep_plan.h"

namespace vconform::suites {

struct JournalEntry {
  ChunkId id;
  ChunkResult result;
};

// A line of text, and back. Throws spec::InputError.
std::string to_line(const JournalEntry& entry);
JournalEntry entry_from_line(const std::string& line);

// The checksums of the lines of a journal. Each is of its line and, by the checksum before it, of
// all lines before: one that is damaged, left out, moved or given twice is noticed.
class LineSeal {
 public:
  // The line, with '\n' at its end, and a checksum in front of that.
  std::string sealed(std::string_view line);
  // The line of a sealed one without its '\n'. Throws spec::InputError where the checksum is
  // missing or another one.
  std::string_view unsealed(std::string_view line);

 private:
  std::uint64_t digest_ = spec::kEmptyDigest;
};

// The first line of a journal, not sealed.
std::string journal_head(const nlohmann::ordered_json& identity);

// The entries of a journal whose lines are whole, and sealed by `seal`: the first line says which
// sweep it is of. Throws spec::InputError where that is another one than `identity`, or something
// else is wrong.
std::vector<JournalEntry> entries_from_text(std::string_view text,
                                            const nlohmann::ordered_json& identity, LineSeal& seal);

// The file `journal` in a folder, held by one process at a time.
class Journal {
 public:
  enum class Mode : std::uint8_t { kNew, kResume };

  // `identity` says which sweep it is. A file that is there is continued by kResume if it is of the
  // same sweep, and refused by kNew. Throws spec::InputError.
  Journal(const std::filesystem::path& folder, const nlohmann::ordered_json& identity, Mode mode);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // What it held when it was opened. A line that a process was killed in the midst of is no entry.
  const std::vector<JournalEntry>& entries() const { return entries_; }

  // As to_line gives it. Throws DiskError.
  void add(const std::string& line);

  // For a forked process: it does not hold the journal when the one that writes it has ended.
  void let_go();

 private:
  void read(const nlohmann::ordered_json& identity);

  std::filesystem::path path_;
  int file_ = -1;
  LineSeal seal_;
  std::vector<JournalEntry> entries_;
};

}  // namespace vconform::suites
