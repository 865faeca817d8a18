// The steps of a case: register writes and instructions, with the field names of the pages.
#pragma once

#include <cstdint>
#include <variant>

#include "spec/conversions.h"
#include "spec/memories.h"
#include "spec/registers.h"

namespace vconform::spec {

// vconv_{src}2{dst}{rnd_mode}(dst, src, repeat, dstBlockStride, srcBlockStride, dstRepeatStride,
// srcRepeatStride). Operands are in UB, 32-byte aligned; strides count DataBlocks.
struct Vconv {
  Cell cell;
  Address dst;
  Address src;
  std::uint8_t repeat = 1;
  std::uint16_t dst_block_stride = 1;
  std::uint16_t src_block_stride = 1;
  std::uint16_t dst_repeat_stride = 8;
  std::uint16_t src_repeat_stride = 8;

  friend bool operator==(const Vconv&, const Vconv&) = default;
};

struct SetMask {
  Mask mask;

  friend bool operator==(const SetMask&, const SetMask&) = default;
};

struct SetCtrl {
  std::uint64_t value = 0;

  friend bool operator==(const SetCtrl&, const SetCtrl&) = default;
};

using Step = std::variant<SetMask, SetCtrl, Vconv>;

}  // namespace vconform::spec
