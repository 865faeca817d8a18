// Arguments that mechanical mutants are equivalent: no case tells them from golden, or the pages
// leave open what does.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "adapters/mutants/mechanical/library.h"

namespace vconform::suites {

// The mutants of a place. Line numbers shift, so a place is named by its text.
struct EquivalenceArgument {
  // Below adapters/golden.
  std::string_view file;
  std::string_view function;
  // The line in which the site begins; empty: every line of the function.
  std::string_view line;
  // The text of the site and of the mutant; empty: every one there.
  std::string_view original;
  std::string_view mutated;
  std::string_view argument;
  // The number of the site among those of the function with the same texts, from 1 on; 0: each.
  std::size_t nth = 0;
};

// Those of all tables.
std::span<const EquivalenceArgument> equivalence_arguments();

// The argument for sites[index], or "".
std::string argument_for(std::span<const vconform_mechanical_site> sites, std::size_t index);

// Throws std::logic_error, naming the first argument that fits no site.
void expect_sites_of_arguments(std::span<const vconform_mechanical_site> sites);

}  // namespace vconform::suites
