// Golden, and what should be golden, as a subject with golden's readings.
#pragma once

#include <memory>
#include <string>

#include "adapters/abi/backend.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// The readings that are not probed: the order that a backend declares, and the permissive ones of
// its `readings` (spec::choices_from_text).
spec::Choices declared_by(const adapters::Backend& backend, const std::string& readings);

// The backend with every reading of golden's pinned, except of `readings` and as it declares. It is
// not probed.
Subject subject_under(const std::shared_ptr<adapters::Backend>& backend,
                      const std::string& readings);

}  // namespace vconform::suites
