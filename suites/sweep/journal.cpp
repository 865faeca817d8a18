#include "suites/sweep/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "spec/error.h"
#include "suites/report/json_file.h"

namespace vconform::suites {

namespace {

using json = nlohmann::ordered_json;

// A line for each chunk: 8192 of them in the 2^35 pairs of a DEQ.
constexpr std::size_t kMostJournalBytes = 256 * 1024 * 1024;

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
  throw spec::InputError("journal '" + path.string() + "': " + what);
}

std::string content_of(int file, const std::filesystem::path& path) {
  std::string content;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t size = read(file, buffer.data(), buffer.size());
    if (size < 0 && errno != EINTR) {
      fail(path, std::strerror(errno));
    }
    if (size == 0) {
      return content;
    }
    if (content.size() > kMostJournalBytes) {
      fail(path,
           fmt::format("it has more than {} MiB, so it is none; name another folder with --out",
                       kMostJournalBytes / 1024 / 1024));
    }
    content.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  }
}

// The first field that is not the same, for a message.
std::string first_difference(const json& before, const json& now) {
  for (const auto& [name, value] : now.items()) {
    if (!before.contains(name) || before[name] != value) {
      return name;
    }
  }
  return "format";
}

}  // namespace

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
      throw spec::InputError("counts what is no number or too large");
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

std::vector<JournalEntry> entries_from_text(std::string_view text, const json& identity) {
  std::vector<JournalEntry> entries;
  std::size_t number = 1;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line(text.substr(at, end - at));
    at = end + 1;
    if (number == 1) {
      const json before = json::parse(line, nullptr, false);
      if (before != identity) {
        throw spec::InputError(fmt::format(
            "it is of another sweep: {} is not the same; name another folder with --out, or sweep "
            "as before",
            first_difference(before, identity)));
      }
      continue;
    }
    try {
      entries.push_back(entry_from_line(line));
    } catch (const spec::InputError& bad) {
      throw spec::InputError(
          fmt::format("line {} {}; name another folder with --out", number, bad.what()));
    }
  }
  return entries;
}

Journal::Journal(const std::filesystem::path& folder, const json& identity, Mode mode)
    : path_(folder / "journal") {
  file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file_ < 0) {
    fail(path_, std::string(std::strerror(errno)) + "; name another folder with --out");
  }
  if (struct stat about{}; fstat(file_, &about) != 0 || !S_ISREG(about.st_mode)) {
    close(file_);
    fail(path_, "it is no file; name another folder with --out");
  }
  if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
    close(file_);
    fail(path_, "another sweep is writing to it; wait for it, or name another folder with --out");
  }
  try {
    const bool is_empty = lseek(file_, 0, SEEK_END) == 0;
    if (mode == Mode::kNew && !is_empty) {
      fail(path_,
           "there is a sweep already: --resume continues it; or name another folder "
           "with --out");
    }
    read(identity);
  } catch (...) {
    close(file_);
    throw;
  }
}

Journal::~Journal() {
  let_go();
}

void Journal::let_go() {
  if (file_ >= 0) {
    close(std::exchange(file_, -1));
  }
}

void Journal::read(const json& identity) {
  lseek(file_, 0, SEEK_SET);
  const std::string content = content_of(file_, path_);
  const std::size_t whole = content.rfind('\n') + 1;
  if (whole == 0) {
    if (ftruncate(file_, 0) != 0) {
      fail(path_, std::strerror(errno));
    }
    add(identity.dump() + "\n");
    return;
  }
  // A process was killed while it wrote the rest.
  if (ftruncate(file_, static_cast<off_t>(whole)) != 0) {
    fail(path_, std::strerror(errno));
  }
  try {
    entries_ = entries_from_text(std::string_view(content).substr(0, whole), identity);
  } catch (const spec::InputError& bad) {
    fail(path_, bad.what());
  }
}

void Journal::add(const std::string& line) {
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t size = write(file_, line.data() + written, line.size() - written);
    if (size < 0 && errno != EINTR) {
      fail(path_, std::string(std::strerror(errno)) + "; --resume continues once there is room");
    }
    written += static_cast<std::size_t>(std::max<ssize_t>(size, 0));
  }
}

}  // namespace vconform::suites
