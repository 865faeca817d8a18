// The score of a wrong backend.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "suites/mutants/ordinary_practice.h"

namespace vconform::suites {

enum class Fate : std::uint8_t { kKilled, kSurvived, kEquivalent };
std::string_view name_of(Fate fate);

// The first explanation of a killed backend: a hypothesis that says what is wrong, another one, or
// none; kNotAsked if it was neither diagnosed nor checked as ordinary practice does.
enum class Named : std::uint8_t { kRight, kWrong, kNotExplained, kNotAsked };
std::string_view name_of(Named named);

struct MutantScore {
  Fate fate = Fate::kSurvived;
  // Until it was killed, or of its whole plan. Probing, which comes before, is counted apart.
  std::uint64_t cases = 0;
  double seconds = 0;
  double seconds_probing = 0;
  // The claim and the rule that killed it, or why it is equivalent.
  std::string how;
  Named named = Named::kNotExplained;
  OrdinaryVerdict ordinary;
};

}  // namespace vconform::suites
