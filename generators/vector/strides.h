// Strides for one operand, chosen from those of a list of edges that fit.
#pragma once

#include <cstdint>

#include "generators/choices/choice_source.h"
#include "generators/vector/span.h"
#include "spec/rows/conversion.h"

namespace vconform::generators {

// The largest stride that every case may use (walk.stride-width).
inline constexpr std::uint64_t kMaxStride = 255;

struct StridePair {
  std::uint16_t block = 1;
  std::uint16_t repeat = 0;

  friend bool operator==(const StridePair&, const StridePair&) = default;
};

// In one repeat.
constexpr std::uint64_t dst_blocks(const spec::Conversion& row) {
  return static_cast<std::uint64_t>(row.destination_blocks);
}
constexpr std::uint64_t src_blocks(const spec::Conversion& row) {
  return static_cast<std::uint64_t>(row.source_blocks);
}

// Blocks one after another, and repeats likewise.
constexpr StridePair contiguous_strides(std::uint64_t blocks) {
  return {1, static_cast<std::uint16_t>(blocks)};
}

constexpr Walk walk_of(std::uint64_t blocks, std::uint64_t repeats, StridePair strides) {
  return {blocks, repeats, strides.block, strides.repeat};
}

// The draws before it is known which strides fit: always four, so that later draws keep their
// meaning when strides become simpler.
struct StrideChoice {
  bool contiguous = true;
  // Strides beside the listed edges.
  std::uint64_t any_block = 0;
  std::uint64_t any_repeat = 0;
  // Selects one of the pairs that fit.
  std::uint64_t which = 0;
};

StrideChoice draw_stride_choice(ChoiceSource& choices);

struct StrideNeeds {
  std::uint64_t blocks;
  // At least 1; the repeat stride is free when it is 1.
  std::uint64_t repeats;
  // The number of blocks that the span may take; the contiguous span must fit.
  std::uint64_t room;
  // Whether every block must have a place of its own, as in a destination.
  bool distinct;
};

StridePair fitting_strides(const StrideChoice& choice, const StrideNeeds& needs);

}  // namespace vconform::generators
