// Readings in the identity of work.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "spec/profiles/choices.h"

namespace vconform::suites {

// The reading of each rule that is pinned, by the rule's slug.
nlohmann::ordered_json readings_json(const spec::Choices& pinned);

}  // namespace vconform::suites
