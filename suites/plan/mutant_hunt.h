// Runs the plan against a deliberately wrong backend until the plan catches it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "adapters/mutants/mutants.h"
#include "spec/rows/family.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

struct Hunt {
  // The mutant, restricted to the families that its rule affects.
  Subject subject;
  // The unit and the deviation that caught the mutant: the first deviation that its rule affects.
  // nullopt if the mutant survived the plan.
  std::optional<Unit> unit;
  std::optional<Deviation> caught;
  // Rules that were reported until then.
  std::set<std::string> reported;
  std::uint64_t cases = 0;
  double seconds = 0;
};

// A backend with its claims to instructions of these families, judged by what probing finds out
// about it.
Subject probed_subject(const std::string& name, const std::vector<spec::Family>& families);

// Runs only the units that ask the oracle; what they miss counts as missed.
Hunt hunt(const adapters::mutants::Mutant& mutant, const Level& level, std::uint64_t seed);

}  // namespace vconform::suites
