// The cases of a unit, as a run of it judges them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "generators/choices/bounds.h"
#include "generators/choices/draws.h"
#include "spec/case/case.h"
#include "suites/judging/property.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

// Those of a unit of any kind but kGenerated, which do not depend on the seed. The claim and the
// seed of a run are not filled in.
struct ListedCases {
  std::size_t count;
  std::function<spec::Case(std::size_t)> at;
};
ListedCases listed_cases(const Unit& unit, const Subject& subject);

// The cases of a unit of the kind kGenerated.
class DrawnCases {
 public:
  // `claim` is that of the unit. The subject's claims and pinned readings are read; its executor is
  // not.
  DrawnCases(const Unit& unit, std::string claim, const Subject& subject, std::uint64_t seed);

  spec::Case of(const generators::Draws& draws) const;

  // The outcome of one pass through the unit's cases.
  struct Pass {
    bool holds = true;
    // Where it does not: the cases before the failing one, and the steps that made that smaller.
    std::uint64_t passed = 0;
    std::uint64_t shrinks = 0;
  };
  // Calls `fails` with the draws of one case after another, until it returns true; then with those
  // of simpler cases, the last failing one being the simplest. Where `is_known` returns true, the
  // case is taken for one that does not fail, and is not drawn. Throws what these throw.
  Pass pass(const std::function<bool()>& is_known,
            const std::function<bool(const generators::Draws&)>& fails) const;
  // Calls `see` with every case.
  void each(const std::function<void(spec::Case)>& see) const;
  // The cases with the numbers [first, first + count), or those of them that there are.
  std::vector<spec::Case> some(std::uint64_t first, std::uint64_t count) const;

 private:
  const Unit& unit_;
  const Property& property_;
  spec::Choices pinned_;
  std::string claim_;
  std::uint64_t seed_;
  std::vector<generators::ClaimedCell> others_;
  generators::Bounds bounds_;
};

}  // namespace vconform::suites
