#include "oracle/reading/readings.h"

#include <cassert>
#include <optional>
#include <span>

namespace vconform::oracle {

namespace {

// The first reading from `from` on that may be inferred. A permissive one holds only if it is
// pinned; otherwise it would explain anything a backend does.
std::optional<int> inferable_reading(spec::RuleId rule, int from) {
  const std::span<const spec::Reading> readings = spec::rule_of(rule).readings;
  for (int i = from; i < static_cast<int>(readings.size()); ++i) {
    if (!readings[static_cast<std::size_t>(i)].permissive) {
      return i;
    }
  }
  return std::nullopt;
}

}  // namespace

int Readings::ask(spec::RuleId rule) {
  assert(spec::rule_of(rule).openness == spec::Openness::kChoice);
  if (const std::optional<int> reading = decided_.reading(rule)) {
    return *reading;
  }
  const std::optional<int> first = inferable_reading(rule, 0);
  assert(first);
  open_.push_back(rule);
  decided_.pin(rule, *first);
  return *first;
}

bool Readings::next() {
  while (!open_.empty()) {
    const spec::RuleId rule = open_.back();
    const std::optional<int> following = inferable_reading(rule, *decided_.reading(rule) + 1);
    if (following) {
      decided_.pin(rule, *following);
      return true;
    }
    decided_.pin(rule, spec::kNoReading);
    open_.pop_back();
  }
  return false;
}

}  // namespace vconform::oracle
