// Some readings of one rule.
#pragma once

#include <bit>
#include <cstdint>

#include "oracle/reading/derivation.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// A bit for each reading.
using ReadingSet = std::uint8_t;

struct SomeReadings {
  spec::RuleId rule;
  ReadingSet readings;

  spec::Choice first() const { return {rule, std::countr_zero(readings)}; }
  bool has(spec::Choice choice) const { return (readings >> choice.reading & 1) != 0; }
};

// The readings of the rule that gave what `reading` gave.
inline ReadingSet class_of(const Derivation::Met& met, int reading) {
  ReadingSet same = 0;
  for (std::size_t i = 0; i < spec::reading_count(met.rule); ++i) {
    const bool is_same = met.classes[i] == met.classes[static_cast<std::size_t>(reading)];
    same |= static_cast<ReadingSet>((is_same ? 1u : 0u) << i);
  }
  return same;
}

inline ReadingSet inferable_readings(spec::RuleId rule) {
  ReadingSet all = 0;
  for (const spec::Choice& choice : spec::all_readings(rule)) {
    all |=
        static_cast<ReadingSet>((spec::reading_of(choice).permissive ? 0u : 1u) << choice.reading);
  }
  return all;
}

}  // namespace vconform::oracle
