// Layout that the suite does itself, for rows that are served by convert() or element()
// (adapters/elementwise): what is seen of it says nothing about a backend.
#pragma once

#include <span>
#include <vector>

#include "adapters/abi/backend.h"
#include "spec/profiles/choices.h"
#include "suites/judging/probe.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// Whether the suite decides what is seen of this rule: it lays out every row that the backend
// claims, and the rule is about masks, strides, the order of repeats or the place of an element,
// or its walks follow a reading of it in a claimed row.
bool is_own_addressing(const adapters::Backend& backend, spec::RuleId rule);

// The readings that the suite's own walks follow.
spec::Choices readings_of_own_addressing();
// Those of rules that it decides for this backend.
spec::Choices readings_of_own_addressing(const adapters::Backend& backend);

// Whether the backend has rows that the suite lays out, and rows that it does not.
bool is_mixed(const adapters::Description& backend);
// `subject` as instructions like this one are judged: of a mixed backend without the rows of the
// other kind, so that no program holds both; for a row that the suite lays out, by the readings of
// its walks.
Subject judged_like(const adapters::Description& backend, Subject subject, const spec::Cell& cell);
// The instructions of a mixed backend that the suite lays out; of others none.
std::vector<spec::Cell> laid_out_among_others(const adapters::Description& backend);

// probe() of the rules that `subject` leaves open, except those that the suite decides. Of a mixed
// backend the rows with a layout of their own come first, then the others tell what is left.
std::vector<ProbedRule> probe_backend(const adapters::Backend& backend, Subject subject,
                                      std::span<const spec::Cell> cells = {});

}  // namespace vconform::suites
