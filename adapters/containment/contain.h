// The measures that a worker takes before it loads a backend; none of them can be undone.
#pragma once

#include <string>
#include <vector>

#include "adapters/containment/measure.h"

namespace vconform::adapters {

struct ContainOptions {
  // The folder that the backend may write in, and that TMPDIR names from then on; empty: none.
  std::string scratch;
  // Further folders or files, devices included, that it may write.
  std::vector<std::string> allow_write;
};

// Takes the measures for the calling process, its threads and everything they start. Does not throw
// for a measure that does not hold here: each result says so. Throws LoadError for a path in the
// options that cannot be opened.
std::vector<Measure> contain(const ContainOptions& options);

}  // namespace vconform::adapters
