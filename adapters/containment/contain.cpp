#include "adapters/containment/contain.h"

#include <cstdlib>

#include "adapters/containment/system_call_filter.h"
#include "adapters/containment/write_rules.h"

namespace vconform::adapters {

std::vector<Measure> contain(const ContainOptions& options) {
  std::vector<std::string> allowed = options.allow_write;
  if (!options.scratch.empty()) {
    allowed.push_back(options.scratch);
    setenv("TMPDIR", options.scratch.c_str(), 1);
  }
  return {install_write_rules(allowed), install_system_call_filter()};
}

}  // namespace vconform::adapters
