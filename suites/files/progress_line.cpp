#include "suites/files/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace vconform::suites {

namespace {

// A line that is wider than the terminal would go on in the next one, and be cleared in part only.
std::string cut_to_terminal(std::string line) {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 &&
      line.size() >= size.ws_col) {
    line.resize(size.ws_col - 1U);
  }
  return line;
}

}  // namespace

ProgressLine::ProgressLine() : on_terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::clear() const {
  if (on_terminal_) {
    fmt::print(stderr, "\r\x1b[K");
  }
}

void ProgressLine::show(const std::function<std::string(double seconds)>& text) {
  using std::chrono::milliseconds;
  using std::chrono::seconds;
  const Clock::time_point now = Clock::now();
  const Clock::duration pause = on_terminal_ ? Clock::duration(milliseconds(100)) : seconds(10);
  if (now - shown_ < pause) {
    return;
  }
  shown_ = now;
  const std::string line = text(std::chrono::duration<double>(now - start_).count());
  if (on_terminal_) {
    fmt::print(stderr, "\r\x1b[K{}", cut_to_terminal(line));
  } else {
    fmt::print(stderr, "{}\n", line);
  }
  std::fflush(stderr);
}

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) {
    text.insert(i - 3, ",");
  }
  return text;
}

}  // namespace vconform::suites
