// Probing: which reading of each open rule a backend follows, seen in the generators'
// discriminating cases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/case/case.h"
#include "spec/profiles/choices.h"
#include "suites/judging/probed_rule.h"
#include "suites/judging/property.h"

namespace vconform::suites {

std::string_view name_of(ProbeResult result);

// Called after each row of discriminating cases: how many of how many are done.
using ProbeProgress = std::function<void(std::size_t done, std::size_t rows)>;

// One entry for each rule that subject.pinned leaves open, in the order of the table of
// discriminators. A reading that was found out is pinned for the rules after it. If `cells` is not
// empty, rules that concern none of these instructions, and share no discriminator with one that
// does, are left out; cases of other instructions still tell the rest.
std::vector<ProbedRule> probe(const Subject& subject, std::span<const spec::Cell> cells = {},
                              const ProbeProgress& progress = {});

// Whether no reading explains what was seen, and that is not permitted.
bool is_fault(const ProbedRule& probed);

// The readings that were found out.
spec::Choices readings_of(std::span<const ProbedRule> probed);

// One reading to judge by for each rule with a case that no reading explains, if several explain
// its other cases, and for each that was not seen since its cases were refused: one that no page
// contradicts. To permit all of them would judge less.
spec::Choices readings_of_unexplained(std::span<const ProbedRule> probed);
// The reading to judge by of several that are left; nullopt if a page contradicts all of them.
std::optional<spec::Choice> stands_for(std::span<const spec::Choice> left);

}  // namespace vconform::suites
