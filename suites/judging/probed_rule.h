// A rule, as probing saw it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/case/case.h"
#include "spec/profiles/choices.h"

namespace vconform::suites {

enum class ProbeResult : std::uint8_t {
  kFollows,         // one reading explains every case
  kNotObservable,   // no case could be run, or more than one reading explains all cases
  kNoKnownReading,  // no reading explains one of the cases
  kInconsistent,    // no reading explains two of the cases together
};

struct ProbedRule {
  spec::RuleId rule = 0;
  ProbeResult result = ProbeResult::kNotObservable;
  // The reading to judge by, if any. If a case fits no reading, it is the only one that the other
  // cases leave; if a case contradicts earlier ones, the one that explains the most.
  std::optional<spec::Choice> reading;
  // The readings that explain each case that has one, if there are several.
  std::vector<spec::Choice> left;
  // kFollows: the case that shows it, or several that show it together. kNoKnownReading: the case.
  // kInconsistent: both cases.
  std::vector<spec::Case> cases;
  // kNoKnownReading and kInconsistent: the fault in the last of `cases`, as indented lines.
  std::string details;
  // kNoKnownReading and kInconsistent: the pages permit it all the same, since they promise no
  // order of overlapping operands.
  bool is_permitted = false;
  // The first case that the subject refused although it claims the instructions and no page permits
  // that. It tells no reading.
  std::optional<spec::Case> refused;
};

}  // namespace vconform::suites
