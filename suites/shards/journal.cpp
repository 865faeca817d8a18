#include "suites/shards/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>

#include "spec/text/error.h"
#include "suites/files/descriptor.h"
#include "suites/files/disk_error.h"
#include "suites/files/json.h"
#include "suites/files/json_fields.h"
#include "suites/files/json_file.h"
#include "suites/files/one_line.h"
#include "suites/shards/parts.h"

namespace vconform::suites {

namespace {

// A line for each chunk of a sweep: 8192 of them in the 2^35 pairs of a DEQ.
constexpr std::size_t kMostJournalBytes = 256 * 1024 * 1024;

constexpr std::string_view kFormat = "vconform-journal";
// Lines of version 1 had no checksums.
constexpr std::uint64_t kFormatVersion = 2;
constexpr std::size_t kSealDigits = 16;

constexpr std::string_view kName = "journal";
// No waiting for somebody at the other end of a pipe, and no file behind a link.
constexpr int kPlainly = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

constexpr std::string_view kFix = "make room, then --resume continues";
constexpr std::string_view kOtherFolder = "name another folder with --out";

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
           fmt::format("it has more than {} MiB, so it is none", kMostJournalBytes / 1024 / 1024));
    }
    content.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  }
}

void expect_file(int file, const std::filesystem::path& path) {
  if (struct stat about{}; fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
    fail(path, fmt::format("it is no file; {}", kOtherFolder));
  }
}

// A last line without its end was being written when a process was killed.
std::string_view whole_lines(std::string_view content) {
  return content.substr(0, content.rfind('\n') + 1);
}

}  // namespace

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

std::string head_line(const JournalHead& head) {
  return json{{"format", kFormat},
              {"format_version", kFormatVersion},
              {std::string(head.work), head.identity}}
             .dump(-1, ' ', false, json::error_handler_t::replace) +
         "\n";
}

namespace {

// The identity in the first line.
json identity_of(std::string_view line, std::string_view work) {
  const json head = json_from_text(std::string(line));
  JsonFields fields(head);
  if (fields.text("format") != kFormat || fields.number("format_version") != kFormatVersion) {
    throw spec::InputError(fmt::format("is not of a {} of version {}", kFormat, kFormatVersion));
  }
  if (!fields.has(work)) {
    throw spec::InputError(
        fmt::format("is that of a {}, not of a {}", one_line(fields.names().back()), work));
  }
  fields.object(work);
  fields.expect_no_others();
  return head.at(std::string(work));
}

}  // namespace

json journal_from_text(std::string_view text, std::string_view work, LineSeal& seal,
                       const LineReader& read) {
  json identity;
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
        identity = identity_of(unsealed, work);
      } else {
        read(std::string(unsealed));
      }
    } catch (const spec::InputError& bad) {
      throw spec::InputError(fmt::format("line {} {}", number, bad.what()));
    }
  }
  return identity;
}

void expect_same_work(const json& before, const JournalHead& head) {
  // Serialised and parsed like the other one, so that equal numbers have one type and names are
  // valid text.
  const json now =
      json_from_text(head.identity.dump(-1, ' ', false, json::error_handler_t::replace));
  // Tests for equality: a JSON value that could not be parsed is neither equal nor unequal to
  // another.
  if (!(before == now)) {
    throw spec::InputError(fmt::format("it is of another {}: {} differs", head.work,
                                       one_line(first_difference(before, now))));
  }
}

json read_journal(const std::filesystem::path& folder, std::string_view work,
                  const LineReader& read) {
  const std::filesystem::path path = folder / kName;
  const Descriptor file(open(path.c_str(), O_RDONLY | kPlainly));
  if (file.number() < 0) {
    throw spec::InputError(fmt::format("cannot read '{}': {}", path.string(), error_text(errno)));
  }
  expect_file(file.number(), path);
  const std::string content = content_of(file.number(), path);
  try {
    LineSeal seal;
    json identity = journal_from_text(whole_lines(content), work, seal, read);
    if (identity.is_null()) {
      throw spec::InputError("it has no whole line");
    }
    return identity;
  } catch (const spec::InputError& bad) {
    fail(path, bad.what());
  }
}

bool has_journal(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::exists(folder / kName, ignored);
}

bool has_journal_of(const std::filesystem::path& folder, std::string_view work) {
  const Descriptor file(open((folder / kName).c_str(), O_RDONLY | kPlainly));
  if (file.number() < 0) {
    return false;
  }
  std::string head = head_line({work, json::object()});
  // Up to where the identity begins.
  head.resize(head.find("{}"));
  std::string start(head.size(), ' ');
  return read(file.number(), start.data(), start.size()) == static_cast<ssize_t>(start.size()) &&
         start == head;
}

void remove_journal(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::remove(folder / kName, error);
  if (error) {
    fail_to_write(folder / kName, error.value(), "remove it");
  }
}

Journal::Journal(const std::filesystem::path& folder, const JournalHead& head, Mode mode,
                 const LineReader& read)
    : path_(folder / kName) {
  Descriptor file(open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | kPlainly, 0666));
  if (file.number() < 0) {
    refuse_place(path_, errno, kOtherFolder);
  }
  file_ = file.number();
  expect_file(file_, path_);
  if (mode == Mode::kNew && lseek(file_, 0, SEEK_END) != 0) {
    fail(path_, fmt::format("there is a {} already: --resume continues it; or {}", head.work,
                            kOtherFolder));
  }
  take_up(head, read);
  file.release();
}

Journal::~Journal() {
  close(file_);
}

void Journal::take_up(const JournalHead& head, const LineReader& read) {
  lseek(file_, 0, SEEK_SET);
  const std::string content = content_of(file_, path_);
  const std::string_view whole = whole_lines(content);
  if (whole.empty() && !LineSeal().sealed(head_line(head)).starts_with(content)) {
    fail(path_, fmt::format("it is of another {}, or no journal; {}", head.work, kOtherFolder));
  }
  // The rest was being written when the process was killed.
  if (whole.size() != content.size() && ftruncate(file_, static_cast<off_t>(whole.size())) != 0) {
    fail_to_write(path_, errno, kFix);
  }
  if (whole.empty()) {
    add(head_line(head));
    return;
  }
  try {
    // Its other lines mean something to this work alone.
    LineSeal seal_of_first;
    const std::string_view first = whole.substr(0, whole.find('\n') + 1);
    expect_same_work(journal_from_text(first, head.work, seal_of_first, {}), head);
    journal_from_text(whole, head.work, seal_, read);
  } catch (const spec::InputError& bad) {
    fail(path_, fmt::format("{}; {}", bad.what(), kOtherFolder));
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
