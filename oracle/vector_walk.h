// Masks, repeats and strides to addresses (general_parameters; vconv, 功能说明).
#pragma once

#include <cstdint>

#include "oracle/readings.h"
#include "spec/conversions.h"
#include "spec/instruction.h"
#include "spec/registers.h"

namespace vconform::oracle {

// Places are counted in nibbles from the start of the memory, so that s4 elements have one too.
using Nibble = std::uint32_t;
inline constexpr std::uint64_t kNibblesPerByte = 2;

// Where one operand's elements are.
struct OperandWalk {
  std::uint64_t base;           // bytes
  std::uint64_t block_stride;   // blocks
  std::uint64_t repeat_stride;  // blocks
  std::uint64_t blocks;         // in a repeat
  std::uint64_t element_bits;

  // First byte of block b of repeat r.
  std::uint64_t block(std::uint64_t r, std::uint64_t b) const;
  Nibble element(std::uint64_t r, std::uint64_t lane) const;
  // One past the last byte of any of the first `repeats` repeats; base when there are none.
  std::uint64_t end(std::uint64_t repeats) const;
};

struct VectorWalk {
  OperandWalk destination;
  OperandWalk source;
  std::uint64_t repeats;   // those that take place
  std::uint64_t elements;  // in a repeat
  bool counter_mode;
  spec::Mask mask;
  bool wide_strides;  // some stride has more than 12 bits: walk.stride-width has a say

  // Whether element `lane` of repeat r takes part.
  bool active(std::uint64_t r, std::uint64_t lane) const;
  // Whether any does.
  bool writes() const;
};

VectorWalk walk_of(const spec::Vconv& step, const spec::Registers& registers, Readings& readings);

}  // namespace vconform::oracle
