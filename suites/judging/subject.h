// A backend as the subject of properties.
#pragma once

#include <memory>

#include "adapters/abi/backend.h"
#include "adapters/load/loadable.h"
#include "adapters/region/limits.h"
#include "suites/judging/backend_options.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// What the backend's process may use.
adapters::Limits limits_of(const BackendOptions& options);

// What it is, and where it may write.
adapters::Loadable loadable_of(const BackendOptions& options);

// In a worker process. `expected`, where it is not null, is how the run has found the backend to
// describe itself: where it does so otherwise now, each case has the outcome kChangedClaims. Throws
// spec::InputError or adapters::LoadError.
std::shared_ptr<adapters::Backend> open_for_judging(
    const BackendOptions& options, const adapters::Description* expected = nullptr);
// The same under other limits.
std::shared_ptr<adapters::Backend> open_for_judging(const BackendOptions& options,
                                                    const adapters::Limits& limits);

// The same, as the first opening of a run: what does not contain the backend here is said on
// stderr.
std::shared_ptr<adapters::Backend> open_first(const BackendOptions& options);

// When all is judged: what is wrong with how the backend closes is said on stderr. The verdict is
// about its results, and stands.
void close_last(adapters::Backend& backend);

// The API forms that a backend lacks, but whose instructions it has.
std::vector<spec::Cell> lowered_by_suite(const adapters::Backend& backend);

// With the API forms that are lowered here. Where the suite does the addressing, it does not claim
// operands that overlap: it would judge itself.
Claims claims_of(const std::shared_ptr<adapters::Backend>& backend);

// With every choice open. API forms that the backend lacks run as their instructions. `in_place`:
// memories are judged where they stand, and copied only where something is wrong.
Subject subject_of(const std::shared_ptr<adapters::Backend>& backend, bool in_place = false);

}  // namespace vconform::suites
