// Rules that refuse to write files outside of given folders.
#pragma once

#include <string>
#include <vector>

#include "adapters/containment/measure.h"

namespace vconform::adapters {

// Installs a Landlock domain for the calling thread and everything it starts: files are written,
// made, removed and truncated only below `allowed` (folders or files) and in /dev/null and
// /dev/zero. Reading stays possible, and so does access to mapped memory and open descriptors. From
// Linux 6.12 on signals stay within the domain, too. Throws LoadError if one of the paths cannot be
// opened.
Measure install_write_rules(const std::vector<std::string>& allowed);

}  // namespace vconform::adapters
