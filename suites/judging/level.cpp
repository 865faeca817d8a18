#include "suites/judging/level.h"

#include "spec/text/error.h"
#include "suites/files/names.h"

namespace vconform::suites {

const Level& level_named(std::string_view name) {
  return row_named(kLevels, name, "level");
}

}  // namespace vconform::suites
