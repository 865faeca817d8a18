#include "suites/judging/past.h"

#include <algorithm>

namespace vconform::suites {

void Past::note(const spec::Case& program) {
  programs_.push_back(program);
  programs_.back().earlier.clear();
  if (programs_.size() > kMost) {
    programs_.pop_front();
  }
  ++noted_;
}

std::vector<spec::Case> Past::until(std::uint64_t moment) const {
  const std::uint64_t later = std::min<std::uint64_t>(noted_ - moment, programs_.size());
  return {programs_.begin(), programs_.end() - static_cast<std::ptrdiff_t>(later)};
}

}  // namespace vconform::suites
