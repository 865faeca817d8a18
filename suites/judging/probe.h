// Which reading of each open rule a backend follows, seen in the generators' discriminating cases.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/case/case.h"
#include "spec/profiles/choices.h"
#include "suites/judging/property.h"

namespace vconform::suites {

enum class ProbeResult : std::uint8_t {
  kFollows,         // one reading explains every case
  kNotObservable,   // no case could be run, or those that were leave more than one reading
  kNoKnownReading,  // a case that no reading explains
  kInconsistent,    // two cases that no reading explains together
};

std::string_view name_of(ProbeResult result);

struct ProbedRule {
  spec::RuleId rule = 0;
  ProbeResult result = ProbeResult::kNotObservable;
  // What to judge by. Where a case fits no reading, the one that the other cases leave, if it is
  // one; where it contradicts earlier ones, the first that those left.
  std::optional<spec::Choice> reading;
  // Readings that explain all that was seen, where more than one does.
  std::vector<spec::Choice> left;
  // kFollows: the case that shows it, or several that do together. kNoKnownReading: the case.
  // kInconsistent: both cases.
  std::vector<spec::Case> cases;
  // kNoKnownReading and kInconsistent: what is wrong in the last of `cases`, as indented lines.
  std::string details;
};

// One entry for each open rule that subject.pinned leaves open, in the order of the table of
// discriminators. A rule that was found out is pinned for those after it.
std::vector<ProbedRule> probe(const Subject& subject);

// The readings found out.
spec::Choices readings_of(std::span<const ProbedRule> probed);

// The discriminating cases of one instruction that the machine claims to be able to run.
std::vector<spec::Case> discriminating_cases(const Subject& subject, const spec::Cell& cell);

}  // namespace vconform::suites
