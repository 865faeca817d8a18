// Deliberately wrong backends: golden with one step replaced. A suite that passes one of them is
// blind to that mistake.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "adapters/vconform_adapter.h"

namespace vconform::adapters::mutants {

struct Mutant {
  // The NAME of --backend mutant:NAME.
  std::string_view name;
  // The mistake, in one line.
  std::string_view wrong;
  // The slug of the rule that it breaks.
  std::string_view rule;
};

std::span<const Mutant> mutants();

// The table of mutants()[index]; it lives as long as the program. Its name is "mutant:NAME".
const vconform_adapter* mutant_adapter(std::size_t index);

}  // namespace vconform::adapters::mutants
