// Progress on standard error: one changing line on a terminal, a line now and then elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace vconform::suites {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Shows `text(seconds since the start)` unless a line was shown a moment ago.
  void show(const std::function<std::string(double seconds)>& text);

  // Clears the line on a terminal, to make room for other output.
  void clear() const;

 private:
  using Clock = std::chrono::steady_clock;

  bool on_terminal_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
};

// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t number);

}  // namespace vconform::suites
