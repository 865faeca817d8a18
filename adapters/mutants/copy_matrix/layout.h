// Mutants of copy_matrix with wrong places: addresses read and written, refusals, the word of a
// column; and those that write beside the destination.
#pragma once

#include <algorithm>

#include "adapters/golden/copies/memory.h"
#include "adapters/golden/copy_matrix/element.h"
#include "adapters/golden/copy_matrix/walk.h"
#include "adapters/mutants/copy_matrix/witness.h"
#include "adapters/mutants/elements.h"
#include "adapters/mutants/row.h"
#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters::mutants::copy_matrix {

using golden::CopyMatrixWalk;
using golden::FixpipeElement;

inline constexpr NumberFormat kF32 = spec::format_of(NumberType::kF32);

inline bool is_nd(const CopyMatrixWalk& walk) {
  return walk.call.NZ2ND_EN != 0;
}

inline std::uint64_t round_up(std::uint64_t number, std::uint64_t unit) {
  return (number + unit - 1) / unit * unit;
}

// Whether blocks of an NZ destination lie so close that rows of one are in the next.
inline bool shares_row(const FixpipeElement& element) {
  const golden::FractalLayout& layout = element.walk->layout;
  return !is_nd(*element.walk) && element.column >= layout.channels &&
         layout.dst_column_stride % layout.channels == 0 &&
         element.row + layout.dst_column_stride / layout.channels < layout.rows;
}

// Flips the byte behind all that may be written, if there is one.
inline void spoil_behind(const CopyMatrixWalk& walk, const vconform_memories& memories) {
  const spec::Conversion& row = walk.cell.conversion();
  const auto bytes = golden::memory_of(memories, spec::memory_of(row.path.to));
  const std::uint64_t end =
      walk.call.dst.offset + spec::byte_count(row.to(), walk.layout.destination_end());
  if (end < bytes.size()) {
    bytes[end] = static_cast<std::uint8_t>(~bytes[end]);
  }
}

inline bool reads_nan(const CopyMatrixWalk& walk, const vconform_memories& memories) {
  const auto source = golden::memory_of(memories, spec::MemoryId::kL0c);
  const golden::FractalLayout& layout = walk.layout;
  for (std::uint64_t block = 0; block < layout.blocks; ++block) {
    for (std::uint64_t column = 0; column < layout.columns; ++column) {
      for (std::uint64_t row = 0; row < layout.rows; ++row) {
        const std::uint64_t index = layout.source(block, row, column);
        if (is_nan(kF32, spec::load_element(source, walk.call.src.offset, kF32, index))) {
          return true;
        }
      }
    }
  }
  return false;
}

inline void copy_least(CopyMatrixWalk& walk) {
  vconform_copy_matrix& call = walk.call;
  golden::FractalLayout& layout = walk.layout;
  const auto multiple = static_cast<std::uint32_t>(
      spec::n_size_multiple(walk.cell.conversion(), call.channelSplit != 0));
  call.NSize = std::max(call.NSize, multiple);
  call.MSize = std::max(call.MSize, 1U);
  walk.does_nothing = layout.blocks == 0;
  layout.rows = call.MSize;
  layout.columns = call.NSize;
  layout.channels = is_nd(walk) ? layout.columns : layout.channels;
  layout.last_block = layout.channels;
}

inline constexpr Row kLayout[] = {
    {82, "src-stride-in-bytes", "srcStride of FIXPIPE counts bytes", "fixpipe.source-fractals",
     [](CopyMatrixWalk& walk) { walk.layout.src_column_stride /= 64; },
     [] { return by_call("gm_s322s32", nothing, sixteen_columns); }},
    {83, "padding-rows-written", "rows of the last fractal beyond MSize are written",
     "fixpipe.padding-rows",
     [](CopyMatrixWalk& walk) {
       walk.layout.rows = round_up(walk.layout.rows, spec::kFractalRows);
     },
     [] {
       return by_call("gm_s322s32", two_rows, [](CopyMatrix& call) {
         call.m_size = 16;
         call.dst_stride_dst_d = 32;
       });
     }},
    {84, "dst-stride-is-a-gap",
     "dstStride of an NZ destination is from the tail of a block to the head of the next",
     "fixpipe.nz-layout",
     [](CopyMatrixWalk& walk) {
       if (!is_nd(walk)) {
         walk.layout.dst_column_stride += walk.layout.rows * walk.layout.channels;
       }
     },
     [] { return by_call("cbuf_s322f16", two_rows, sixteen_columns); }},
    {85, "channel-split-halves-swapped",
     "channelSplit: the two halves of sixteen channels change places", "fixpipe.channel-split",
     [](CopyMatrixWalk& walk) { walk.layout.src_flip = walk.call.channelSplit != 0 ? 8 : 0; },
     [] {
       const auto split = [](CopyMatrix& call) { call.channel_split = true; };
       return by_call("gm_f322f32", split, nothing);
     }},
    {86, "nd-strides-in-bytes", "NZ2ND: dst_D and dst_nd_stride count bytes", "fixpipe.nd-layout",
     [](CopyMatrixWalk& walk) {
       if (is_nd(walk)) {
         const auto bytes = std::max<std::uint64_t>(
             static_cast<std::uint64_t>(walk.cell.conversion().to().bits) / spec::kBitsPerByte, 1);
         walk.layout.dst_row_stride /= bytes;
         walk.layout.dst_block_stride /= bytes;
       }
     },
     [] {
       const auto nd_of_two_rows = [](CopyMatrix& call) {
         nd(call);
         call.m_size = 2;
       };
       return by_call("gm_s322f16", nd_of_two_rows, two_rows, kTwoNd);
     }},
    {87, "zero-size-counts-as-one", "NSize or MSize 0 copies the least there is",
     "fixpipe.zero-size-is-nop",
     [](CopyMatrixWalk& walk) {
       if (walk.call.NSize == 0 || walk.call.MSize == 0) {
         copy_least(walk);
       }
     },
     [] {
       const auto no_columns = [](CopyMatrix& call) { call.n_size = 0; };
       return by_call("gm_s322s32", no_columns, nothing) +
              by_call("cbuf_f322bf16", no_rows, nothing);
     }},
    {88, "sid-ignored", "sid and UnitFlagMode may be anything", "fixpipe.parameters",
     [](CopyMatrixWalk& walk) {
       walk.call.sid = 0;
       walk.call.UnitFlagMode = 0;
     },
     [] {
       const auto wrong_sid = [](CopyMatrix& call) { call.sid = 1; };
       const auto wrong_relu = [](CopyMatrix& call) { call.relu_pre = 4; };
       return by_call("gm_s322s32", wrong_sid, wrong_relu);
     }},
    {89, "overlap-spoils-shared-rows",
     "where rows of two NZ blocks overlap, a result of neither stands", "fixpipe.overlap",
     [](FixpipeElement& element) {
       if (shares_row(element)) {
         // About half of the largest, with the other sign.
         element.source ^= 0x80555555;
       }
     },
     [] {
       const auto sharing = [](CopyMatrix& call) {
         call.m_size = 3;
         call.dst_stride_dst_d = 2;
       };
       const auto apart = [](CopyMatrix& call) {
         call.m_size = 3;
         call.dst_stride_dst_d = 6;
       };
       return by_call("gm_s322s32", sharing, apart);
     }},
    {90, "b8-merged-from-f32-only",
     "b8 and b4 channels are merged from f32, 16 in a block from s32", "fixpipe.narrow-layout",
     [](CopyMatrixWalk& walk) {
       if (!is_nd(walk) && has_s32_source(walk) && walk.cell.conversion().to().bits < 16) {
         walk.layout.channels = spec::kC0;
         walk.layout.dst_row_stride = spec::kC0;
         walk.layout.last_block = spec::kC0;
       }
     },
     [] { return by_call("gm_s322s8", two_rows, nd, kTwoNd); }},
    {91, "dst-stride-in-elements-of-f16",
     "dstStride counts elements of an f16 destination, 32 bytes elsewhere",
     "fixpipe.dst-stride-unit",
     [](CopyMatrixWalk& walk) {
       if (!is_nd(walk) && walk.cell.conversion().destination == NumberType::kF16) {
         walk.layout.dst_column_stride = walk.call.dstStride_dst_D;
       }
     },
     [] { return by_call("gm_f322f16", two_rows, nd, kTwoNd); }},
    {92, "whole-last-block-from-s32",
     "the last block is written whole from s32, its valid channels from f32", "fixpipe.last-block",
     [](CopyMatrixWalk& walk) {
       golden::FractalLayout& layout = walk.layout;
       if (!is_nd(walk) && has_s32_source(walk)) {
         layout.columns = std::min(round_up(layout.columns, spec::kC0),
                                   round_up(layout.columns, layout.channels));
       }
     },
     [] {
       const auto twenty_columns = [](CopyMatrix& call) { call.n_size = 20; };
       return by_call("gm_s322s32", twenty_columns, nothing);
     }},
    {93, "src-nd-stride-in-rows-of-s32",
     "src_nd_stride counts rows of 16 elements from s32, fractals from f32", "fixpipe.src-nd-unit",
     [](CopyMatrixWalk& walk) {
       if (has_s32_source(walk)) {
         walk.layout.src_block_stride /= spec::kFractalRows;
       }
     },
     [] { return by_call("gm_s322s32", nd, two_rows, kTwoNd); }},
    {94, "nd-count-0-stops-s32", "without NZ2ND_EN, an nd count of 0 stops copies from s32 only",
     "fixpipe.nd-count-without-nd",
     [](CopyMatrixWalk& walk) {
       const std::uint64_t para = walk.registers.of(spec::FixpipeRegister::kNdPara);
       walk.does_nothing |= has_s32_source(walk) && spec::kNdCount.of(para) == 0;
     },
     [] { return by_call("gm_s322s32", nothing, no_rows); }},
    {167, "nd-para-bit-63-stops", "bit 63 of nd_para, which is reserved, switches the copy off",
     "fixpipe.nd-para-reserved",
     [](CopyMatrixWalk& walk) {
       walk.does_nothing |= walk.registers.of(spec::FixpipeRegister::kNdPara) >> 63 != 0;
     },
     [] {
       const std::uint64_t one_nd = spec::kNdCount.put(0, 1);
       OneRow stops = {.row = {1, 2, 3}, .nd_para = one_nd | std::uint64_t{1} << 63};
       OneRow runs = stops;
       runs.nd_para = one_nd;
       return by_row(stops, runs);
     }},
    {95, "quantpre-of-a-cast-is-rejected", "the codes of f16 and bf16 from f32 are rejected",
     "fixpipe.quant-codes",
     [](CopyMatrixWalk& walk) {
       const spec::QuantCode& code = spec::quant_code_of(walk.cell.conversion());
       walk.takes_only_zero |= code.pipeline == spec::Pipeline::kCast;
     },
     [] { return by_call("gm_f322f16", nothing, no_quantisation); }},
    {96, "quantpre-0-is-raw-from-s32",
     "QuantPRE 0 writes the low bits of an s32 and converts an f32", "fixpipe.quantpre-zero",
     [](CopyMatrixWalk& walk) {
       const std::uint8_t code = spec::quant_code_of(walk.cell.conversion()).scalar;
       walk.is_raw = walk.call.QuantPRE == 0 && code != 0 && has_s32_source(walk);
     },
     [] { return by_call("gm_s322f16", no_quantisation, nothing); }},
    {97, "quant-word-of-column-0", "a vector's code takes word 0 for every column",
     "fixpipe.quant-word", [](CopyMatrixWalk& walk) { walk.word_step = 0; },
     [] {
       const Patterns words = {kSignedOne, kHalf | kSigned};
       return by_row({.name = "gm_s322s8", .row = {40, 40}, .words = words},
                     {"gm_s322s8", {40, 40}});
     }},
    {98, "alpha-of-column-0", "pReLU takes alpha 0 for every column", "relu.prelu",
     [](CopyMatrixWalk& walk) { walk.alpha_step = 0; },
     [] {
       const OneRow negative = {.name = "gm_f322f32",
                                .row = {kMinusOne, kMinusOne},
                                .relu = ReluPre::kPrelu,
                                .alphas = {kOne, 0x40000000}};
       OneRow positive = negative;
       positive.row = {kOne, kOne};
       return by_row(negative, positive);
     }},
    {99, "fixpipe-nibbles-swapped-from-f32",
     "s4 results have the even element in the high nibble from f32, in the low one from s32",
     "s4.nibble",
     [](CopyMatrixWalk& walk) {
       walk.swaps_nibbles = walk.cell.conversion().to().bits < 8 && !has_s32_source(walk);
     },
     [] { return by_name({.row = {kOne, 0x40000000}}, "gm_b4_f322s4", "gm_b4_s322s4"); }},
    {100, "scale-nan-writes-a-byte-more",
     "an M1 that is NaN or inf spoils the byte behind the destination", "fixpipe.parameter-special",
     [](const CopyMatrixWalk& walk, const vconform_memories& memories) {
       const auto m1 = spec::kQuantScale.of(walk.registers.of(spec::FixpipeRegister::kQuantPre));
       const bool multiplies = spec::quant_code_of(walk.cell.conversion()).reads_quant_word() &&
                               walk.cell.conversion().destination != NumberType::kS16;
       if (multiplies && !walk.has_vector && (is_nan(kF32, m1) || is_infinite(kF32, m1))) {
         spoil_behind(walk, memories);
       }
     },
     [] {
       return by_row({"cbuf_s322s8", {1}, kNan}, {"cbuf_s322s8", {1}, 0x7f7fffff}) +
              by_row({"cbuf_f322u8", {1}, kMinusInf}, {"cbuf_f322f16", {1}, kMinusInf});
     }},
    {101, "nan-to-integer-writes-a-byte-more",
     "a NaN that becomes an integer spoils the byte behind the destination", "fixpipe.nan-source",
     [](const CopyMatrixWalk& walk, const vconform_memories& memories) {
       const bool to_integer = !walk.cell.conversion().to().is_floating();
       if (!has_s32_source(walk) && to_integer && reads_nan(walk, memories)) {
         spoil_behind(walk, memories);
       }
     },
     [] { return by_row({"gm_f322s8", {kNan}}, {"gm_f322f16", {kNan}}); }},
    {123, "integer-alpha-writes-a-byte-more",
     "leaky ReLU and pReLU of an s32 that is not multiplied spoil the byte behind the destination",
     "relu.integer-alpha",
     [](const CopyMatrixWalk& walk, const vconform_memories& memories) {
       const spec::Pipeline pipeline = spec::quant_code_of(walk.cell.conversion()).pipeline;
       const bool is_multiplied =
           pipeline != spec::Pipeline::kNone && pipeline != spec::Pipeline::kShift;
       const bool has_alpha = walk.call.ReLUPRE > static_cast<std::uint8_t>(ReluPre::kNormal);
       if (has_s32_source(walk) && !is_multiplied && has_alpha) {
         spoil_behind(walk, memories);
       }
     },
     [] {
       return by_row({.name = "gm_s322s32", .row = {5}, .relu = ReluPre::kLeaky},
                     {.name = "gm_s322s32", .row = {5}, .relu = ReluPre::kNormal});
     }},
    {163, "more-than-4095-columns-write-a-byte-more",
     "NSize beyond 4095 is taken under NZ2ND_EN and spoils the byte behind the destination",
     "fixpipe.nd-limit",
     [](golden::Behaviour& behaviour) {
       behaviour.pin(spec::choice("fixpipe.nd-limit", "nsize"));
       behaviour.finish_copy_matrix.add(
           [](const CopyMatrixWalk& walk, const vconform_memories& memories) {
             if (walk.call.NSize > spec::kMaxNSize) {
               spoil_behind(walk, memories);
             }
           });
     },
     [] {
       const auto wide = [](CopyMatrix& call) {
         nd(call);
         call.n_size = spec::kMaxNSize + 1;
         call.src_stride = 0;
       };
       return by_call("gm_s322s16", wide, nd, kTwoNd);
     }},
    {164, "quantpre-must-be-0-from-s32", "every QuantPRE but 0 is rejected, from s32 only",
     "fixpipe.quantpre-codes",
     [](CopyMatrixWalk& walk) { walk.takes_only_zero |= has_s32_source(walk); },
     [] { return by_call("gm_s322f16", nothing, no_quantisation); }},
};

}  // namespace vconform::adapters::mutants::copy_matrix
