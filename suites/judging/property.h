// A property: something that must hold of every conforming machine, checked case by case.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/abi/incidents.h"
#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "oracle/number/expectation.h"
#include "spec/case/case.h"
#include "spec/case/outcome.h"
#include "spec/profiles/choices.h"
#include "spec/rows/features.h"
#include "suites/judging/level.h"

namespace vconform::suites {

// Runs a case on the memories `before`, its initial_image: a backend, or the oracle itself.
using Machine = std::function<spec::Outcome(const spec::Case&, const spec::MemoryImage& before)>;

// The features that the machine claims for an instruction, or nothing.
using Claims = std::function<std::optional<spec::FeatureSet>(const spec::Cell&)>;

// What is checked, and what is known about it.
struct Subject {
  Machine machine;
  // The same with memories in place (spec::Outcome), where the machine has that; else empty.
  Machine in_place;
  Claims claims;
  // The readings that hold; the rest is open.
  spec::Choices pinned;
  // Those of them that were found out by probing: a case that only another reading explains
  // contradicts the case that showed this one.
  spec::Choices inferred;
  bool checks_arguments = false;
  // Contexts may be used at the same time; and so it runs several cases then.
  bool thread_safe = false;
  std::function<std::vector<spec::Outcome>(std::span<const spec::Case>)> at_once;
  // What has gone on so far besides results; empty for what runs in this process.
  std::function<adapters::Incidents()> incidents;
  // API forms that run as the instructions they stand for, since the machine has only those.
  std::vector<spec::Cell> lowered;
  // Strides up to 2^stride_bits - 1 are honoured.
  int stride_bits = 8;
};

struct Finding {
  // "MISMATCH", "WROTE OUTSIDE", "INCONSISTENT", ... as in oracle/judge/judge.h; "PROPERTY" where
  // two runs of the machine contradict each other.
  std::string verdict;
  // The rule that is broken; properties that do not ask the oracle name none.
  std::optional<spec::RuleId> rule;
  // All rules that had a say in the element and in how it was addressed.
  oracle::RuleSet cited;
  // Indented lines: the element, what was expected, what came.
  std::string details;
  // The same in a few words.
  std::string in_short;
  // Elements or bytes with the same fault in this case.
  std::uint64_t count = 1;
  // Of where they are and what they are; of two runs that contradict each other, of
  // in_short; of a case that was not completed, 0.
  std::uint64_t digest = 0;
  // The source of the first such element, where it stood in memory from the beginning.
  std::optional<std::uint64_t> source;
};

struct CheckResult {
  std::vector<Finding> findings;
  // Whether the memories were compared with what is permitted: after a case that was completed, or
  // refused where that is permitted.
  bool compared = false;
  // Elements that were compared.
  std::uint64_t elements = 0;
  // Rules that decided a compared element.
  oracle::RuleSet cited;
};

struct Property {
  std::string_view name;
  // The claim in words.
  std::string_view claim;
  bool asks_oracle;
  // Makes a case of an instruction within some features.
  spec::Case (*draw)(generators::ChoiceSource&, const spec::Cell&, const generators::Bounds&);
  // How many of those for each instruction.
  std::uint64_t Level::* cases;
  // Features that its cases may use, of those claimed.
  spec::FeatureSet features;
  // Whether there is something to check for this instruction, given what the machine claims.
  bool (*applies)(const spec::Cell&, const Claims&);
  CheckResult (*check)(const Subject&, const spec::Case&);
  // It is about rejecting arguments: for machines that say that they check them.
  bool needs_argument_checking = false;
  // It is about running at the same time: for machines that say that they can.
  bool needs_thread_safety = false;
};

// In the order of running and reporting; MatchesOracle is the first.
std::span<const Property> properties();

const Property* property_named(std::string_view name);

// Runs the check; a machine that does not complete a case is a finding too.
CheckResult check_property(const Property& property, const Subject& subject,
                           const spec::Case& test_case);

// "Vconv.MatchesOracle/f322s32_r"; also of cases that are no property's, such as "OneReading".
std::string claim_name(std::string_view what, const spec::Cell& cell);

}  // namespace vconform::suites
