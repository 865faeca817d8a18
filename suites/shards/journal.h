// The progress of long work in a file that outlives its process: a first line that says what work
// it is, then a line for each part of it that is done.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "spec/number/digest.h"

namespace vconform::suites {

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

// The work of a journal, "sweep" or "run", and all that its results depend on: work with another
// identity has other results.
struct JournalHead {
  std::string_view work;
  const nlohmann::ordered_json& identity;
};

// The first line of a journal, not sealed.
std::string head_line(const JournalHead& head);

// Takes a line behind the first one, without checksum and '\n'. Throws spec::InputError if it is
// not one of this kind of work.
using LineReader = std::function<void(const std::string& line)>;

// Reads the text of a journal whose lines are complete, each checked by `seal`, and returns the
// identity in its first line. Throws spec::InputError naming the line if anything is wrong.
nlohmann::ordered_json journal_from_text(std::string_view text, std::string_view work,
                                         LineSeal& seal, const LineReader& read);

// Throws spec::InputError naming what differs if the identity that was read is not that of `head`.
void expect_same_work(const nlohmann::ordered_json& before, const JournalHead& head);

// The journal in a folder that is done, or waits to be continued; a last line that was cut off when
// a process was killed is left out. Throws spec::InputError if there is none, or as above.
nlohmann::ordered_json read_journal(const std::filesystem::path& folder, std::string_view work,
                                    const LineReader& read);

// Whether there is one in the folder.
bool has_journal(const std::filesystem::path& folder);

// Whether it is of this work, as its first line begins.
bool has_journal_of(const std::filesystem::path& folder, std::string_view work);

// Removes that of work that is done, so that the next one begins anew. Throws DiskError.
void remove_journal(const std::filesystem::path& folder);

// The file `journal` in a folder that a FolderLock holds.
class Journal {
 public:
  enum class Mode : std::uint8_t { kNew, kResume };

  // kResume continues an existing file of the same work, whose lines `read` takes; kNew refuses any
  // existing file. Throws spec::InputError.
  Journal(const std::filesystem::path& folder, const JournalHead& head, Mode mode,
          const LineReader& read);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // Adds a line, which ends with '\n'. Throws DiskError.
  void add(const std::string& line);

 private:
  void take_up(const JournalHead& head, const LineReader& read);

  std::filesystem::path path_;
  int file_ = -1;
  LineSeal seal_;
};

}  // namespace vconform::suites
