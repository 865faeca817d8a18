// The progress of a run of units, on standard error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "suites/files/progress_line.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

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

}  // namespace vconform::suites
