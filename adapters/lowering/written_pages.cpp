#include "adapters/lowering/written_pages.h"

#include <fcntl.h>
#include <unistd.h>

namespace vconform::adapters::lowering {

namespace {

// Bits of an entry of /proc/self/pagemap: in memory; swapped out; a page of the file, not a copy.
constexpr std::uint64_t kPresent = std::uint64_t{1} << 63;
constexpr std::uint64_t kSwapped = std::uint64_t{1} << 62;
constexpr std::uint64_t kOfFile = std::uint64_t{1} << 61;

// The entries of the pages. Opened each time: a descriptor that is kept could be closed, and its
// number be that of another file.
bool read_entries(std::uint64_t first_page, std::vector<std::uint64_t>& entries) {
  const int file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  const std::size_t bytes = entries.size() * sizeof(std::uint64_t);
  const ssize_t got =
      pread(file, entries.data(), bytes, static_cast<off_t>(first_page * sizeof(std::uint64_t)));
  close(file);
  return got == static_cast<ssize_t>(bytes);
}

}  // namespace

std::uint64_t page_bytes() {
  static const auto bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

std::vector<std::uint64_t> written_pages(const std::uint8_t* first, std::uint64_t bytes) {
  std::vector<std::uint64_t> entries((bytes + page_bytes() - 1) / page_bytes());
  if (!read_entries(reinterpret_cast<std::uint64_t>(first) / page_bytes(), entries)) {
    entries.assign(entries.size(), kPresent);
  }
  std::vector<std::uint64_t> written;
  for (std::size_t page = 0; page < entries.size(); ++page) {
    if ((entries[page] & (kPresent | kSwapped)) != 0 && (entries[page] & kOfFile) == 0) {
      written.push_back(page * page_bytes());
    }
  }
  return written;
}

}  // namespace vconform::adapters::lowering
