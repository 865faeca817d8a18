// A mistake that is a change of the program: what the backend does, a right one would do in another
// program.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "spec/case/case.h"

namespace vconform::suites {

// The other program; nullopt if it is refused.
using ProgramChange =
    std::function<std::optional<std::vector<spec::Step>>(const std::vector<spec::Step>&)>;

struct ProgramFault {
  // The mistake, in one line: "repeat is capped at 128".
  std::string name;
  ProgramChange change;
};

}  // namespace vconform::suites
