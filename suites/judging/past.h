// The programs that a backend has run since it was opened, for failures that depend on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "spec/case/case.h"

namespace vconform::suites {

class Past {
 public:
  // The most programs that are remembered, and the most steps and placements of all of them. The
  // last one is remembered in any case.
  static constexpr std::size_t kMost = 128;
  static constexpr std::size_t kMostParts = 16 * 1024;

  void note(const spec::Case& program);
  void forget() {
    programs_.clear();
    parts_ = 0;
  }

  // A moment, to ask later what had been run until then.
  std::uint64_t now() const { return noted_; }
  // The last programs before that moment, in order.
  std::vector<spec::Case> until(std::uint64_t moment) const;

 private:
  std::deque<spec::Case> programs_;
  // The steps and placements of all of them.
  std::size_t parts_ = 0;
  std::uint64_t noted_ = 0;
};

}  // namespace vconform::suites
