#include "suites/judging/past.h"

#include <algorithm>

namespace vconform::suites {

namespace {

std::size_t parts_of(const spec::Case& program) {
  return program.steps.size() + program.placements.size();
}

}  // namespace

void Past::note(const spec::Case& program) {
  programs_.push_back(program);
  programs_.back().earlier.clear();
  parts_ += parts_of(program);
  while (programs_.size() > kMost || (parts_ > kMostParts && programs_.size() > 1)) {
    parts_ -= parts_of(programs_.front());
    programs_.pop_front();
  }
  ++noted_;
}

std::vector<spec::Case> Past::until(std::uint64_t moment) const {
  const std::uint64_t later = std::min<std::uint64_t>(noted_ - moment, programs_.size());
  return {programs_.begin(), programs_.end() - static_cast<std::ptrdiff_t>(later)};
}

}  // namespace vconform::suites
