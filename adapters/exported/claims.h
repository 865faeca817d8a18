// The rows that a library of prototypes claims, from the symbols and memories that it has.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "adapters/exported/prototypes.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::adapters::exported {

struct Available {
  std::function<bool(const std::string& symbol)> has_symbol;
  // Whether vconform_memory() answers for it: VCONFORM_UB and so on.
  std::function<bool(std::uint32_t memory)> has_memory;
};

struct Served {
  const Prototype* prototype = nullptr;
  spec::FeatureSet features;
};

// By row and rounding; nullopt for a row that is not claimed. A row is claimed if its prototype is
// there and nothing that the row cannot do without is missing: the setter of a register that
// affects it, or a memory that a register addresses.
using ServedRows =
    std::array<std::array<std::optional<Served>, spec::kRoundingModes.size()>, spec::kRows.size()>;
ServedRows served_rows(const Available& available);

// The first setter of the register that is there, or null.
const Setter* setter_of(std::uint32_t register_id, const Available& available);

// A line for each setter and memory whose lack costs rows or features, such as "exports no
// set_ctrl(unsigned long): 12 instructions that need it are not claimed".
std::vector<std::string> lacks(const Available& available);

}  // namespace vconform::adapters::exported
