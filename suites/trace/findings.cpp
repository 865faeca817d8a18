#include "suites/trace/findings.h"

#include <fmt/format.h>

#include <utility>

namespace vconform::suites {

std::string text_of(const SourceLine& place) {
  return place.file.empty() ? "unknown place" : fmt::format("{}:{}", place.file, place.line);
}

std::string_view name_of(FindingKind kind) {
  return kFindingNames[static_cast<std::size_t>(kind)].name;
}

void TraceFindings::add(FindingKind kind, const SourceLine& place, const std::string& what,
                        const std::string& text, const SourceLine& other) {
  Key key{kind, place, other, what};
  const auto known = known_.find(key);
  if (known != known_.end()) {
    ++found_[known->second].count;
    return;
  }
  if (found_.size() >= kMostFindings) {
    if (!std::exchange(is_cut_, true)) {
      found_.push_back(
          {FindingKind::kTrace,
           {},
           {},
           fmt::format("there are more than {} findings: the rest is not shown", kMostFindings),
           1});
    }
    return;
  }
  known_.emplace(std::move(key), found_.size());
  found_.push_back({kind, place, other, text, 1});
}

std::vector<TraceFinding> TraceFindings::sorted() const {
  // Equal kinds keep their order.
  std::multimap<FindingKind, TraceFinding> by_kind;
  for (const TraceFinding& finding : found_) {
    by_kind.emplace(finding.kind, finding);
  }
  std::vector<TraceFinding> all;
  for (const auto& [kind, finding] : by_kind) {
    all.push_back(finding);
  }
  return all;
}

}  // namespace vconform::suites
