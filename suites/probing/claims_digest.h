// A digest of claims.
#pragma once

#include <string>

#include "adapters/abi/backend.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// The SHA-256 of the claimed instructions and their features.
std::string digest_of_claims(const Claims& claims);
// The same of all that a backend claims, of whatever families a run is.
std::string digest_of_claims(const adapters::Backend& backend);

}  // namespace vconform::suites
