// The addresses of elements from masks, repeats and strides (general_parameters; vconv, 功能说明).
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
using Nibble = std::uint64_t;
inline constexpr std::uint64_t kNibblesPerByte = 2;
// The place of the s4 at a nibble, by the order that s4.nibble says.
Nibble place_of_s4(Nibble nibble, Readings& readings);

// The places of the b8 results of a DEQ in a destination block, half of which they fill (deq.half).
struct HalfBlock {
  std::uint64_t first;  // byte of the first result
  std::uint64_t step;   // bytes from one to the next
  std::uint64_t other;  // byte of the other half that belongs to the first result

  // The number of results in a block.
  static constexpr std::uint64_t kElements = spec::kBlockBytes / 2;
  // The result that a byte of the other half belongs to; nullopt for a byte of this half.
  std::optional<std::uint64_t> element_with_other(std::uint64_t byte_of_block) const;
};

// Block b of repeat r.
struct BlockOfRepeat {
  std::uint64_t r;
  std::uint64_t b;

  friend bool operator==(const BlockOfRepeat&, const BlockOfRepeat&) = default;
};

// The places of one operand's elements.
struct OperandWalk {
  std::uint64_t base;           // bytes
  std::uint64_t block_stride;   // blocks
  std::uint64_t repeat_stride;  // blocks
  std::uint64_t blocks;         // in a repeat
  std::uint64_t element_bits;
  std::optional<HalfBlock> half = std::nullopt;  // nullopt: elements fill a block

  // First byte of block b of repeat r.
  std::uint64_t block(std::uint64_t r, std::uint64_t b) const;
  // The first block, in the order of the walk, that has this byte, of the first `repeats` repeats.
  std::optional<BlockOfRepeat> first_block_with(std::uint64_t byte, std::uint64_t repeats) const;
  Nibble element(std::uint64_t r, std::uint64_t lane) const;
  // The distance from the elements of the first repeat to those of repeat r.
  Nibble moved(std::uint64_t r) const;
  // With `half`: the byte in the other half that belongs to an element.
  Nibble other_half(std::uint64_t r, std::uint64_t lane) const;
  // One past the last byte of any of the first `repeats` repeats; the base if there are none.
  std::uint64_t end(std::uint64_t repeats) const;
};

struct VectorWalk {
  OperandWalk destination;
  OperandWalk source;
  std::uint64_t repeats;   // those that take place
  std::uint64_t elements;  // in a repeat
  bool counter_mode;
  spec::Mask mask;
  bool wide_strides;         // some stride has more than 12 bits: walk.stride-width applies
  bool wide_repeat_strides;  // in the DEQ forms, more than 8 bits: walk.stride-width-deq applies
  // The first byte of the factors that a VDEQ reads, kVectorBytes of them (vdeq.address).
  std::optional<std::uint64_t> table;

  // Whether element `lane` of repeat r is active.
  bool active(std::uint64_t r, std::uint64_t lane) const;
  // The number of active elements in all repeats.
  std::uint64_t active_elements() const;
  // Whether any element is active.
  bool writes() const;
  // One past the last byte of an operand's blocks; in a counter's last repeat only the blocks of
  // active elements count.
  std::uint64_t end_of(const OperandWalk& operand) const;
};

VectorWalk walk_of(const spec::Vconv& step, const spec::Registers& registers, Readings& readings);

// The number of repeats in different places: with a repeat stride of 0 all lie on the first one,
// however many a counter asks for.
std::uint64_t distinct_repeats(const OperandWalk& operand, std::uint64_t repeats);

}  // namespace vconform::oracle
