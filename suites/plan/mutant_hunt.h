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
  // The wrong backend.
  Subject subject;
  // The unit and the deviation that caught it. nullopt if it survived the plan.
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

// Hunts for a bundled mutant in the families that its rule affects, judged by what probing finds
// out about it.
Hunt hunt(const adapters::mutants::Mutant& mutant, const Level& level, std::uint64_t seed);

// The units of these instructions that ask the oracle, in the order in which a hunt runs them: the
// cheapest first.
std::vector<Unit> hunting_plan(const Level& level, const Subject& subject,
                               const std::vector<spec::Cell>& cells);

// Runs the units of these instructions that ask the oracle, the cheapest first, until one catches
// the backend; what only others catch counts as missed. If `rule` is given, only a deviation that
// it affects counts.
Hunt hunt(const Subject& wrong, const std::vector<spec::Cell>& cells, const Level& level,
          std::uint64_t seed, std::optional<spec::RuleId> rule = std::nullopt);

}  // namespace vconform::suites
