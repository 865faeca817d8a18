// The outcome of a case, to be judged repeatedly.
#pragma once

#include "suites/judging/property.h"

namespace vconform::suites {

struct Ran {
  const Subject& subject;
  const spec::Case& test_case;
  // Its initial_image.
  const spec::MemoryImage& before;
  const spec::Outcome& outcome;
};

}  // namespace vconform::suites
