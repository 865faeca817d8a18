// A backend as the subject of properties.
#pragma once

#include <memory>

#include "adapters/abi/backend.h"
#include "adapters/load/loadable.h"
#include "adapters/region/limits.h"
#include "suites/judging/backend_options.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// The resources that the backend's process may use.
adapters::Limits limits_of(const BackendOptions& options);

// The library to load, the folders that it may write to, and what it executes prototypes on. Throws
// as adapters::loadable() and check_executed_on() do.
adapters::Loadable loadable_of(const BackendOptions& options);

// Opens the backend in a worker process. `expected`, unless null, is the backend's description
// earlier in the run: if it describes itself differently now, each case has the outcome
// kChangedClaims. Throws spec::InputError or adapters::LoadError.
std::shared_ptr<adapters::Backend> open_for_judging(
    const BackendOptions& options, const adapters::Description* expected = nullptr);
// The same with other limits.
std::shared_ptr<adapters::Backend> open_for_judging(const BackendOptions& options,
                                                    const adapters::Limits& limits);

// As open_for_judging, for the first opening of a run: prints on stderr which measures of
// containment are missing here, and the notes of the backend's description.
std::shared_ptr<adapters::Backend> open_first(const BackendOptions& options);

// Closes the backend after the last case, and prints on stderr what goes wrong. The verdict
// concerns its results, and stands.
void close_last(adapters::Backend& backend);

// The API forms that a backend lacks although it has their instructions.
std::vector<spec::Cell> lowered_by_suite(const adapters::Backend& backend);

// The claims of a backend, including the API forms that are lowered here. If the suite does the
// addressing, overlapping operands are not claimed: the suite would judge itself.
Claims claims_of(const std::shared_ptr<adapters::Backend>& backend);

// A subject with every choice open. API forms that the backend lacks run as their instructions.
// `in_place`: memory images are judged in shared memory, and copied only if something is wrong.
Subject subject_of(const std::shared_ptr<adapters::Backend>& backend, bool in_place = false);

}  // namespace vconform::suites
