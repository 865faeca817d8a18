// The steps of a case: register writes and instructions, with the field names of the pages.
//
// An instruction has a cell, dst and src, and `fields`, which calls each(name, member) for what
// stands in its text form behind its name, in that order: the text is written and read by this list
// alone.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>

#include "spec/case/registers.h"
#include "spec/data_copy/data_copy.h"
#include "spec/rows/conversions.h"
#include "spec/rows/memories.h"

namespace vconform::spec {

// How a number is written.
enum class Notation : std::uint8_t { kDecimal, kHex, kHexOf64Bits };

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

  template <typename Self, typename Each>
  static void fields(Self& step, Each& each) {
    each("dst", step.dst);
    each("src", step.src);
    each("repeat", step.repeat);
    each("dstBlockStride", step.dst_block_stride);
    each("srcBlockStride", step.src_block_stride);
    each("dstRepeatStride", step.dst_repeat_stride);
    each("srcRepeatStride", step.src_repeat_stride);
  }
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

  template <typename Self, typename Each>
  static void fields(Self& step, Each& each) {
    each("dst", step.dst);
    each("src", step.src);
    each.by_first_field(step.form, {"count", "mask", "mask1"});
    if (step.form == CastDeqForm::kCount) {
      each("count", step.count);
    } else {
      if (step.form == CastDeqForm::kContiguous) {
        each("mask", step.mask.mask0);
      } else {
        each("mask1", step.mask.mask1, Notation::kHexOf64Bits);
        each("mask0", step.mask.mask0, Notation::kHexOf64Bits);
      }
      each("repeat_time", step.repeat_time);
      each("dstBlkStride", step.dst_blk_stride);
      each("srcBlkStride", step.src_blk_stride);
      each("dstRepStride", step.dst_rep_stride);
      each("srcRepStride", step.src_rep_stride);
      each("is_set_mask", step.is_set_mask);
    }
    each("is_vec_deq", step.is_vec_deq);
    each("half_block", step.half_block);
  }
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
// it: see spec/number/quantization.h.
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

  template <typename Self, typename Each>
  static void fields(Self& step, Each& each) {
    each("dst", step.dst);
    each("src", step.src);
    each("sid", step.sid);
    each("NSize", step.n_size);
    each("MSize", step.m_size);
    each("dstStride_dst_D", step.dst_stride_dst_d);
    each("srcStride", step.src_stride);
    each("UnitFlagMode", step.unit_flag_mode);
    each("QuantPRE", step.quant_pre);
    each("ReLUPRE", step.relu_pre);
    each("channelSplit", step.channel_split);
    each("NZ2ND_EN", step.nz2nd_en);
  }
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

  template <typename Self, typename Each>
  static void fields(Self& step, Each& each) {
    each("dst", step.dst);
    each("src", step.src);
    each("blockCount", step.block_count);
    each("blockLen", step.block_len);
    each("srcStride", step.src_stride);
    each("dstStride", step.dst_stride);
    each("blockMode", step.block_mode);
    each("deqValue", step.deq_value, Notation::kHex);
    each("deqTensorAddr", step.deq_tensor_addr, Notation::kHex);
    each("sidStoreMode", step.sid_store_mode);
    each("isRelu", step.is_relu);
    each("padMode", step.pad_mode);
    each("padValue", step.pad_value, Notation::kHex);
  }
  friend bool operator==(const DataCopy&, const DataCopy&) = default;
};

// A rectangle that a lowering is asked to convert or to quantise (spec/rows/operation_rows.h).
// Element (i, j) of an operand is element i * stride + j from its address, a multiple of its size,
// or in NZ element j / block * stride + i * block + j % block; dst and src are in UB or GM, of one
// that quantises in L1 or L0C too, scratch in UB. The registers are those at entry; for all other
// steps of the program they change nothing.
struct Operation {
  // The row of an operation.
  Cell cell;
  Address dst;
  Address src;
  std::uint32_t rows = 1;
  std::uint32_t cols = 1;
  // Elements.
  std::uint32_t dst_stride = 1;
  std::uint32_t src_stride = 1;
  // Bytes that it may use and leave with anything in them.
  Address scratch;
  std::uint32_t scratch_bytes = 0;
  std::uint64_t ctrl = 0;
  Mask mask = kAllLanes;
  std::uint64_t deq_scale = 0;
  // In the order of kFixpipeRegisters.
  std::array<std::uint64_t, kFixpipeRegisters.size()> fixpipe = {};
  // Parameters, as far as the row has them (OperationParameters): the word of all columns, in the
  // fields of the family's page, or where there is one for each; the alpha, an f32, likewise.
  std::uint64_t quant = 0;
  Address quants;
  std::uint32_t alpha = 0;
  Address alphas;

  template <typename Self, typename Each>
  static void parameters(Self& step, Each& each) {
    const OperationParameters has = operation_parameters(step.cell.row);
    if (has.word) {
      each("quant", step.quant, Notation::kHexOf64Bits);
    }
    if (has.words) {
      each("quants", step.quants);
    }
    if (has.alpha) {
      each("alpha", step.alpha, Notation::kHex);
    }
    if (has.alphas) {
      each("alphas", step.alphas);
    }
  }
  template <typename Self, typename Each>
  static void fields(Self& step, Each& each) {
    each("dst", step.dst);
    each("src", step.src);
    each("rows", step.rows);
    each("cols", step.cols);
    each("dstStride", step.dst_stride);
    each("srcStride", step.src_stride);
    each("scratch", step.scratch);
    each("scratchBytes", step.scratch_bytes);
    each("entry.ctrl", step.ctrl, Notation::kHexOf64Bits);
    each("entry.mask1", step.mask.mask1, Notation::kHexOf64Bits);
    each("entry.mask0", step.mask.mask0, Notation::kHexOf64Bits);
    each("entry.deqscale", step.deq_scale, Notation::kHex);
    each("entry.nd_para", step.fixpipe[0], Notation::kHex);
    each("entry.lrelu_alpha", step.fixpipe[1], Notation::kHex);
    each("entry.quant_pre", step.fixpipe[2], Notation::kHex);
    each("entry.fpc", step.fixpipe[3], Notation::kHex);
    parameters(step, each);
  }
  friend bool operator==(const Operation&, const Operation&) = default;
};

using Step = std::variant<SetMask, SetCtrl, SetDeqScale, Vconv, CastDeq, SetFixpipe, CopyMatrix,
                          DataCopy, Operation>;

template <typename Instruction>
Step with_cell(const Cell& cell) {
  Instruction instruction;
  instruction.cell = cell;
  return instruction;
}

// By the number of the family: its instruction with the given cell and default arguments.
inline constexpr std::array<Step (*)(const Cell& cell), kFamilies.size()> kInstructions = {
    with_cell<Vconv>, with_cell<Vconv>, with_cell<CastDeq>, with_cell<CopyMatrix>,
    with_cell<DataCopy>};
static_assert(kInstructions.back() != nullptr);

inline Step instruction_with(const Cell& cell) {
  return cell.conversion().family == Family::kOperation
             ? with_cell<Operation>(cell)
             : kInstructions[static_cast<std::size_t>(cell.conversion().family)](cell);
}

// Whether the instruction of a row is a Vconv.
constexpr bool is_vconv_step(const Conversion& row) {
  return row.family != Family::kOperation &&
         kInstructions[static_cast<std::size_t>(row.family)] == with_cell<Vconv>;
}

// The cell of an instruction; nothing for a register write.
std::optional<Cell> cell_of(const Step& step);

}  // namespace vconform::spec
