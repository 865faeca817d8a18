// Addressing that the suite does itself, for backends that only convert arrays
// (adapters/elementwise): what is seen of it says nothing about such a backend.
#pragma once

#include <vector>

#include "adapters/abi/backend.h"
#include "spec/profiles/choices.h"
#include "suites/judging/probe.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// Whether the suite decides what is seen of this rule: it is about masks, strides, the order of
// repeats or the place of an element, and the backend has no addressing.
bool is_own_addressing(bool addressing_judged, spec::RuleId rule);

// The readings that the suite's own walk follows.
spec::Choices readings_of_own_addressing();

// probe() of the rules that `subject` leaves open, except those that the suite decides.
std::vector<ProbedRule> probe_backend(const adapters::Backend& backend, Subject subject);

}  // namespace vconform::suites
