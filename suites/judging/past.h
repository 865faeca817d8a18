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
  // The most programs that are remembered.
  static constexpr std::size_t kMost = 128;

  void note(const spec::Case& program);
  void forget() { programs_.clear(); }

  // A moment, to ask later what had been run until then.
  std::uint64_t now() const { return noted_; }
  // The last programs before that moment, in order.
  std::vector<spec::Case> until(std::uint64_t moment) const;

 private:
  std::deque<spec::Case> programs_;
  std::uint64_t noted_ = 0;
};

}  // namespace vconform::suites
