// The identity of a sweep: shards with equal identities can be merged, and a journal continued.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "adapters/abi/backend.h"
#include "suites/probing/resolve_choices.h"
#include "suites/sweep/sweep_options.h"
#include "suites/sweep/sweep_plan.h"

namespace vconform::suites {

// The versions, the backend with the digest of its file, its limits and mode, the readings and
// those of them that depart from the page, the faults that probing showed, and the domains with
// their features. Throws spec::InputError if a library cannot be read.
nlohmann::ordered_json sweep_identity(const SweepOptions& options, const adapters::Backend& backend,
                                      const ResolvedChoices& choices,
                                      const std::vector<std::string>& faults,
                                      const std::vector<PlannedDomain>& domains);

// Throws spec::InputError unless those fields that a merge reads have their types. Identities of
// earlier versions lack some.
void check_identity(const nlohmann::ordered_json& identity);

}  // namespace vconform::suites
