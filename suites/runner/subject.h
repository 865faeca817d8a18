// A backend as the subject of properties.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "adapters/backend.h"
#include "spec/choices.h"
#include "suites/properties/property.h"

namespace vconform::suites {

Claims claims_of(std::shared_ptr<adapters::Backend> backend);

Subject subject_of(std::shared_ptr<adapters::Backend> backend, const spec::Choices& pinned);

// The readings of a profile, of --choice, and the permissive ones that the backend declares.
spec::Choices choices_for(const std::string& profile, const std::vector<std::string>& choices,
                          const adapters::Backend& backend);

}  // namespace vconform::suites
