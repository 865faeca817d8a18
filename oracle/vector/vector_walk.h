// Masks, repeats and strides to addresses (general_parameters; vconv, 功能说明).
#pragma once

#include <cstdint>
#include <optional>

#include "oracle/reading/readings.h"
#include "spec/case/instruction.h"
#include "spec/case/registers.h"
#include "spec/number/quantization.h"
#include "spec/number/units.h"
#include "spec/rows/conversions.h"

namespace vconform::oracle {

// Places are counted in nibbles from the start of the memory, so that s4 elements have one too.
using Nibble = std::uint32_t;
inline constexpr std::uint64_t kNibblesPerByte = 2;
// The place of the s4 at a nibble, by the order that s4.nibble says.
Nibble place_of_s4(Nibble nibble, Readings& readings);

// Where the b8 results of a DEQ stand in a destination block, half of which they fill (deq.half).
struct HalfBlock {
  std::uint64_t first;  // byte of the first of them
  std::uint64_t step;   // bytes from one to the next
  std::uint64_t other;  // byte that belongs to the first of them in the other half

  // How many there are.
  static constexpr std::uint64_t kElements = spec::kBlockBytes / 2;
  // The one in whose byte of the other half a byte of the block lies; nothing for one of this half.
  std::optional<std::uint64_t> element_with_other(std::uint64_t byte_of_block) const;
};

// Where one operand's elements are.
struct OperandWalk {
  std::uint64_t base;           // bytes
  std::uint64_t block_stride;   // blocks
  std::uint64_t repeat_stride;  // blocks
  std::uint64_t blocks;         // in a repeat
  std::uint64_t element_bits;
  std::optional<HalfBlock> half = std::nullopt;  // nothing: elements fill a block

  // First byte of block b of repeat r.
  std::uint64_t block(std::uint64_t r, std::uint64_t b) const;
  Nibble element(std::uint64_t r, std::uint64_t lane) const;
  // How far the elements of repeat r are from those of the first one.
  Nibble moved(std::uint64_t r) const;
  // With `half`: the byte in the other half that belongs to an element.
  Nibble other_half(std::uint64_t r, std::uint64_t lane) const;
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
  bool wide_strides;         // some stride has more than 12 bits: walk.stride-width has a say
  bool wide_repeat_strides;  // in the DEQ forms, more than 8 bits: walk.stride-width-deq has a say
  // First byte of the factors that a VDEQ reads, kVectorBytes of them (vdeq.address).
  std::optional<std::uint64_t> table;

  // Whether element `lane` of repeat r takes part.
  bool active(std::uint64_t r, std::uint64_t lane) const;
  // How many do, in all repeats.
  std::uint64_t active_elements() const;
  // Whether any does.
  bool writes() const;
  // One past the last byte of an operand's blocks; of a counter's last repeat only the blocks of
  // elements that take part count.
  std::uint64_t end_of(const OperandWalk& operand) const;
};

VectorWalk walk_of(const spec::Vconv& step, const spec::Registers& registers, Readings& readings);

// Repeats that differ in place: with a repeat stride of 0 all are the first one, however many a
// counter asks for.
std::uint64_t distinct_repeats(const OperandWalk& operand, std::uint64_t repeats);

}  // namespace vconform::oracle
