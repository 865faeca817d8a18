// The units of a run. Each can be run by itself, in any order and in any process, with the same
// result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oracle/explain/wrong_element.h"
#include "oracle/number/expectation.h"
#include "spec/case/case.h"
#include "spec/number/digest.h"
#include "suites/judging/level.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// The source of a unit's cases.
enum class Cases : std::uint8_t {
  kGenerated,       // `count` drawn cases
  kSystematic,      // every source pattern, or every listed value of a source wider than 16 bits
  kMagnitudes,      // each argument at each power of two: `count` cases, the smallest first
  kIllegal,         // each argument at its illegal values: `count` cases
  kDiscriminating,  // the cases that tell the readings of open rules apart
};

struct Unit {
  // An index into properties(), so that a unit means the same in every process.
  std::size_t property = 0;
  spec::Cell cell;
  Cases cases = Cases::kGenerated;
  std::uint64_t count = 0;
  // The value of CTRL, for systematic cases.
  std::uint64_t ctrl = 0;
};

// A way in which a backend deviates, with the smallest case found.
struct Deviation {
  std::string claim;
  std::string verdict;
  // A slug, or empty if no rule is named.
  std::string rule;
  // All rules that affect the result.
  oracle::RuleSet cited;
  std::string details;
  std::string in_short;
  // The first wrong element, if an element is wrong.
  std::optional<oracle::WrongElement> element;
  // Elements of that case with the same fault; for systematic units, patterns.
  std::uint64_t count = 0;
  // Cases of the unit, as generated, that fail in this way. At least 1, even if only shrinking met
  // it. After a time-out the rest of the unit is not run and not counted.
  std::uint64_t failing_cases = 0;
  // A digest of all faults in those cases: it changes with one more wrong value.
  std::uint64_t fingerprint = spec::kEmptyDigest;
  // Cases run until it was found, and steps that made it smaller.
  std::uint64_t cases = 0;
  std::uint64_t shrinks = 0;
  spec::Case smallest;
};

// A way in which a property failed because of another instruction.
struct BlamedDeviation {
  // The other instruction, and its deviation from MatchesOracle.
  spec::Cell cell;
  Deviation deviation;
  // The failure as the property saw it.
  Deviation contradiction;
};

struct UnitResult {
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
  // The other instructions in the unit's programs, with their part of the cases and elements.
  std::vector<Share> others;
  HostElements host_elements;
  oracle::RuleSet cited;
  std::vector<Deviation> deviations;
  // The readings that its cases rule out, each with the first case that does:
  // plan/mixed_readings.h.
  std::vector<ExcludedReading> excluded;
  // Failures that are not deviations of the unit's instruction: plan/settle_blame.h.
  std::vector<BlamedDeviation> blamed;
  // The rest of the unit was not run, because another instruction timed out in it.
  bool hung_elsewhere = false;
  // Cases that also fail in ways that are not listed because there are too many.
  std::uint64_t further_failing_cases = 0;
  // The unit was not run, because its instruction had timed out before.
  bool skipped = false;
  // The bins of its cases, as text of coverage/counted/; empty if they were not counted.
  std::string coverage;
  // Events meanwhile besides results.
  adapters::Incidents incidents;
};

// The units of a run in the order of reporting, for every instruction that the backend claims.
std::vector<Unit> make_plan(const Level& level, const Subject& subject);

// The claim that a unit checks, as a test name.
std::string claim_name(const Unit& unit);

// The end of a unit's run: after all cases, or when one has failed and been made smaller. Counts
// then cover the cases so far.
enum class Until : std::uint8_t { kEnd, kFirstFailure };

// Passes on what a case throws; std::logic_error if the oracle finds a case impossible.
UnitResult run_unit(const Unit& unit, const Subject& subject, std::uint64_t seed,
                    Until until = Until::kEnd);

}  // namespace vconform::suites
