// A copy of the sources in which each site is chosen at run time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "adapters/mutants/mechanical/parsed.h"
#include "adapters/mutants/mechanical/site.h"

namespace vconform::adapters::mechanical {

// The number of a site is its place among `sites`.
struct WrittenSite {
  std::size_t number = 0;
  // Where it stands in the copy.
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct WrittenFile {
  std::string text;
  std::vector<WrittenSite> sites;
};

// The text with its sites, each of which asks chosen.h whether it is the chosen one. `sites` are
// sorted; those of `file` are written.
WrittenFile written(const std::string& file, const std::string& text,
                    const std::vector<Site>& sites);

}  // namespace vconform::adapters::mechanical
