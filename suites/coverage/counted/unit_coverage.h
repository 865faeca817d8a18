// The bins of the cases of a unit, counted while a run judges them.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "oracle/predict/world.h"
#include "spec/case/case.h"
#include "suites/coverage/alike.h"
#include "suites/coverage/tally.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

// Whether the cases of the unit count: the oracle judges them, and no argument is out of range.
bool counts_for_coverage(const Unit& unit);

// A fraction from below: of elements that are alike (alike.h) one is looked at, and of a
// dequantisation or a copy no more than some thousands. Every bin that counts has such an element.
class UnitCoverage {
 public:
  explicit UnitCoverage(const Unit& unit);

  // The world is one that the case was judged by.
  void see(const spec::Case& test_case, const oracle::World& world);

  // The bins that were met, for covered_by(); empty if the unit does not count.
  std::string text() const;

 private:
  void see_values(const spec::Case& test_case, const oracle::World& world);
  bool is_new(std::uint64_t key);

  Unit unit_;
  bool counts_;
  CellTallies tallies_;
  Alike alike_;
  std::unordered_set<std::uint64_t> keys_;
  // The keys met last, by some of their bits.
  std::vector<std::uint64_t> last_keys_;
};

// Runs a unit, and counts the bins of its cases: UnitResult::coverage.
UnitResult run_and_count(const Unit& unit, Subject subject, std::uint64_t seed);

}  // namespace vconform::suites
