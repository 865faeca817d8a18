// The byte that a fault of faulty_golden changes; for tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "adapters/abi/cell.h"
#include "adapters/vconform_adapter.h"
#include "spec/number/units.h"
#include "spec/rows/memories.h"

namespace vconform::adapters::faulty {

// The bytes [first, last) of a memory from the first block of an operand to the end of its last.
// For calls whose shape is more than a walk, only the first block.
struct Extent {
  std::uint32_t memory = VCONFORM_UB;
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  bool has(std::uint32_t in, std::uint64_t at) const {
    return in == memory && first <= at && at < last;
  }
};

inline Extent first_block(const vconform_address& at) {
  return {at.memory, at.offset, at.offset + spec::kBlockBytes};
}

inline Extent extent(const vconform_address& at, std::uint64_t repeat, std::uint64_t repeat_stride,
                     std::uint64_t block_stride, int blocks) {
  const std::uint64_t last_block = (repeat == 0 ? 0 : (repeat - 1) * repeat_stride) +
                                   static_cast<std::uint64_t>(blocks - 1) * block_stride;
  return {at.memory, at.offset, at.offset + (last_block + 1) * spec::kBlockBytes};
}

struct Operands {
  Extent destination;
  Extent source;
};

template <typename Call>
Operands walked_operands(const Call& call, const spec::Conversion& row) {
  return {
      extent(call.dst, call.repeat, call.dstRepeatStride, call.dstBlockStride,
             row.destination_blocks),
      extent(call.src, call.repeat, call.srcRepeatStride, call.srcBlockStride, row.source_blocks)};
}

template <typename Call>
Operands first_blocks(const Call& call) {
  return {first_block(call.dst), first_block(call.src)};
}

// nullopt for a step that is not an instruction of any table.
inline std::optional<Operands> operands_of(const vconform_step& step) {
  const vconform_vconv& vconv = step.as.vconv;
  const vconform_deq& deq = step.as.deq;
  switch (step.kind) {
    case VCONFORM_STEP_VCONV:
      if (const spec::Conversion* row =
              row_of(spec::Family::kVconv, 0, vconv.source_type, vconv.destination_type)) {
        return walked_operands(vconv, *row);
      }
      return std::nullopt;
    case VCONFORM_STEP_DEQ:
      if (const auto cell = deq_cell_of(deq.form, deq.destination_type)) {
        return walked_operands(deq, cell->conversion());
      }
      return std::nullopt;
    case VCONFORM_STEP_CAST_DEQ:
      return first_blocks(step.as.cast_deq);
    case VCONFORM_STEP_COPY_MATRIX:
      return first_blocks(step.as.copy_matrix);
    case VCONFORM_STEP_DATA_COPY:
      return first_blocks(step.as.data_copy);
    default:
      return std::nullopt;
  }
}

// The operands of the last instruction; nullopt if there is none.
inline std::optional<Operands> operands_of(const vconform_step* steps, std::uint64_t step_count) {
  for (std::uint64_t i = step_count; i-- > 0;) {
    if (const auto operands = operands_of(steps[i])) {
      return operands;
    }
  }
  return std::nullopt;
}

// An offset half of the destination's memory away, or the nearest one outside both operands.
inline std::uint64_t far_from(const Operands& operands, std::uint64_t size) {
  const Extent& destination = operands.destination;
  for (std::uint64_t step = size / 2; step < size / 2 + size; ++step) {
    const std::uint64_t at = (destination.first + step) % size;
    if (!destination.has(destination.memory, at) && !operands.source.has(destination.memory, at)) {
      return at;
    }
  }
  return 0;
}

struct SpoiledByte {
  std::uint32_t memory;
  std::uint64_t offset;
};

// nullopt for kinds that change no byte of a memory, and if there is no such byte.
inline std::optional<SpoiledByte> spoiled_byte(std::string_view kind, const vconform_step* steps,
                                               std::uint64_t step_count,
                                               const vconform_memories& memories) {
  const std::optional<Operands> operands = operands_of(steps, step_count);
  if (!operands || operands->destination.memory >= VCONFORM_MEMORY_COUNT ||
      operands->source.memory >= VCONFORM_MEMORY_COUNT) {
    return std::nullopt;
  }
  const Extent& of = kind == "source" ? operands->source : operands->destination;
  const std::uint64_t size = memories.memory[of.memory].size;
  std::uint64_t at = size;
  if (kind == "before") {
    at = of.first - 1;
  } else if (kind == "after") {
    at = of.last;
  } else if (kind == "far") {
    at = far_from(*operands, size);
  } else if (kind == "source") {
    at = of.first;
  }
  return at < size ? std::optional(SpoiledByte{of.memory, at}) : std::nullopt;
}

}  // namespace vconform::adapters::faulty
