// Statistics of a target: one line on standard error about once a second.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>

#include "spec/case/case.h"
#include "suites/judging/property.h"

namespace vconform::fuzz {

class Statistics {
 public:
  Statistics() = default;
  Statistics(const Statistics&) = delete;
  Statistics& operator=(const Statistics&) = delete;
  // Prints the last line.
  ~Statistics() { print(); }

  void count(const spec::Case& test_case, const suites::CheckResult& result);
  void count_finding() { ++findings_; }

 private:
  using Clock = std::chrono::steady_clock;

  void print() const;
  std::uint64_t median_repeat() const;

  std::uint64_t inputs_ = 0;
  // Inputs after which memory images were compared with what is permitted, and those of them in
  // which some element was judged.
  std::uint64_t compared_ = 0;
  std::uint64_t judged_ = 0;
  std::uint64_t elements_ = 0;
  std::uint64_t findings_ = 0;
  // Inputs by the repeat of their last instruction.
  std::array<std::uint64_t, 256> repeats_{};
  Clock::time_point printed_ = Clock::now();
};

}  // namespace vconform::fuzz
