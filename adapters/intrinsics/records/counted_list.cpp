#include "adapters/intrinsics/records/counted_list.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "spec/text/error.h"

namespace vconform::adapters::intrinsics {

namespace {

constexpr std::uint64_t kDigits = 10;
// Pages beyond the end of the file cost nothing.
constexpr std::uint64_t kMostBytes = 64 * 1024 * 1024;

}  // namespace

CountedList::CountedList(const std::string& path)
    : file_(open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666)) {
  if (file_ < 0) {
    throw spec::InputError(errno == EEXIST
                               ? path + " exists: remove that recording, or name another folder"
                               : path + ": " + std::strerror(errno));
  }
  void* mapped = mmap(nullptr, kMostBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (mapped == MAP_FAILED) {
    close(file_);
    throw spec::InputError(path + " cannot be mapped: " + std::strerror(errno));
  }
  lines_ = static_cast<char*>(mapped);
}

CountedList::~CountedList() {
  munmap(lines_, kMostBytes);
  close(file_);
}

// The line is written, not copied to the mapping: a disk that is full is then an error and not a
// signal.
bool CountedList::add(std::string_view text, std::uint64_t& place) {
  const std::string line = fmt::format("{:>{}} {}\n", 1, kDigits, text);
  if (size_ + line.size() > kMostBytes ||
      pwrite(file_, line.data(), line.size(), static_cast<off_t>(size_)) !=
          static_cast<ssize_t>(line.size())) {
    return false;
  }
  place = size_;
  size_ += line.size();
  return true;
}

void CountedList::count(std::uint64_t place) {
  for (char* digit = lines_ + place + kDigits; digit-- != lines_ + place;) {
    if (*digit != '9') {
      *digit = *digit == ' ' ? '1' : static_cast<char>(*digit + 1);
      return;
    }
    *digit = '0';
  }
}

}  // namespace vconform::adapters::intrinsics
