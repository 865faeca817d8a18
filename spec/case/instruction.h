// The steps of a case: register writes and instructions, with the field names of the pages.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "spec/case/registers.h"
#include "spec/data_copy/data_copy.h"
#include "spec/rows/conversions.h"
#include "spec/rows/memories.h"

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
// it: see spec/deq/quantization.h.
struct SetDeqScale {
  std::uint64_t value = 0;
  // The tensor form: `value` is the address of a vector.
  bool is_tensor = false;

  friend bool operator==(const SetDeqScale&, const SetDeqScale&) = default;
};

// set_nd_para, set_lrelu_alpha, set_quant_pre, set_fpc.
struct SetFixpipe {
  FixpipeRegister which = FixpipeRegister::kNdPara;
  std::uint64_t value = 0;

  friend bool operator==(const SetFixpipe&, const SetFixpipe&) = default;
};

// copy_matrix_cc_to_{cbuf,gm} and their _b4 forms (copy_matrix_cc). The source is in L0C, 64-byte
// aligned; the destination in L1, 32-byte aligned, or in GM.
struct CopyMatrix {
  Cell cell;
  Address dst;
  Address src;
  std::uint8_t sid = 0;
  // Elements.
  std::uint16_t n_size = 0;
  std::uint16_t m_size = 0;
  // From one block to the next, in 32 bytes; with nz2nd_en from one row to the next, in elements.
  std::uint32_t dst_stride_dst_d = 1;
  // From one column of fractals to the next, in rows of 16 elements; a multiple of 16.
  std::uint16_t src_stride = 0;
  std::uint8_t unit_flag_mode = 0;
  // A code of spec/copy_matrix/copy_matrix.h.
  std::uint64_t quant_pre = 0;
  // A ReluPre.
  std::uint8_t relu_pre = 0;
  bool channel_split = false;
  bool nz2nd_en = false;

  friend bool operator==(const CopyMatrix&, const CopyMatrix&) = default;
};

// DataCopy(dst, src, DataCopyParams, DataCopyEnhancedParams) (data_copy_enhanced). Positions and
// deqScale are those of the row.
struct DataCopy {
  Cell cell;
  Address dst;
  Address src;
  std::uint16_t block_count = 1;
  // In the units of spec/data_copy/data_copy.h.
  std::uint16_t block_len = 1;
  std::uint16_t src_stride = 0;
  std::uint16_t dst_stride = 0;
  BlockMode block_mode = BlockMode::kNormal;
  std::uint64_t deq_value = 0;
  // Bytes, in UB.
  std::uint64_t deq_tensor_addr = 0;
  // A SidStoreMode.
  std::uint8_t sid_store_mode = 0;
  // With DEQ_NONE that of the row.
  bool is_relu = false;
  // Reserved.
  std::uint8_t pad_mode = 0;
  std::uint64_t pad_value = 0;

  friend bool operator==(const DataCopy&, const DataCopy&) = default;
};

using Step =
    std::variant<SetMask, SetCtrl, SetDeqScale, Vconv, CastDeq, SetFixpipe, CopyMatrix, DataCopy>;

// The cell of an instruction; nothing for a register write.
std::optional<Cell> cell_of(const Step& step);

}  // namespace vconform::spec
