#include "suites/fuzzing/open_in_worker.h"

#include <chrono>

#include "suites/judging/subject.h"

namespace vconform::suites {

std::shared_ptr<adapters::Backend> open_in_worker(const BackendOptions& options,
                                                  double wall_limit) {
  adapters::Limits limits = limits_of(options);
  limits.wall =
      std::chrono::round<std::chrono::milliseconds>(std::chrono::duration<double>(wall_limit));
  return open_for_judging(options, limits);
}

}  // namespace vconform::suites
