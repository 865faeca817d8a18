// The parts that a run is made of. Each is run by itself, in any order, in any process, with the
// same result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "oracle/number/expectation.h"
#include "spec/case/case.h"
#include "spec/number/digest.h"
#include "suites/judging/level.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// Where the cases of a unit come from.
enum class Cases : std::uint8_t {
  kGenerated,       // `count` drawn ones
  kSystematic,      // every source pattern, or every listed value of a source wider than 16 bits
  kDiscriminating,  // those that tell the readings of open rules apart
};

struct Unit {
  // Indices, so that a unit means the same in every process.
  std::size_t property = 0;
  spec::Cell cell;
  Cases cases = Cases::kGenerated;
  std::uint64_t count = 0;
  // Of systematic cases.
  std::uint64_t ctrl = 0;
};

// Something that a backend does differently, in the smallest case found.
struct Deviation {
  std::string claim;
  std::string verdict;
  // Slug, or empty where no rule is named.
  std::string rule;
  // All rules that had a say.
  oracle::RuleSet cited;
  std::string details;
  std::string in_short;
  // Elements of that case with the same fault; for systematic units, patterns.
  std::uint64_t count = 0;
  // Cases of the unit that fail in this way, as they were generated. At least 1, also where only
  // shrinking came upon it. After a time-out the rest of the unit is not run and not counted.
  std::uint64_t failing_cases = 0;
  // Of all that is wrong in those cases: it tells a fault from one more value that is wrong.
  std::uint64_t fingerprint = spec::kEmptyDigest;
  // Cases run until it was found, and steps that made it smaller.
  std::uint64_t cases = 0;
  std::uint64_t shrinks = 0;
  spec::Case smallest;
};

struct UnitResult {
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
  oracle::RuleSet cited;
  std::vector<Deviation> deviations;
  // Cases that also fail in ways that are not listed, because too many are.
  std::uint64_t further_failing_cases = 0;
  // It was not run: its instruction had timed out before.
  bool skipped = false;
  // What went on meanwhile besides.
  adapters::Incidents incidents;
};

// The units of a run, in the order of reporting: every instruction that the machine claims.
std::vector<Unit> make_plan(const Level& level, const Subject& subject);

// The claim that a unit checks, as a test name.
std::string claim_name(const Unit& unit);

// How far a unit is run: all of it, or until a case fails and has been made smaller; what is
// counted is then that of the cases so far.
enum class Until : std::uint8_t { kEnd, kFirstFailure };

UnitResult run_unit(const Unit& unit, const Subject& subject, std::uint64_t seed,
                    Until until = Until::kEnd);

}  // namespace vconform::suites
