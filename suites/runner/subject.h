// A backend as the subject of properties.
#pragma once

#include <memory>

#include "adapters/backend.h"
#include "suites/properties/property.h"
#include "suites/runner/commands.h"

namespace vconform::suites {

// Isolated in a worker process under the time limit, unless asked otherwise. Throws
// spec::InputError or adapters::LoadError.
std::shared_ptr<adapters::Backend> open_for_judging(const BackendOptions& options);

// Where the suite does the addressing, it does not claim operands that overlap: it would judge
// itself.
Claims claims_of(const std::shared_ptr<adapters::Backend>& backend);

// With every choice open.
Subject subject_of(const std::shared_ptr<adapters::Backend>& backend);

}  // namespace vconform::suites
