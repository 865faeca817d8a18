#include "suites/sweep/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>

#include "spec/text/error.h"
#include "suites/files/disk_error.h"
#include "suites/files/json.h"
#include "suites/files/json_fields.h"
#include "suites/files/json_file.h"

namespace vconform::suites {

namespace {

// There is a line for each chunk: 8192 of them in the 2^35 pairs of a DEQ.
constexpr std::size_t kMostJournalBytes = 256 * 1024 * 1024;

constexpr std::string_view kFormat = "vconform-journal";
// Lines of version 1 had no checksums.
constexpr std::uint64_t kFormatVersion = 2;
constexpr std::size_t kSealDigits = 16;

constexpr std::string_view kFix = "make room, then --resume continues";

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) {
  throw spec::InputError("journal '" + path.string() + "': " + what);
}

std::string content_of(int file, const std::filesystem::path& path) {
  std::string content;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t size = read(file, buffer.data(), buffer.size());
    if (size < 0 && errno != EINTR) {
      throw DiskError(fmt::format("cannot read '{}': {}", path.string(), error_text(errno)));
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

// The name of the first field that differs, for a message.
std::string first_changed_field(const json& before, const json& now) {
  for (const auto& [name, value] : now.items()) {
    if (!before.contains(name) || before[name] != value) {
      return name;
    }
  }
  return "a field that it has besides";
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

std::string LineSeal::sealed(std::string_view line) {
  const std::string_view text = line.substr(0, line.size() - 1);
  digest_ = spec::digest_of(text, digest_);
  return fmt::format("{} {:0{}x}\n", text, digest_, kSealDigits);
}

std::string_view LineSeal::unsealed(std::string_view line) {
  const std::string_view text =
      line.substr(0, line.size() - std::min(line.size(), kSealDigits + 1));
  digest_ = spec::digest_of(text, digest_);
  if (line.substr(text.size()) != fmt::format(" {:0{}x}", digest_, kSealDigits)) {
    throw spec::InputError(
        "is damaged, or another line before it is missing: its checksum is not that of its text");
  }
  return text;
}

std::string journal_head(const json& identity) {
  return json{{"format", kFormat}, {"format_version", kFormatVersion}, {"sweep", identity}}.dump(
             -1, ' ', false, json::error_handler_t::replace) +
         "\n";
}

namespace {

// The identity of the sweep in the first line.
json sweep_of_head(std::string_view line) {
  json head = json_from_text(std::string(line));
  JsonFields fields(head);
  if (fields.text("format") != kFormat || fields.number("format_version") != kFormatVersion) {
    throw spec::InputError(fmt::format("is not of a {} of version {}", kFormat, kFormatVersion));
  }
  fields.object("sweep");
  fields.expect_no_others();
  return head.at("sweep");
}

// Tests for equality: a JSON value that could not be parsed is neither equal nor unequal to
// another.
void expect_same(const json& before, const json& now) {
  if (!(before == now)) {
    throw spec::InputError(fmt::format(
        "it is of another sweep: {} is not the same; name another folder with --out, or sweep "
        "as before",
        first_changed_field(before, now)));
  }
}

}  // namespace

std::vector<JournalEntry> entries_from_text(std::string_view text, const json& identity,
                                            LineSeal& seal) {
  std::vector<JournalEntry> entries;
  json before;
  std::size_t number = 1;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    try {
      if (number == 1 && line.ends_with('}')) {
        throw spec::InputError("has no checksum: an earlier version of vconform wrote it");
      }
      const std::string_view unsealed = seal.unsealed(line);
      if (number == 1) {
        before = sweep_of_head(unsealed);
      } else {
        entries.push_back(entry_from_line(std::string(unsealed)));
      }
    } catch (const spec::InputError& bad) {
      throw spec::InputError(
          fmt::format("line {} {}; name another folder with --out", number, bad.what()));
    }
  }
  // Serialised and parsed like the other one, so that equal numbers have one type and names are
  // valid text.
  expect_same(before,
              json_from_text(identity.dump(-1, ' ', false, json::error_handler_t::replace)));
  return entries;
}

Journal::Journal(const std::filesystem::path& folder, const json& identity, Mode mode)
    : path_(folder / "journal") {
  file_ = open(path_.c_str(),
               O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
  if (file_ < 0) {
    refuse_place(path_, errno, "name another folder with --out");
  }
  if (struct stat about{}; fstat(file_, &about) != 0 || !S_ISREG(about.st_mode)) {
    close(file_);
    fail(path_, "it is no file; name another folder with --out");
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
  close(file_);
}

void Journal::read(const json& identity) {
  lseek(file_, 0, SEEK_SET);
  const std::string content = content_of(file_, path_);
  const std::string head = journal_head(identity);
  const std::size_t whole = content.rfind('\n') + 1;
  if (whole == 0 && !LineSeal().sealed(head).starts_with(content)) {
    fail(path_, "it is of another sweep, or no journal; name another folder with --out");
  }
  // The rest was being written when the process was killed.
  if (ftruncate(file_, static_cast<off_t>(whole)) != 0) {
    fail_to_write(path_, errno, kFix);
  }
  if (whole == 0) {
    add(head);
    return;
  }
  try {
    entries_ = entries_from_text(std::string_view(content).substr(0, whole), identity, seal_);
  } catch (const spec::InputError& bad) {
    fail(path_, bad.what());
  }
}

void Journal::add(const std::string& line) {
  const std::string sealed = seal_.sealed(line);
  std::size_t written = 0;
  while (written < sealed.size()) {
    const ssize_t size = write(file_, sealed.data() + written, sealed.size() - written);
    if (size < 0 && errno != EINTR) {
      fail_to_write(path_, errno, kFix);
    }
    written += static_cast<std::size_t>(std::max<ssize_t>(size, 0));
  }
}

}  // namespace vconform::suites
