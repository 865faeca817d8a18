// For tests: the byte of UB that a fault of faulty_golden changes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "adapters/abi_cell.h"
#include "adapters/vconform_adapter.h"
#include "spec/units.h"

namespace vconform::adapters::faulty {

// The bytes [first, last) of UB from the first block of an operand to the end of its last.
struct Extent {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  bool has(std::uint64_t at) const { return first <= at && at < last; }
};

inline Extent extent(const vconform_address& at, std::uint64_t repeat, std::uint64_t repeat_stride,
                     std::uint64_t block_stride, int blocks) {
  const std::uint64_t last_block = (repeat == 0 ? 0 : (repeat - 1) * repeat_stride) +
                                   static_cast<std::uint64_t>(blocks - 1) * block_stride;
  return {at.offset, at.offset + (last_block + 1) * spec::kBlockBytes};
}

struct Operands {
  Extent destination;
  Extent source;
};

// Of the last instruction; empty when there is none.
inline Operands operands_of(const vconform_step* steps, std::uint64_t step_count) {
  for (std::uint64_t i = step_count; i-- > 0;) {
    const vconform_vconv& vconv = steps[i].as.vconv;
    const spec::Conversion* row = steps[i].kind == VCONFORM_STEP_VCONV
                                      ? row_of(vconv.source_type, vconv.destination_type)
                                      : nullptr;
    if (row != nullptr) {
      return {extent(vconv.dst, vconv.repeat, vconv.dstRepeatStride, vconv.dstBlockStride,
                     row->destination_blocks),
              extent(vconv.src, vconv.repeat, vconv.srcRepeatStride, vconv.srcBlockStride,
                     row->source_blocks)};
    }
  }
  return {};
}

// Half of UB away, or as near to that as both operands leave room.
inline std::uint64_t far_from(const Operands& operands, std::uint64_t size) {
  for (std::uint64_t step = size / 2; step < size / 2 + size; ++step) {
    const std::uint64_t at = (operands.destination.first + step) % size;
    if (!operands.destination.has(at) && !operands.source.has(at)) {
      return at;
    }
  }
  return 0;
}

// Nothing for kinds that change no byte of UB, and where there is no such byte.
inline std::optional<std::uint64_t> spoiled_byte(std::string_view kind, const vconform_step* steps,
                                                 std::uint64_t step_count, std::uint64_t ub_size) {
  const Operands operands = operands_of(steps, step_count);
  std::uint64_t at = ub_size;
  if (kind == "before") {
    at = operands.destination.first - 1;
  } else if (kind == "after") {
    at = operands.destination.last;
  } else if (kind == "far") {
    at = far_from(operands, ub_size);
  } else if (kind == "source") {
    at = operands.source.first;
  }
  return at < ub_size ? std::optional(at) : std::nullopt;
}

}  // namespace vconform::adapters::faulty
