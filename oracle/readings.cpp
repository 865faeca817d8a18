#include "oracle/readings.h"

#include <cassert>

namespace vconform::oracle {

int Readings::ask(spec::RuleId rule) {
  assert(spec::rule_of(rule).openness == spec::Openness::kChoice);
  if (const std::optional<int> reading = decided_.reading(rule)) {
    return *reading;
  }
  open_.push_back(rule);
  decided_.pin(rule, 0);
  return 0;
}

bool Readings::next() {
  while (!open_.empty()) {
    const spec::RuleId rule = open_.back();
    const int following = *decided_.reading(rule) + 1;
    if (following < static_cast<int>(spec::rule_of(rule).readings.size())) {
      decided_.pin(rule, following);
      return true;
    }
    decided_.pin(rule, spec::kNoReading);
    open_.pop_back();
  }
  return false;
}

}  // namespace vconform::oracle
