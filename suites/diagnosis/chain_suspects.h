// The suspects in a dequantisation that gives wrong results: one step of it, or several as one.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/diagnosis/chain_elements.h"

namespace vconform::suites {

// Where an element takes a step, and the exact value of the step there.
struct StepPlace {
  std::size_t step;
  oracle::ExactValue exact;
  // Equal for elements of which the step must make the same.
  std::string key;
};

struct Suspect {
  // nullopt for an element that takes no such step.
  std::function<std::optional<StepPlace>(const ChainElement&)> place;
  // The values that the step may have made there; the same for all elements with the same key.
  std::function<std::vector<oracle::ExactValue>(const ChainElement&, const StepPlace&)> values;
  // It never makes a smaller number of a larger value.
  bool is_monotone = false;
};

Suspect step_as_suspect(std::string_view name);

// The steps from the product to the sum with the offset: the offset is added to the product, and
// that sum is rounded (`*.offset-order`).
Suspect offset_order_as_suspect();

// The start value: shifted by N, or as it was read, whatever MCB says.
Suspect mcb_as_suspect();

}  // namespace vconform::suites
