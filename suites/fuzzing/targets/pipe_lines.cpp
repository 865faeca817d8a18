#include "suites/fuzzing/targets/pipe_lines.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace vconform::suites {

namespace {

constexpr std::size_t kLongestLine = 4096;

}  // namespace

PipeLines::PipeLines(int descriptor) : descriptor_(descriptor) {
  fcntl(descriptor_, F_SETFL, O_NONBLOCK);
}

PipeLines::~PipeLines() {
  if (descriptor_ >= 0) {
    close(descriptor_);
  }
}

void PipeLines::read(bool is_last, const std::function<void(std::string_view line)>& take) {
  std::array<char, 65536> buffer;
  // At most as much as a pipe holds, so that one endless talker cannot hold up the others.
  if (descriptor_ >= 0) {
    const ssize_t size = ::read(descriptor_, buffer.data(), buffer.size());
    if (size > 0) {
      unread_.append(buffer.data(), static_cast<std::size_t>(size));
    } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
      close(descriptor_);
      descriptor_ = -1;
    }
  }
  std::size_t at = 0;
  while (at < unread_.size()) {
    const std::size_t line_end = unread_.find('\n', at);
    const bool is_whole = line_end != std::string::npos;
    const std::size_t size = (is_whole ? line_end : unread_.size()) - at;
    if (!is_whole && !is_last && descriptor_ >= 0 && size < kLongestLine) {
      break;
    }
    const std::size_t taken = std::min(size, kLongestLine);
    take(std::string_view(unread_).substr(at, taken));
    at += taken + (is_whole && taken == size ? 1 : 0);
  }
  unread_.erase(0, at);
}

}  // namespace vconform::suites
