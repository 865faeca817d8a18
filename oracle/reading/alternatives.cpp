#include "oracle/reading/alternatives.h"

#include <algorithm>

namespace vconform::oracle {

spec::Choices with(spec::Choices pinned, const std::vector<spec::Choice>& readings) {
  for (const spec::Choice& choice : readings) {
    pinned.pin(choice);
  }
  return pinned;
}

bool agrees(const Alternative& alternative, const spec::Choices& pinned) {
  return std::all_of(
      alternative.readings.begin(), alternative.readings.end(),
      [&](spec::Choice choice) { return pinned.reading(choice.rule).value_or(choice) == choice; });
}

Alternatives combined(
    const Alternatives& a, const Alternatives& b,
    const std::function<Expectation(const Expectation&, const Expectation&)>& combine) {
  Alternatives all;
  for (const Alternative& one : a) {
    const spec::Choices pinned = with({}, one.readings);
    for (const Alternative& other : b) {
      if (!agrees(other, pinned)) {
        continue;
      }
      all.push_back({one.readings, combine(one.expectation, other.expectation)});
      for (const spec::Choice& choice : other.readings) {
        if (!pinned.reading(choice.rule)) {
          all.back().readings.push_back(choice);
        }
      }
    }
  }
  return all;
}

}  // namespace vconform::oracle
