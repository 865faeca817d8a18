#include "suites/runner/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace vconform::suites {

namespace {

using std::chrono::duration;
using std::chrono::milliseconds;
using std::chrono::seconds;

double in_seconds(std::chrono::steady_clock::duration time) {
  return duration<double>(time).count();
}

}  // namespace

Progress::Progress(std::size_t units) : units_(units), on_terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (on_terminal_) {
    fmt::print(stderr, "\r\x1b[K");
  }
}

std::string Progress::line(Clock::duration elapsed) const {
  const double passed = in_seconds(elapsed);
  const double rate = passed > 0 ? static_cast<double>(elements_) / passed : 0;
  const double left = passed * static_cast<double>(units_ - done_) / static_cast<double>(done_);
  return fmt::format(
      "{} of {} parts, {} elements, {:.1f} million/s, {} deviations, about {:.0f} s left", done_,
      units_, with_commas(elements_), rate / 1e6, deviations_, left);
}

void Progress::finished(const UnitResult& result) {
  ++done_;
  elements_ += result.elements;
  deviations_ += result.deviations.size();
  const Clock::time_point now = Clock::now();
  const Clock::duration pause = on_terminal_ ? Clock::duration(milliseconds(100)) : seconds(10);
  if (now - shown_ < pause) {
    return;
  }
  shown_ = now;
  const std::string text = line(now - start_);
  fmt::print(stderr, "{}{}{}", on_terminal_ ? "\r\x1b[K" : "", text, on_terminal_ ? "" : "\n");
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
