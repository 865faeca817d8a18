// The sites of parsed sources: what runs is a site, what the compiler evaluates is left out.
#pragma once

#include <string>

#include "adapters/mutants/mechanical/parsed.h"
#include "adapters/mutants/mechanical/site.h"

namespace vconform::adapters::mechanical {

// Looks at the files below `root` whose path there begins with `within`. Sorted; a file that
// several sources include is looked at once. Text that a macro makes is not looked at.
Found find_sites(const Parsed& sources, const std::string& root, const std::string& within);

}  // namespace vconform::adapters::mechanical
