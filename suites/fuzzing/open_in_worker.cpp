#include "suites/fuzzing/open_in_worker.h"

#include <chrono>

#include "adapters/isolation/isolated_backend.h"

namespace vconform::suites {

std::shared_ptr<adapters::Backend> open_in_worker(const BackendOptions& options,
                                                  double wall_limit) {
  adapters::Limits limits = adapters::limits_of(options.time_limit);
  limits.wall =
      std::chrono::round<std::chrono::milliseconds>(std::chrono::duration<double>(wall_limit));
  return adapters::open_isolated_backend(options.backend, limits);
}

}  // namespace vconform::suites
