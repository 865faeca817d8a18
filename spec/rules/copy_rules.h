// The rules of the copies: FIXPIPE and DataCopy. Part of the table behind spec/rules/rules.h, read
// by rule_rows.cpp alone.
#pragma once

#include <array>

#include "spec/rules/copy_concerns.h"
#include "spec/rules/rules.h"
#include "spec/rules/shared_readings.h"

namespace vconform::spec {

inline constexpr std::array kNarrowLayoutReadings = {
    Reading{"merged", "a block of 32 bytes has 32 channels of b8, 64 of b4"},
    Reading{"per-16", "a block of 32 bytes has 16 channels, whatever their width"},
};
inline constexpr std::string_view kDstStrideLine =
    "copy_matrix_cc: 如果NZ2ND_EN不使能,则它是不同数据块的dst stride(首地址到首地址),单位为32B";
inline constexpr std::array kDstStrideUnitReadings = {
    on_page("32B", "dstStride counts 32 bytes", kDstStrideLine),
    departing("element", "dstStride counts elements of the destination", kDstStrideLine),
};
inline constexpr std::array kLastBlockReadings = {
    Reading{"valid-only", "of the last block the valid channels are written"},
    Reading{"whole-block", "of the last block all channels are written, as the fractal holds them"},
};
inline constexpr std::string_view kSrcNdLine = "copy_matrix_cc: src_nd_stride,其单位为分形大小";
inline constexpr std::array kSrcNdUnitReadings = {
    on_page("fractal", "src_nd_stride counts fractals of 1024 bytes", kSrcNdLine),
    departing("c0", "src_nd_stride counts rows of 16 elements", kSrcNdLine),
};
inline constexpr std::array kNdCountReadings = {
    Reading{"ignored", "without NZ2ND_EN, nd_para has no effect"},
    on_page("nop", "an nd count of 0 does nothing, with or without NZ2ND_EN",
            "copy_matrix_cc: NSize=0或MSize=0或nd块数量为0表示不执行"),
};
inline constexpr std::array kNdLimitReadings = {
    Reading{"msize", "NSize is at most 4095 and MSize at most 8192"},
    Reading{"nsize", "NSize is at most 8192 and MSize at most 65535"},
};
inline constexpr std::array kQuantPreCodesReadings = {
    Reading{"header", "each prototype has codes of its own; in one that narrows, 0 may be refused"},
    Reading{"zero-only",
            "QuantPRE is 0, the prototype says what is computed; other codes may be refused"},
};
inline constexpr std::array kQuantPreZeroReadings = {
    Reading{"from-prototype", "the types of the prototype say what is computed"},
    Reading{"raw32", "the low bits of each 32-bit element are written"},
};
inline constexpr std::array kHalfChainReadings = {
    Reading{"chain", "s32 to f32, times M in f32, to f16, each rounded as r"},
    Reading{"exact", "one rounding, of the exact product"},
};
inline constexpr std::array kShiftRoundingReadings = {
    Reading{"floor", "an arithmetic shift: toward minus infinity"},
    Reading{"nearest", "half of the last bit kept is added first"},
};
inline constexpr std::array kShiftToS16Readings = {
    Reading{"saturates", "what exceeds an s16 becomes its limit"},
    Reading{"wraps", "the low 16 bits are kept"},
};
inline constexpr std::array kReluAlphaReadings = {
    Reading{"replaces", "a negative source is multiplied by alpha instead of M1"},
    Reading{"scales", "a negative source is multiplied by alpha and by M1"},
};
inline constexpr std::array kReluAlphaFormatReadings = {
    Reading{"f32", "all bits of alpha count"},
    Reading{"1-8-10", "the low 13 bits of alpha count as 0"},
};
inline constexpr std::array kReluAtReadings = {
    Reading{"scale", "the sign of the source decides, before it is scaled"},
    Reading{"result", "the sign of what is about to become the result decides"},
};
inline constexpr std::array kReluSpecialReadings = {
    Reading{"nan", "NaN, and minus infinity times 0, are NaN"},
    Reading{"zero", "NaN, and minus infinity times 0, are 0"},
};
inline constexpr std::array kFixpipeCtrl48Readings = {
    Reading{"applies", "half results keep inf and NaN under CTRL[48]=1"},
    Reading{"always-saturates", "half results saturate whatever CTRL[48] is"},
};
inline constexpr std::array kBlockLenUnitReadings = {
    Reading{"page", "blockLen counts the units of the source's type"},
    Reading{"halved", "of a copy to a narrower type, blockLen counts half of them"},
};
inline constexpr std::array kCopyStridesReadings = {
    Reading{"gap", "a stride is from the tail of a block to the head of the next"},
    Reading{"start", "a stride is from the head of a block to the head of the next"},
};
inline constexpr std::string_view kMLine = "data_copy_enhanced: 32位数视为float";
inline constexpr std::array kCopyScaleBitsReadings = {
    on_page("f32", "all bits of M count", kMLine),
    departing("truncate", "the low 13 bits of M count as 0", kMLine),
};
inline constexpr std::array kMcbDeq16Readings = {
    on_page("shifts", "MCB shifts in DEQ16 to half as in DEQ8",
            "data_copy_enhanced: 如果置为1,输入的int32_t会先右移N比特位"),
    on_page("ignored", "MCB has no effect in DEQ16 to half",
            "data_copy_enhanced: 当模式为DEQ8、VDEQ8时,MCB标志位置为1时,将输入的值进行右移N比特位"),
};
inline constexpr std::array kHalfOverflowReadings = {
    Reading{"saturates", "overflow and inf give MAX with their sign"},
    Reading{"inf", "overflow and inf give inf with their sign"},
};
inline constexpr std::array kReluOrderReadings = {
    on_page("final", "ReLU is applied to the sum with the offset",
            "data_copy_enhanced: 如果置为1,对最终结果进行RELU计算"),
    on_page("before-offset", "ReLU is applied to the rounded product, before the offset is added",
            "asc-devkit: of DEQ8 with ReLU the offset is -128 for s8, 0 for u8"),
};
inline constexpr std::array kVdeqAdvanceReadings = {
    Reading{"32", "block j uses the vector at deqTensorAddr + 32*j"},
    Reading{"128", "block j uses the vector at deqTensorAddr + 128*j"},
    Reading{"0", "all blocks use the vector at deqTensorAddr"},
};
inline constexpr std::array kSidHalvesReadings = {
    Reading{"first-is-0", "sidStoreMode 0 is the first half of each 32 bytes, 1 the second"},
    Reading{"swapped", "sidStoreMode 0 is the second half of each 32 bytes, 1 the first"},
};

inline constexpr std::string_view kClearedLine =
    "asc-devkit:随路量化: the low 13 bits of M1 are cleared";
inline constexpr std::array kFixpipeScaleBitsReadings = {
    on_page("truncate", "the low 13 bits of M count as 0", kClearedLine),
    departing("nearest", "M is rounded to 1-8-10, to nearest, ties to even", kClearedLine),
    departing("f32", "all bits of M count", kClearedLine),
};
inline constexpr std::string_view kFixpipeS9Line = "asc-devkit:随路量化: saturated to s9";
inline constexpr std::array kFixpipeS9ClampReadings = {
    on_page("yes", "the rounded product saturates to [-256, 255] before the offset is added",
            kFixpipeS9Line),
    departing("none", "only the result saturates", kFixpipeS9Line),
};
inline constexpr std::string_view kFixpipeOffsetLine = "asc-devkit:随路量化: the offset is signed";
inline constexpr std::array kFixpipeOffsetSignReadings = {
    on_page("signed", "two's complement, -256 to 255", kFixpipeOffsetLine),
    departing("unsigned", "0 to 511", kFixpipeOffsetLine),
};

// clang-format off
inline constexpr std::array kCopyRules = {
    // 7 FIXPIPE: layouts
    Rule{"fixpipe.source-fractals", Topic::kFixpipe, About::kPlaces, Status::kInferred,
         "element (m, n) of L0C is number ((n/16)*srcStride + m)*16 + n%16", "copy_matrix_cc, srcStride and 图1"},
    Rule{"fixpipe.padding-rows", Topic::kFixpipe, About::kPlaces, Status::kDocumented,
         "rows of the last fractal beyond MSize are read and dropped", "copy_matrix_cc, MSize"},
    Rule{"fixpipe.nz-layout", Topic::kFixpipe, About::kPlaces, Status::kDocumented,
         "with C channels a block, element (m, n) goes to (n/C)*dstStride*32 + (m*C + n%C) elements",
         "copy_matrix_cc, dstStride_dst_D; asc-devkit:NZ2NZ"},
    Rule{"fixpipe.channel-split", Topic::kFixpipe, About::kPlaces, Status::kDocumented,
         "channelSplit: a block of f32 has 8 channels; for other types, and under NZ2ND_EN, no page says what it does: a case may be refused, and none must pass",
         "copy_matrix_cc, channelSplit; asc-devkit:NZ2NZ"},
    Rule{"fixpipe.nd-layout", Topic::kFixpipe, About::kPlaces, Status::kDocumented,
         "NZ2ND_EN: element (m, n) of nd block i goes to element i*dst_nd_stride + m*dst_D + n; its source starts i*src_nd_stride later",
         "copy_matrix_cc, set_nd_para; asc-devkit:NZ2ND"},
    Rule{"fixpipe.zero-size-is-nop", Topic::kFixpipe, About::kPlaces, Status::kDocumented,
         "NSize 0, MSize 0 or an nd count of 0 writes nothing", "copy_matrix_cc, 注意"},
    Rule{"fixpipe.parameters", Topic::kFixpipe, About::kPlaces, Status::kContradictory,
         "the ranges of NSize, MSize, strides, ReLUPRE and nd_para, sid and UnitFlagMode 0, else out of range",
         "copy_matrix_cc, 参数说明"},
    Rule{"fixpipe.overlap", Topic::kFixpipe, About::kPlaces, Status::kDocumented,
         "where destinations overlap, any of their results may stand", "copy_matrix_cc, 注意", Openness::kEither},
    Rule{"fixpipe.narrow-layout", Topic::kFixpipe, About::kPlaces, Status::kInferred,
         "how many channels of b8 and b4 a block of an NZ destination has", "asc-devkit:NZ2NZ; copy_matrix_cc says it of 16 bits",
         Openness::kChoice, Scope::kFamily, kNarrowLayoutReadings, {.standard = "merged"}},
    Rule{"fixpipe.dst-stride-unit", Topic::kFixpipe, About::kPlaces, Status::kDocumented,
         "what dstStride counts without NZ2ND_EN", "copy_matrix_cc, dstStride_dst_D",
         Openness::kChoice, Scope::kFamily, kDstStrideUnitReadings, {.standard = "32B"}},
    Rule{"fixpipe.last-block", Topic::kFixpipe, About::kPlaces, Status::kUnspecified,
         "what is written of a block whose channels NSize does not fill", "no source",
         Openness::kChoice, Scope::kFamily, kLastBlockReadings, {.standard = "valid-only"},
         {.rows = has_whole_bytes}},
    Rule{"fixpipe.src-nd-unit", Topic::kFixpipe, About::kPlaces, Status::kDocumented,
         "what src_nd_stride counts", "copy_matrix_cc, set_nd_para",
         Openness::kChoice, Scope::kFamily, kSrcNdUnitReadings, {.standard = "fractal"}},
    Rule{"fixpipe.nd-count-without-nd", Topic::kFixpipe, About::kPlaces, Status::kUnspecified,
         "an nd count of 0 without NZ2ND_EN", "no source",
         Openness::kChoice, Scope::kFamily, kNdCountReadings, {.standard = "ignored"}},
    Rule{"fixpipe.nd-para-reserved", Topic::kFixpipe, About::kPlaces, Status::kInferred,
         "bits 48 to 63 of nd_para have no effect", "copy_matrix_cc, set_nd_para, which names config[0:47]"},

    // 7 FIXPIPE: values
    Rule{"fixpipe.quant-codes", Topic::kFixpipe, About::kPlaces, Status::kContradictory,
         "each prototype computes what QuantPRE says, with the code that its types need",
         "copy_matrix_cc, QuantPRE (设为0) against its prototypes; cann:cce_aicore_intrinsics.h"},
    Rule{"fixpipe.quantpre-zero", Topic::kFixpipe, About::kNumbers, Status::kUnspecified,
         "QuantPRE 0 in a prototype that narrows", "copy_matrix_cc, QuantPRE",
         Openness::kChoice, Scope::kFamily, kQuantPreZeroReadings, {.golden = "from-prototype"},
         {.rows = changes_type}},
    Rule{"fixpipe.quant-word", Topic::kFixpipe, About::kPlaces, Status::kDocumented,
         "the quant word is that of the register, or of a vector's code word n of the vector for column n",
         "asc-devkit:随路量化"},
    Rule{"fixpipe.reserved-bits-ignored", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "bits of a quant word that no field has have no effect", "asc-devkit:随路量化"},
    Rule{"fixpipe.mcb", Topic::kFixpipe, About::kNumbers, Status::kDocumented,
         "s32 sources: MCB 1 shifts right by N and takes an s16 before the product; f32 sources: MCB and N have no effect",
         "asc-devkit:随路量化"},
    Rule{"fixpipe.cast", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "half results are rounded to nearest, ties to even", "asc-devkit:Fixpipe"},
    Rule{"fixpipe.result-saturates", Topic::kFixpipe, About::kNumbers, Status::kDocumented,
         "integer results saturate", "asc-devkit:随路量化"},
    Rule{"fixpipe.sign-bit-decides", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "bit 46 of the quant word says whether the result is an s8 or a u8, not the type of dst",
         "asc-devkit:随路量化"},
    Rule{"fixpipe.parameter-special", Topic::kFixpipe, About::kNumbers, Status::kDocumented,
         "a scale or alpha that is inf, NaN or subnormal is out of range: anything in that element",
         "asc-devkit:随路量化", Openness::kEither},
    Rule{"fixpipe.nan-source", Topic::kFixpipe, About::kNumbers, Status::kUnspecified,
         "a NaN that becomes an integer: anything in that element", "no source", Openness::kEither},
    Rule{"fixpipe.zero-sign", Topic::kFixpipe, About::kNumbers, Status::kUnspecified,
         "the sign of a floating-point 0 that results", "no source", Openness::kEither},
    Rule{"fixpipe.deqf16", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "where the product of an s32 and M1 is rounded on its way to an f16", "asc-devkit:随路量化",
         Openness::kChoice, Scope::kFamily, kHalfChainReadings, {.standard = "chain"}, {.rows = is_s32_to_f16}},
    Rule{"fixpipe.ctrl48", Topic::kFixpipe, About::kNumbers, Status::kContradictory,
         "whether CTRL[48] affects half results", "asc-devkit:SetCtrlSpr against Fixpipe",
         Openness::kChoice, Scope::kFamily, kFixpipeCtrl48Readings, {.standard = "applies"},
         {.rows = has_half_result}},
    Rule{"shift.rounding", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "what becomes of the bits that a shift drops", "asc-devkit:随路量化",
         Openness::kChoice, Scope::kFamily, kShiftRoundingReadings, {.standard = "floor"},
         {.rows = narrows_s32}},
    Rule{"shift.to-s16", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "what becomes of a shifted value that exceeds an s16", "asc-devkit:随路量化",
         Openness::kChoice, Scope::kFamily, kShiftToS16Readings, {.standard = "saturates"},
         {.rows = narrows_s32}},
    Rule{"fixpipe.scale-bits", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "M1, an f32, is taken as 1-8-10: what becomes of its low 13 bits", "asc-devkit:随路量化",
         Openness::kChoice, Scope::kFamily, kFixpipeScaleBitsReadings, {.standard = "truncate"},
         {.rows = has_narrow_integers}},
    Rule{"fixpipe.product", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "whether the product of source and scale or alpha is an f32 before it is narrowed",
         "asc-devkit:随路量化", Openness::kChoice, Scope::kFamily, kProductReadings, {.standard = "f32"},
         {.rows = has_narrow_product}},
    Rule{"fixpipe.s9-rounding", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "how the product is rounded to an s9, or an s5 for b4", "asc-devkit:随路量化",
         Openness::kChoice, Scope::kFamily, kS9RoundingReadings, {.standard = "r"},
         {.rows = has_narrow_integers}},
    Rule{"fixpipe.s9-clamp", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "whether the rounded product saturates to an s9, or an s5 for b4", "asc-devkit:随路量化",
         Openness::kChoice, Scope::kFamily, kFixpipeS9ClampReadings, {.standard = "yes"},
         {.rows = has_narrow_integers}},
    Rule{"fixpipe.offset-sign", Topic::kFixpipe, About::kNumbers, Status::kDocumented,
         "how the bits of the offset are read", "asc-devkit:随路量化",
         Openness::kChoice, Scope::kFamily, kFixpipeOffsetSignReadings, {.standard = "signed"},
         {.rows = has_narrow_integers}},
    Rule{"fixpipe.offset-order", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "when the offset is added", "asc-devkit:随路量化",
         Openness::kChoice, Scope::kFamily, kOffsetOrderReadings, {.standard = "after-s9"},
         {.rows = has_narrow_integers}},
    Rule{"fixpipe.add", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "how many bits the sum of product and offset has", "asc-devkit:随路量化",
         Openness::kChoice, Scope::kFamily, kDeqAddReadings, {.standard = "no-wrap"},
         {.rows = has_narrow_integers}},

    // 7 FIXPIPE: ReLU
    Rule{"relu.normal", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "ReLUPRE 1: a source below 0 gives 0 before the offset", "copy_matrix_cc, ReLUPRE"},
    Rule{"relu.leaky", Topic::kFixpipe, About::kNumbers, Status::kDocumented,
         "ReLUPRE 2: a source below 0 is multiplied by the alpha of set_lrelu_alpha", "copy_matrix_cc, ReLUPRE"},
    Rule{"relu.prelu", Topic::kFixpipe, About::kNumbers, Status::kDocumented,
         "ReLUPRE 3: a source below 0 is multiplied by the alpha of its column", "copy_matrix_cc, ReLUPRE"},
    Rule{"relu.integer-alpha", Topic::kFixpipe, About::kNumbers, Status::kUnspecified,
         "leaky ReLU and pReLU of an s32 that is not multiplied: anything where the source is below 0",
         "no source", Openness::kEither},
    Rule{"relu.alpha", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "what multiplies a source below 0", "asc-devkit:Fixpipe",
         Openness::kChoice, Scope::kFamily, kReluAlphaReadings, {.standard = "replaces"}, {.rows = is_scaled}},
    Rule{"relu.alpha-format", Topic::kFixpipe, About::kNumbers, Status::kDocumented,
         "how many bits of alpha count", "copy_matrix_cc, set_lrelu_alpha",
         Openness::kChoice, Scope::kFamily, kReluAlphaFormatReadings, {.standard = "f32"},
         {.rows = is_scaled_or_f32}},
    Rule{"relu.at", Topic::kFixpipe, About::kNumbers, Status::kInferred,
         "whose sign ReLU looks at", "copy_matrix_cc, ReLU_PRE",
         Openness::kChoice, Scope::kFamily, kReluAtReadings, {.standard = "scale"}, {.rows = is_scaled}},
    Rule{"relu.special", Topic::kFixpipe, About::kNumbers, Status::kUnspecified,
         "NaN under ReLU, and minus infinity where it is multiplied by 0", "no source",
         Openness::kChoice, Scope::kFamily, kReluSpecialReadings, {.golden = "nan"},
         {.rows = keeps_f32_floating}},

    // 8 DataCopy
    Rule{"copy.parameters", Topic::kDataCopy, About::kNumbers, Status::kDocumented,
         "blockCount 1 to 4095, blockLen 1 to 65535, sidStoreMode 0 to 2, from CO1 to CO2 blockMode MATRIX or VECTOR, equal MCB bits in a vector, else out of range",
         "data_copy_enhanced; asc-devkit:DataCopy"},
    Rule{"copy.plain", Topic::kDataCopy, About::kNumbers, Status::kDocumented,
         "elements arrive as they are: on every path but CO1 to CO2, and there with DEQ_NONE and equal types",
         "data_copy_enhanced, DatacopyEnhanceParams是否生效"},
    Rule{"copy.units", Topic::kDataCopy, About::kPlaces, Status::kDocumented,
         "what blockLen, srcStride and dstStride count", "data_copy_enhanced, 表7"},
    Rule{"copy.cast", Topic::kDataCopy, About::kNumbers, Status::kInferred,
         "float to half under DEQ_NONE rounds to nearest, ties to even", "data_copy_enhanced, CO1 -> CO2"},
    Rule{"copy.mcb", Topic::kDataCopy, About::kNumbers, Status::kDocumented,
         "MCB 1 shifts the s32 right by N and takes an s16 before the product", "data_copy_enhanced, MCB标志位"},
    Rule{"copy.deq16-shift", Topic::kDataCopy, About::kNumbers, Status::kDocumented,
         "DEQ16 to s16 shifts right by N; M and MCB have no effect", "data_copy_enhanced, M and N"},
    Rule{"copy.result-saturates", Topic::kDataCopy, About::kNumbers, Status::kInferred,
         "integer results saturate", "data_copy_enhanced, Sign标志位"},
    Rule{"copy.sign-bit-decides", Topic::kDataCopy, About::kNumbers, Status::kDocumented,
         "bit 46 of deqValue says whether the result is an s8 or a u8, not the type of dst",
         "data_copy_enhanced, Sign标志位"},
    Rule{"copy.reserved-bits-ignored", Topic::kDataCopy, About::kNumbers, Status::kInferred,
         "bits of deqValue that its mode does not name have no effect", "data_copy_enhanced, deqValue"},
    Rule{"copy.pad-ignored", Topic::kDataCopy, About::kPlaces, Status::kInferred,
         "padMode and padValue have no effect", "data_copy_enhanced, padMode (预留参数,当前暂不支持)"},
    Rule{"copy.vector-element", Topic::kDataCopy, About::kPlaces, Status::kDocumented,
         "VDEQ, VDEQ8, VDEQ16: element i of a block uses factor i mod 16 of the block's vector",
         "data_copy_enhanced, deqTensorAddr"},
    Rule{"copy.vector-of-block", Topic::kDataCopy, About::kPlaces, Status::kDocumented,
         "VDEQ8, VDEQ16: block j uses the vector at deqTensorAddr + 128*j", "data_copy_enhanced, deqTensorAddr"},
    Rule{"copy.relu-flag", Topic::kDataCopy, About::kNumbers, Status::kDocumented,
         "isRelu or, of DEQ8 and DEQ16, bit 47 of deqValue asks for ReLU; of a vector and of DEQ, whose deqValue is a half, isRelu alone",
         "data_copy_enhanced, isRelu; the modes of bit 47 in the table of deqValue"},
    Rule{"copy.sid-store-mode", Topic::kDataCopy, About::kPlaces, Status::kInferred,
         "8-bit results fill one half of each 32 bytes, or with sidStoreMode 2 all of them",
         "data_copy_enhanced, sidStoreMode"},
    Rule{"copy.scale-special", Topic::kDataCopy, About::kNumbers, Status::kUnspecified,
         "a scale that is NaN or inf gives anything in that element", "no source", Openness::kEither},
    Rule{"copy.nan", Topic::kDataCopy, About::kNumbers, Status::kUnspecified,
         "what a NaN source gives where it is converted or meets ReLU", "no source", Openness::kEither},
    Rule{"copy.zero-sign", Topic::kDataCopy, About::kNumbers, Status::kUnspecified,
         "the sign of a floating-point 0 that is computed", "no source", Openness::kEither},
    Rule{"copy.block-len-unit", Topic::kDataCopy, About::kPlaces, Status::kDocumented,
         "what blockLen counts from CO1 to CO2", "data_copy_enhanced, 表7, against vendor code",
         Openness::kChoice, Scope::kFamily, kBlockLenUnitReadings, {.standard = "page"},
         {.rows = narrows}},
    Rule{"copy.strides", Topic::kDataCopy, About::kPlaces, Status::kInferred,
         "from where to where a stride goes", "cann:kernel_operator headers",
         Openness::kChoice, Scope::kFamily, kCopyStridesReadings, {.standard = "gap"}},
    Rule{"copy.vdeq-advance", Topic::kDataCopy, About::kPlaces, Status::kUnspecified,
         "VDEQ: which vector a block uses", "data_copy_enhanced says it of VDEQ8 and VDEQ16",
         Openness::kChoice, Scope::kFamily, kVdeqAdvanceReadings, {.standard = "32"}, {.rows = is_vdeq}},
    Rule{"copy.sid-halves", Topic::kDataCopy, About::kPlaces, Status::kInferred,
         "which half sidStoreMode 0 and 1 are", "data_copy_enhanced, sidStoreMode",
         Openness::kChoice, Scope::kFamily, kSidHalvesReadings, {.standard = "first-is-0"}, {.rows = is_deq8}},
    Rule{"copy.scale-bits", Topic::kDataCopy, About::kNumbers, Status::kDocumented,
         "how many bits of M count", "data_copy_enhanced, M",
         Openness::kChoice, Scope::kFamily, kCopyScaleBitsReadings, {.standard = "f32"},
         {.rows = is_deq8}},
    Rule{"copy.product", Topic::kDataCopy, About::kNumbers, Status::kInferred,
         "DEQ8: whether the product of source and scale is an f32", "data_copy_enhanced, deqValue",
         Openness::kChoice, Scope::kFamily, kProductReadings, {.standard = "f32"}, {.rows = is_deq8}},
    Rule{"copy.s9-rounding", Topic::kDataCopy, About::kNumbers, Status::kInferred,
         "DEQ8: how the product is rounded to an integer", "data_copy_enhanced names no rounding",
         Openness::kChoice, Scope::kFamily, kS9RoundingReadings, {.standard = "r"}, {.rows = is_deq8}},
    Rule{"copy.s9-clamp", Topic::kDataCopy, About::kNumbers, Status::kInferred,
         "DEQ8: whether the rounded product saturates to an s9", "data_copy_enhanced, deqValue",
         Openness::kChoice, Scope::kFamily, kS9ClampReadings, {.standard = "yes"}, {.rows = is_deq8}},
    Rule{"copy.offset-sign", Topic::kDataCopy, About::kNumbers, Status::kInferred,
         "DEQ8: how the nine bits of the offset are read", "data_copy_enhanced, Offset",
         Openness::kChoice, Scope::kFamily, kOffsetSignReadings, {.standard = "signed"}, {.rows = is_deq8}},
    Rule{"copy.offset-order", Topic::kDataCopy, About::kNumbers, Status::kInferred,
         "DEQ8: when the offset is added", "data_copy_enhanced, Offset",
         Openness::kChoice, Scope::kFamily, kOffsetOrderReadings, {.standard = "after-s9"}, {.rows = is_deq8}},
    Rule{"copy.add", Topic::kDataCopy, About::kNumbers, Status::kInferred,
         "DEQ8: how many bits the sum of product and offset has", "data_copy_enhanced, Offset",
         Openness::kChoice, Scope::kFamily, kDeqAddReadings, {.standard = "no-wrap"}, {.rows = is_deq8}},
    Rule{"copy.relu-order", Topic::kDataCopy, About::kNumbers, Status::kContradictory,
         "DEQ8: what ReLU is applied to", "data_copy_enhanced (对最终结果) against asc-devkit:随路量化",
         Openness::kChoice, Scope::kFamily, kReluOrderReadings, {.golden = "final"},
         {.rows = is_deq8}},
    Rule{"copy.deqf16", Topic::kDataCopy, About::kNumbers, Status::kInferred,
         "DEQ16 to half: where the product is rounded on its way to an f16", "data_copy_enhanced, deqValue",
         Openness::kChoice, Scope::kFamily, kHalfChainReadings, {.standard = "chain"},
         {.rows = is_deq16_to_f16}},
    Rule{"copy.mcb-deq16-half", Topic::kDataCopy, About::kNumbers, Status::kContradictory,
         "whether MCB affects DEQ16 to half", "data_copy_enhanced, N against MCB标志位",
         Openness::kChoice, Scope::kFamily, kMcbDeq16Readings, {.standard = "shifts"},
         {.rows = is_deq16_to_f16}},
    Rule{"copy.half-overflow", Topic::kDataCopy, About::kNumbers, Status::kUnspecified,
         "what a half result that overflows gives: m200 has no CTRL[48]", "no source",
         Openness::kChoice, Scope::kFamily, kHalfOverflowReadings, {.golden = "saturates"},
         {.rows = computes_f16}},
    Rule{"copy.deq16-precision", Topic::kDataCopy, About::kNumbers, Status::kUnspecified,
         "DEQ, VDEQ: where the product of an s32 and a half is rounded on its way to an f16",
         "asc-devkit:CastDequant",
         Openness::kChoice, Scope::kFamily, kDeq16PrecisionReadings, {.standard = "f32-chain"},
         {.rows = is_s32_times_half}},
    Rule{"copy.shift-rounding", Topic::kDataCopy, About::kNumbers, Status::kInferred,
         "what becomes of the bits that a shift drops", "data_copy_enhanced, N",
         Openness::kChoice, Scope::kFamily, kShiftRoundingReadings, {.standard = "floor"}, {.rows = may_shift}},
    Rule{"copy.shift-to-s16", Topic::kDataCopy, About::kNumbers, Status::kInferred,
         "what becomes of a shifted value that exceeds an s16", "data_copy_enhanced, MCB标志位",
         Openness::kChoice, Scope::kFamily, kShiftToS16Readings, {.standard = "saturates"},
         {.rows = may_shift}},

    // Added later
    Rule{"fixpipe.nd-limit", Topic::kFixpipe, About::kPlaces, Status::kContradictory,
         "how large NSize and MSize may be under NZ2ND_EN; between the limits of the readings a refusal is permitted",
         "copy_matrix_cc, NSize ([1, 8192] against [0, 4095]); asc-devkit:NZ2ND",
         Openness::kChoice, Scope::kFamily, kNdLimitReadings, {.standard = "msize"}, {}, true},
    Rule{"fixpipe.quantpre-codes", Topic::kFixpipe, About::kPlaces, Status::kContradictory,
         "the codes that QuantPRE may have in a prototype that computes something",
         "copy_matrix_cc, QuantPRE (设为0) against its prototypes; cann:cce_aicore_intrinsics.h",
         Openness::kChoice, Scope::kFamily, kQuantPreCodesReadings, {.standard = "header"},
         {.rows = changes_type}, true},
};
// clang-format on

}  // namespace vconform::spec
