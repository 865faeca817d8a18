#include "oracle/reading/readings.h"

#include <cassert>
#include <optional>
#include <span>

namespace vconform::oracle {

namespace {

// The first reading from `from` on that may be inferred: a permissive one holds only where it is
// pinned, or else it would explain whatever a backend does.
std::optional<spec::Choice> inferable_reading(spec::RuleId rule, int from) {
  for (int i = from; i < static_cast<int>(spec::reading_count(rule)); ++i) {
    if (!spec::reading_of({rule, i}).permissive) {
      return spec::Choice{rule, i};
    }
  }
  return std::nullopt;
}

}  // namespace

spec::Choice first_inferable(spec::RuleId rule) {
  const std::optional<spec::Choice> first = inferable_reading(rule, 0);
  assert(first);
  return *first;
}

spec::Choice Readings::ask(spec::RuleId rule) {
  assert(spec::reading_count(rule) > 0);
  if (const std::optional<spec::Choice> reading = decided_.reading(rule)) {
    return *reading;
  }
  const spec::Choice first = first_inferable(rule);
  open_.push_back(rule);
  decided_.pin(first);
  return first;
}

bool Readings::next() {
  while (!open_.empty()) {
    const spec::RuleId rule = open_.back();
    const std::optional<spec::Choice> following =
        inferable_reading(rule, decided_.reading(rule)->reading + 1);
    if (following) {
      decided_.pin(*following);
      return true;
    }
    decided_.leave_open(rule);
    open_.pop_back();
  }
  return false;
}

}  // namespace vconform::oracle
