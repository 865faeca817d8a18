// Arguments that mechanical mutants are equivalent: no case tells them from golden, or the pages
// leave open what does.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "adapters/mutants/mechanical/library.h"
#include "suites/mutants/mechanical/argument_tables.h"

namespace vconform::suites {

// Those of all tables.
std::span<const EquivalenceArgument> equivalence_arguments();

// The argument for sites[index], or "".
std::string argument_for(std::span<const vconform_mechanical_site> sites, std::size_t index);

// Throws std::logic_error, naming the first argument that fits no site.
void expect_sites_of_arguments(std::span<const vconform_mechanical_site> sites);

}  // namespace vconform::suites
