// What tells one sweep from another: shards that agree in it can be merged, and a journal
// continued.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "adapters/abi/backend.h"
#include "suites/commands/commands.h"
#include "suites/judging/resolve_choices.h"
#include "suites/sweep/sweep_plan.h"

namespace vconform::suites {

// The versions, the backend with the digest of its file, the readings, and the domains with their
// features. Throws spec::InputError where a library cannot be read.
nlohmann::ordered_json sweep_identity(const SweepOptions& options, const adapters::Backend& backend,
                                      const ResolvedChoices& choices,
                                      const std::vector<PlannedDomain>& domains);

}  // namespace vconform::suites
