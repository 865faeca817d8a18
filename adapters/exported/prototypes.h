// The documented prototypes as data: the symbol of each, which follows from the types in
// vconform_intrinsics.h, and how a step of the C ABI becomes a call of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "adapters/vconform_adapter.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::exported {

// Addresses as the prototypes take them: pointers of the host, or offsets.
struct Operands {
  std::uint64_t dst = 0;
  std::uint64_t src = 0;
  // deqTensorAddr of a DataCopy.
  std::uint64_t vectors = 0;
};

struct Prototype {
  std::string name;
  std::string symbol;
  // The row that it executes.
  spec::Cell cell;
  // Calls the function with the arguments of the step. Returns false, and does not call it, if one
  // does not fit its type; repeat strides of a DEQ are taken modulo 2^8, as in any call.
  bool (*call)(void* function, const Operands& operands, const vconform_step& step);
};

// Every prototype that executes a row. Of those of one row the first that a library has is called:
// of FIXPIPE the form with fields, then the form with two words.
const std::vector<Prototype>& prototypes();

struct Setter {
  std::string name;
  std::string symbol;
  // VCONFORM_REGISTER_MASK and so on.
  std::uint32_t register_id;
  void (*write)(void* function, const std::uint64_t* value);
};

// Every prototype that writes a whole register. Of those of one register the first that a library
// has is called.
const std::vector<Setter>& setters();

}  // namespace vconform::adapters::exported
