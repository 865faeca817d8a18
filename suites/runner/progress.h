// How far a run is, on standard error: one changing line on a terminal, a line now and then
// elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "suites/runner/unit.h"

namespace vconform::suites {

class Progress {
 public:
  explicit Progress(std::size_t units);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void finished(const UnitResult& result);

 private:
  using Clock = std::chrono::steady_clock;

  std::string line(Clock::duration elapsed) const;

  std::size_t units_;
  std::size_t done_ = 0;
  std::uint64_t elements_ = 0;
  std::size_t deviations_ = 0;
  bool on_terminal_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
};

// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t number);

}  // namespace vconform::suites
