#include "suites/processes/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace vconform::suites {

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
  fmt::print(stderr, "{}{}{}", on_terminal_ ? "\r\x1b[K" : "", line, on_terminal_ ? "" : "\n");
  std::fflush(stderr);
}

std::string Progress::text(double seconds) const {
  const double rate = static_cast<double>(elements_) / seconds;
  const double left = seconds * static_cast<double>(units_ - done_) / static_cast<double>(done_);
  return fmt::format(
      "{} of {} parts, {} elements, {:.1f} million/s, {} deviations, about {:.0f} s left", done_,
      units_, with_commas(elements_), rate / 1e6, deviations_, left);
}

void Progress::finished(const UnitResult& result) {
  ++done_;
  elements_ += result.elements;
  deviations_ += result.deviations.size();
  line_.show([this](double seconds) { return text(seconds); });
}

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) {
    text.insert(i - 3, ",");
  }
  return text;
}

}  // namespace vconform::suites
