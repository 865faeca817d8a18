// What a worker puts on before it loads a backend; none of it can be taken off again.
#pragma once

#include <string>
#include <vector>

#include "adapters/containment/measure.h"

namespace vconform::adapters {

struct ContainOptions {
  // A folder that the backend may write in, and that TMPDIR names from here on; empty: none.
  std::string scratch;
  // Further folders or files, devices among them, that it may write.
  std::vector<std::string> allow_write;
};

// For the calling process, its threads and whatever they start. Never throws for a measure that
// does not hold here: each says so itself. Throws LoadError for a path of the options that cannot
// be opened.
std::vector<Measure> contain(const ContainOptions& options);

}  // namespace vconform::adapters
