// The progress of a sweep in a file that outlives its process: one line per chunk.
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

// An entry as a line of text, and back. Throws spec::InputError.
std::string to_line(const JournalEntry& entry);
JournalEntry entry_from_line(const std::string& line);

// The checksums of the lines of a journal. Each covers its line and, through the previous checksum,
// all lines before: a damaged, missing, moved or repeated line is noticed.
class LineSeal {
 public:
  // The line with a checksum and '\n' appended.
  std::string sealed(std::string_view line);
  // The line without its checksum; `line` has no '\n'. Throws spec::InputError if the checksum is
  // missing or wrong.
  std::string_view unsealed(std::string_view line);

 private:
  std::uint64_t digest_ = spec::kEmptyDigest;
};

// The first line of a journal, not sealed.
std::string journal_head(const nlohmann::ordered_json& identity);

// The entries of a journal whose lines are complete, checked by `seal`. Throws spec::InputError if
// the first line names another sweep than `identity`, or if anything else is wrong.
std::vector<JournalEntry> entries_from_text(std::string_view text,
                                            const nlohmann::ordered_json& identity, LineSeal& seal);

// The file `journal` in a folder that a FolderLock holds.
class Journal {
 public:
  enum class Mode : std::uint8_t { kNew, kResume };

  // `identity` names the sweep. kResume continues an existing file of the same sweep; kNew refuses
  // any existing file. Throws spec::InputError.
  Journal(const std::filesystem::path& folder, const nlohmann::ordered_json& identity, Mode mode);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // The entries when it was opened, without a last line that was cut off when a process was killed.
  const std::vector<JournalEntry>& entries() const { return entries_; }

  // Adds a line as to_line gives it. Throws DiskError.
  void add(const std::string& line);

 private:
  void read(const nlohmann::ordered_json& identity);

  std::filesystem::path path_;
  int file_ = -1;
  LineSeal seal_;
  std::vector<JournalEntry> entries_;
};

}  // namespace vconform::suites
