// Deliberately wrong backends: golden with one step replaced. A suite that passes one of them is
// blind to that mistake.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "adapters/golden/behaviour/behaviour.h"
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

// Golden with all these mistakes, by their index, at most two of one step; under these readings,
// and its own of rules that they leave open.
golden::Behaviour golden_with(std::span<const std::size_t> mistakes, const spec::Choices& readings);

// The table of mutants()[index]; it lives as long as the program. Its name is "mutant:NAME".
const vconform_adapter* mutant_adapter(std::size_t index);

}  // namespace vconform::adapters::mutants
