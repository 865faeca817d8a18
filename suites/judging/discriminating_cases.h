// The cases that tell the readings of open rules apart, as a run uses them.
#pragma once

#include <optional>
#include <vector>

#include "generators/programs/discriminators.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// The cases of one discriminator, which carry their claim. Built once and when asked for, as they
// are many.
struct BuiltRow {
  const generators::Discriminator* discriminator;
  std::vector<generators::DiscriminatingCase> cases;
};
// That of a row of generators::discriminators(), by its place there; not for concurrent threads.
const BuiltRow& built_row(std::size_t place);
const std::vector<BuiltRow>& built_rows();

// Whether the backend claims to be able to run the case, and the case says something about it.
bool can_run(const Subject& subject, const generators::DiscriminatingCase& discriminating);

// Those of one instruction that can run: all, or those of one rule.
std::vector<spec::Case> discriminating_cases(const Subject& subject, const spec::Cell& cell,
                                             std::optional<spec::RuleId> rule = std::nullopt);

}  // namespace vconform::suites
