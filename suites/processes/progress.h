// How far a run is, on standard error: one changing line on a terminal, a line now and then
// elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "suites/judging/unit.h"

namespace vconform::suites {

// The line; what stands in it is up to what is run.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Shows `text(seconds since the start)` unless a line was shown a moment ago.
  void show(const std::function<std::string(double seconds)>& text);

  // Makes room for something else on a terminal.
  void clear() const;

 private:
  using Clock = std::chrono::steady_clock;

  bool on_terminal_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
};

// Of units.
class Progress {
 public:
  explicit Progress(std::size_t units) : units_(units) {}

  void finished(const UnitResult& result);

 private:
  std::string text(double seconds) const;

  std::size_t units_;
  std::size_t done_ = 0;
  std::uint64_t elements_ = 0;
  std::size_t deviations_ = 0;
  ProgressLine line_;
};

// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t number);

}  // namespace vconform::suites
