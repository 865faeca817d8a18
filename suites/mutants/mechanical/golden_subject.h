// Golden, and what should be golden, as a subject with golden's readings.
#pragma once

#include <memory>
#include <string>

#include "adapters/abi/backend.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// The readings that a backend declares, and `reading`, "rule=reading", unless it is empty.
spec::Choices declared_by(const adapters::Backend& backend, const std::string& reading);

// The backend with every reading of golden's pinned, except as it declares. It is not probed.
Subject subject_under(const std::shared_ptr<adapters::Backend>& backend,
                      const std::string& reading);

}  // namespace vconform::suites
