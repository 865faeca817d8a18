// The steps of a case: register writes and instructions, with the field names of the pages.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "spec/conversions.h"
#include "spec/memories.h"
#include "spec/registers.h"

namespace vconform::spec {

// vconv_{src}2{dst}{rnd_mode}(dst, src, repeat, dstBlockStride, srcBlockStride, dstRepeatStride,
// srcRepeatStride), and with the same arguments vconv_deqs162b8{h,l}, vconv_vdeqs162b8{h,l} and
// vconv_deq, whose scale is in DEQSCALE. Operands are in UB, 32-byte aligned; strides count
// DataBlocks.
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

// How a CastDeq says which elements it converts. The numbers are those of the C ABI.
enum class CastDeqForm : std::uint8_t {
  kCount = 0,       // the first `count` elements
  kContiguous = 1,  // mask0 elements of every repeat
  kBitwise = 2,     // elements by their bit of {mask1, mask0}
};

// cast_deq(dst, src, count, is_vec_deq, half_block) and cast_deq(dst, src, mask, repeat_time,
// repeat_params, is_set_mask, is_vec_deq, half_block) (cast_deq). The cell is a row of the family
// cast_deq. Operands are in UB, 32-byte aligned; strides, those of UnaryRepeatParams, count
// DataBlocks. The count form uses neither mask, repeat_time, strides nor is_set_mask; the others do
// not use count.
struct CastDeq {
  Cell cell;
  CastDeqForm form = CastDeqForm::kContiguous;
  Address dst;
  Address src;
  std::uint32_t count = 0;
  Mask mask;
  std::uint8_t repeat_time = 1;
  std::uint16_t dst_blk_stride = 1;
  std::uint16_t src_blk_stride = 1;
  std::uint16_t dst_rep_stride = 8;
  std::uint16_t src_rep_stride = 8;
  // False: the mask register holds what was set outside.
  bool is_set_mask = true;
  // s16: the factors stand in a vector.
  bool is_vec_deq = true;
  // s16: true writes the later 16 bytes of each destination block (下半Block).
  bool half_block = true;

  friend bool operator==(const CastDeq&, const CastDeq&) = default;
};

// The same call where nothing stands in what its form does not use: only that has a text.
CastDeq normal_form(const CastDeq& call);

struct SetMask {
  Mask mask;

  friend bool operator==(const SetMask&, const SetMask&) = default;
};

struct SetCtrl {
  std::uint64_t value = 0;

  friend bool operator==(const SetCtrl&, const SetCtrl&) = default;
};

// set_deq_scale (asc-devkit:SetDeqScale). What the word means is up to the instruction that reads
// it: see spec/quantization.h.
struct SetDeqScale {
  std::uint64_t value = 0;
  // The tensor form: `value` is the address of a vector.
  bool is_tensor = false;

  friend bool operator==(const SetDeqScale&, const SetDeqScale&) = default;
};

using Step = std::variant<SetMask, SetCtrl, SetDeqScale, Vconv, CastDeq>;

// The cell of an instruction; nothing for a register write.
std::optional<Cell> cell_of(const Step& step);

}  // namespace vconform::spec
