#include "adapters/region/processors.h"

#include <optional>

namespace vconform::adapters {

namespace {

std::optional<cpu_set_t> before_one;

cpu_set_t one_of(const cpu_set_t& processors, std::size_t number) {
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &processors) && number-- == 0) {
      CPU_SET(processor, &one);
      break;
    }
  }
  return one;
}

}  // namespace

cpu_set_t own_processors() {
  cpu_set_t own;
  CPU_ZERO(&own);
  if (sched_getaffinity(0, sizeof own, &own) != 0) {
    CPU_ZERO(&own);
  }
  return own;
}

bool has_one_processor() {
  const cpu_set_t own = own_processors();
  return CPU_COUNT(&own) == 1;
}

void run_on(const cpu_set_t& processors) {
  if (CPU_COUNT(&processors) != 0) {
    sched_setaffinity(0, sizeof processors, &processors);
  }
}

void keep_to_one_processor(std::size_t job, std::size_t jobs) {
  const cpu_set_t own = own_processors();
  const auto count = static_cast<std::size_t>(CPU_COUNT(&own));
  if (count <= 1 || jobs < count) {
    return;
  }
  before_one = own;
  run_on(one_of(own, job % count));
}

cpu_set_t processors_of_the_run() {
  return before_one.value_or(own_processors());
}

}  // namespace vconform::adapters
