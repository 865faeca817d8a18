// A backend as the subject of properties.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "adapters/backend.h"
#include "adapters/isolation/limits.h"
#include "spec/choices.h"
#include "suites/properties/property.h"

namespace vconform::suites {

// Isolated in a worker process under these limits, unless asked otherwise. Throws spec::InputError
// or adapters::LoadError.
std::shared_ptr<adapters::Backend> open_for_judging(const std::string& name, bool in_process,
                                                    const adapters::Limits& limits);

Claims claims_of(const std::shared_ptr<adapters::Backend>& backend);

Subject subject_of(const std::shared_ptr<adapters::Backend>& backend, const spec::Choices& pinned);

// The readings of a profile, of --choice, and the permissive ones that the backend declares.
spec::Choices choices_for(const std::string& profile, const std::vector<std::string>& choices,
                          const adapters::Backend& backend);

}  // namespace vconform::suites
