// Opens the backend in a worker process, as fuzzing judges it.
#pragma once

#include <memory>

#include "adapters/abi/backend.h"
#include "suites/judging/backend_options.h"

namespace vconform::suites {

// The wall-clock limit of a case in multiples of its CPU limit, if there is enough time.
inline constexpr double kWallPerCpu = 10;

// `wall_limit` is the time in seconds that a case may take whatever the worker does. Throws
// spec::InputError or adapters::LoadError.
std::shared_ptr<adapters::Backend> open_in_worker(const BackendOptions& options, double wall_limit);

}  // namespace vconform::suites
