// The rewriter: from sources to a copy in which every site is chosen at run time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "adapters/mutants/mechanical/site.h"

namespace vconform::adapters::mechanical {

struct Rewriting {
  // The root of the checkout, and the folder that the copy is written to, with the same paths below
  // it.
  std::string root;
  std::string copy;
  // The sources, relative to the root; those of a folder are parsed as one.
  std::vector<std::string> sources;
  // The paths of the files that have sites begin with this.
  std::string within;
  // Further arguments of the compiler.
  std::vector<std::string> arguments;
};

// Writes the copy of each source and of each header with sites, and returns them in the order of
// their numbers, which begin at 1. What does not compile once it is chosen at run time, is left
// out: the compiler has to know it. Throws std::runtime_error if the sources do not compile by
// themselves.
Found rewrite(const Rewriting& rewriting);

}  // namespace vconform::adapters::mechanical
