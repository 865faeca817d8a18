#include "suites/runner/level.h"

#include "spec/error.h"
#include "suites/runner/names.h"

namespace vconform::suites {

const Level& level_named(std::string_view name) {
  return row_named(kLevels, name, "level");
}

}  // namespace vconform::suites
