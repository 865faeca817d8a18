// The backend as fuzzing judges by it: in a worker process.
#pragma once

#include <memory>

#include "adapters/abi/backend.h"
#include "suites/judging/backend_options.h"

namespace vconform::suites {

// Seconds in all to seconds of the processor, where there is time.
inline constexpr double kWallPerCpu = 10;

// `wall_limit`: seconds that a case may take whatever the worker does. Throws spec::InputError or
// adapters::LoadError.
std::shared_ptr<adapters::Backend> open_in_worker(const BackendOptions& options, double wall_limit);

}  // namespace vconform::suites
