#include "suites/probing/own_addressing.h"

#include "adapters/elementwise/elementwise.h"

namespace vconform::suites {

bool is_own_addressing(bool addressing_judged, spec::RuleId rule) {
  return !addressing_judged && spec::rule_of(rule).topic == spec::Topic::kAddressing;
}

spec::Choices readings_of_own_addressing() {
  spec::Choices readings;
  for (const spec::Choice& reading : adapters::kElementwiseReadings) {
    readings.pin(reading);
  }
  return readings;
}

std::vector<ProbedRule> probe_backend(const adapters::Backend& backend, Subject subject) {
  if (backend.judges_addressing()) {
    return probe(subject);
  }
  for (const spec::Choice& reading : readings_of_own_addressing().all()) {
    subject.pinned.pin(reading);
  }
  std::vector<ProbedRule> probed = probe(subject);
  // walk.stride-width-deq is about instructions that no such backend has.
  std::erase_if(probed, [](const ProbedRule& one) { return is_own_addressing(false, one.rule); });
  return probed;
}

}  // namespace vconform::suites
