#include "adapters/containment/backend_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "spec/text/quoted.h"

namespace vconform::adapters {

namespace {

constexpr const char* kPrefix = "backend: ";

char harmless(char c) {
  return c == '\t' ? ' ' : spec::is_printable(c) ? c : '?';
}

}  // namespace

std::string SanitisedLines::add(std::string_view piece) {
  std::string lines;
  for (const char c : piece) {
    if (shown_ == limit_) {
      ++dropped_;
      continue;
    }
    ++shown_;
    if (c == '\n') {
      lines += kPrefix + line_ + '\n';
      line_.clear();
    } else {
      line_ += harmless(c);
    }
  }
  return lines;
}

std::string SanitisedLines::finish() {
  std::string lines;
  if (!line_.empty()) {
    lines += kPrefix + line_ + '\n';
  }
  if (dropped_ != 0) {
    lines += kPrefix + std::string("... ") + std::to_string(dropped_) + " bytes more dropped\n";
  }
  line_.clear();
  dropped_ = 0;
  return lines;
}

BackendOutput::BackendOutput() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe for the backend's stderr");
  }
  read_end_ = ends[0];
  write_end_ = ends[1];
}

BackendOutput::~BackendOutput() {
  close_write_end();
  close(read_end_);
}

void BackendOutput::close_write_end() {
  if (write_end_ >= 0) {
    close(write_end_);
    write_end_ = -1;
  }
}

std::string BackendOutput::drain() {
  // A backend that writes without end must not hold up the judging process.
  constexpr int kMostReads = 64;
  std::string lines;
  std::array<char, 4096> buffer;
  for (int i = 0; i < kMostReads; ++i) {
    const ssize_t size = read(read_end_, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) {
      continue;
    }
    if (size <= 0) {
      break;
    }
    lines += lines_.add({buffer.data(), static_cast<std::size_t>(size)});
  }
  return lines;
}

std::string BackendOutput::finish() {
  std::string lines = drain();
  return lines + lines_.finish();
}

}  // namespace vconform::adapters
