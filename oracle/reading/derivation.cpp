#include "oracle/reading/derivation.h"

#include <algorithm>

namespace vconform::oracle {

spec::Choice Derivation::ask(spec::RuleId rule) {
  if (!compares(rule)) {
    return reading_of(rule);
  }
  Classes all_differ{};
  for (std::size_t i = 0; i < kMostReadings; ++i) {
    all_differ[i] = static_cast<std::uint8_t>(i);
  }
  met({rule, all_differ, ++begun_});
  return reading_of(rule);
}

void Derivation::met(const Met& met) {
  const auto known =
      std::find_if(met_.begin(), met_.end(), [&](const Met& one) { return one.rule == met.rule; });
  if (known == met_.end()) {
    met_.push_back(met);
    return;
  }
  known->begun = std::min(known->begun, met.begun);
  const Classes before = known->classes;
  for (std::size_t i = 0; i < kMostReadings; ++i) {
    std::size_t same = 0;
    while (before[same] != before[i] || met.classes[same] != met.classes[i]) {
      ++same;
    }
    known->classes[i] = static_cast<std::uint8_t>(same);
  }
}

}  // namespace vconform::oracle
