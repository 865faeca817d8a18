// The rules of the vector instructions: vconv, the dequantisations and their API form. Part of the
// table behind spec/rules/rules.h, read by rule_rows.cpp alone.
#pragma once

#include <array>

#include "spec/rows/conversion.h"
#include "spec/rules/rules.h"
#include "spec/rules/shared_readings.h"

namespace vconform::spec {

inline constexpr std::array kAllFamilies = {Family::kVconv, Family::kDeq, Family::kCastDeq,
                                            Family::kCopyMatrix, Family::kDataCopy};
inline constexpr std::array kVectorFamilies = {Family::kVconv, Family::kDeq, Family::kCastDeq};
inline constexpr std::array kDequantisations = {Family::kDeq, Family::kCastDeq};
inline constexpr std::array kCastDeqAlone = {Family::kCastDeq};
inline constexpr std::array kNibbleFamilies = {Family::kVconv, Family::kCopyMatrix};
inline constexpr std::array kSubnormalInputFamilies = {Family::kVconv, Family::kCopyMatrix,
                                                       Family::kDataCopy};

constexpr bool has_s4(const Conversion& row) {
  return row.source == NumberType::kS4 || row.destination == NumberType::kS4;
}
constexpr bool takes_floating(const Conversion& row) {
  return row.from().is_floating();
}
constexpr bool gives_floating(const Conversion& row) {
  return row.to().is_floating();
}
constexpr bool is_s16(const Conversion& row) {
  return row.source == NumberType::kS16;
}
constexpr bool is_s32(const Conversion& row) {
  return row.source == NumberType::kS32;
}

inline constexpr std::array kCtrl59Readings = {
    Reading{"absent", "the bit has no effect"},
    Reading{"truncates", "a finite value is rounded to an integer of any width, its low bits kept"},
    Reading{"needs-ctrl60", "truncates when CTRL[60] is set too, no effect otherwise"},
};
inline constexpr std::array kOverflowDirectedReadings = {
    Reading{"ieee", "f and z of a positive overflow give MAX, c gives inf; mirrored for negatives"},
    Reading{"inf-after-rounding", "inf when the rounded value exceeds MAX"},
    Reading{"inf-beyond-max", "inf when the source exceeds MAX"},
};
inline constexpr std::array kOverflowOddReadings = {
    Reading{"max", "overflow gives MAX, which is odd"},
    Reading{"inf-after-rounding", "inf when the rounded value exceeds MAX"},
    Reading{"inf-beyond-max", "inf when the source exceeds MAX"},
};
inline constexpr std::array kSubnormalResultReadings = {
    Reading{"gradual", "rounded at the subnormal precision"},
    Reading{"flushed", "a result below the smallest normal number is 0"},
};
inline constexpr std::array kSubnormalInputReadings = {
    Reading{"value", "a subnormal source keeps its value"},
    Reading{"flushed", "a subnormal source counts as 0"},
};
inline constexpr std::array kStrideWidthReadings = {
    on_page("16", "a stride is taken modulo 2^16, as in the prototypes",
            "vconv: uint16_t dstBlockStride, uint16_t srcBlockStride"),
    Reading{"12", "a stride is taken modulo 2^12, as in the instruction word"},
};
inline constexpr std::array kInactiveLaneReadings = {
    Reading{"unchanged", "the destination of an inactive lane keeps its value"},
    Reading{"undefined", "the destination of an inactive lane may hold anything", true,
            Ground::kPage, "general: 输出数据(dstLocal): [2 4 6 ... 128 undefined...undefined]"},
};
inline constexpr std::array kNibbleReadings = {
    Reading{"low-first", "element 2k is the low nibble of byte k"},
    Reading{"high-first", "element 2k is the high nibble of byte k"},
};
inline constexpr std::array kWalkOrderReadings = {
    Reading{"repeat", "each repeat reads all its sources, then writes"},
    Reading{"block", "each block is read, then written, in order"},
    Reading{"snapshot", "all sources are read first; the last write wins"},
};
inline constexpr std::array kDeqStrideWidthReadings = {
    on_page("8", "a repeat stride is taken modulo 2^8, as in the prototypes",
            "vconv: uint8_t dstRepeatStride, uint8_t srcRepeatStride"),
    Reading{"12", "a repeat stride is taken modulo 2^12, as in the instruction word"},
};
inline constexpr std::string_view kHalfLine =
    "vconv: DEQ 接口中的 h/l 控制 u8/s8 是落在 bolck 的高位还是低位";
inline constexpr std::array kDeqHalfReadings = {
    on_page("block", "h writes bytes 16 to 31 of each of 8 destination blocks, l bytes 0 to 15",
            kHalfLine),
    Reading{"swapped", "h writes bytes 0 to 15 of each of 8 destination blocks, l bytes 16 to 31"},
    departing("byte-of-lane",
              "element i of a block is byte 2i+1 of the destination block for h, 2i for l",
              kHalfLine),
    departing("four-blocks", "h and l fill four destination blocks, 32 results each", kHalfLine),
};
inline constexpr std::array kOtherHalfReadings = {
    Reading{"unchanged", "the other half of a destination block keeps its value"},
    Reading{"zeroed", "for each result that is written, its byte in the other half becomes 0"},
};

inline constexpr std::array kCountLeavesReadings = {
    Reading{"reset", "MASK is all ones and CTRL[56] is 0"},
    Reading{"restored", "CTRL is as before, MASK holds the count"},
};
inline constexpr std::array kS32VectorReadings = {
    on_page("ignored", "the s32 is multiplied by the half in DEQSCALE, whatever is_vec_deq is",
            "cast_deq: dst[i] = src[i] * scale"),
    Reading{"undefined", "the destination may hold anything if is_vec_deq is true", true},
};
inline constexpr std::array kMaskFormReadings = {
    Reading{"kept", "CTRL[56] counts as it is: if set, the low bits of the mask are a count"},
    Reading{"cleared", "CTRL[56] counts as 0, and is as before afterwards"},
};

// The steps of deqs162b8_quantization, which the page spells out.
inline constexpr std::string_view kScaleLine =
    "vconv: M(在 f32 中表示,硬件将其视为 (1, 8, 10) 格式进行计算";
inline constexpr std::array kDeqScaleBitsReadings = {
    kScaleBitsReadings[0],
    kScaleBitsReadings[1],
    departing("f32", "all bits of M count", kScaleLine),
};
inline constexpr std::string_view kProductLine = "vconv: tmp1[31:0] = tmp0[31:0] * M;";
inline constexpr std::array kDeqProductReadings = {
    on_page("f32", "the product is rounded to an f32, to nearest, ties to even", kProductLine),
    departing("exact", "the product is not rounded before it becomes an s9", kProductLine),
};
inline constexpr std::string_view kClampLine =
    "vconv: tmp2[8:0] = f32_to_s9_saturation(tmp1[31:0]);";
inline constexpr std::array kDeqS9ClampReadings = {
    on_page("yes", "the rounded product saturates to [-256, 255] before the offset is added",
            kClampLine),
    departing("none", "only the result saturates", kClampLine),
};
inline constexpr std::string_view kOffsetLine = "vconv: DEQSCALE[45:37] 表示为 offset(s9 格式)";
inline constexpr std::array kDeqOffsetSignReadings = {
    on_page("signed", "two's complement, -256 to 255", kOffsetLine),
    departing("unsigned", "0 to 511", kOffsetLine),
};
inline constexpr std::string_view kAddLine = "vconv: tmp3[8:0] = tmp2[8:0] + offset[8:0];";
inline constexpr std::array kDeqOffsetOrderReadings = {
    on_page("after-s9", "the offset is added to the rounded product", kAddLine),
    kOffsetOrderReadings[1],
};
inline constexpr std::array kDeqAddWidthReadings = {
    kDeqAddReadings[0],
    on_page("wrap9", "of the sum the low 9 bits are kept, an s9", kAddLine),
};

// clang-format off
inline constexpr std::array kVectorRules = {
    // 1 Rounding
    Rule{"round.nearest-ties-to-even", Topic::kRounding, About::kNumbers, Status::kDocumented,
         "r: the nearest representable value; of two equally near ones, the one with an even last bit",
         "vconv, \"R\""},
    Rule{"round.nearest-ties-away", Topic::kRounding, About::kNumbers, Status::kDocumented,
         "a: the nearest representable value; of two equally near ones, the one farther from zero",
         "vconv, \"A\""},
    Rule{"round.floor", Topic::kRounding, About::kNumbers, Status::kDocumented,
         "f: the largest representable value not above the source", "vconv, \"F\""},
    Rule{"round.ceil", Topic::kRounding, About::kNumbers, Status::kDocumented,
         "c: the smallest representable value not below the source", "vconv, \"C\""},
    Rule{"round.toward-zero", Topic::kRounding, About::kNumbers, Status::kDocumented,
         "z: the representable value nearest to the source on the side of zero", "vconv, \"Z\""},
    Rule{"round.odd-is-von-neumann", Topic::kRounding, About::kNumbers, Status::kDocumented,
         "o: an exact value is kept; otherwise, of the two neighbours, the one with an odd last bit",
         "vconv, \"O\" (冯·诺依曼舍入); asc-devkit:precision_conversion"},
    Rule{"round.bare-name-is-r", Topic::kRounding, About::kNumbers, Status::kDocumented,
         "the name without a suffix rounds as r", "vconv, 留空(null)默认为R模式"},
    Rule{"round.once-then-range", Topic::kRounding, About::kNumbers, Status::kInferred,
         "one rounding from the exact source at the destination's precision, subnormal precision included, with the exponent unbounded; then the range test",
         "vconv; asc-devkit:precision_conversion"},

    // 2 The vconv table
    Rule{"pair.f322f16-has-no-prototype", Topic::kTable, About::kNumbers, Status::kDocumented,
         "f32 to f16 stands in the table with all seven modes, without a prototype", "vconv, table"},
    Rule{"pair.f322bf16-odd", Topic::kTable, About::kNumbers, Status::kContradictory,
         "vconv_f322bf16o stands in the prototypes, not in the table: optional, von Neumann where claimed",
         "vconv, table against prototypes"},
    Rule{"pair.f322s16-null", Topic::kTable, About::kNumbers, Status::kContradictory,
         "vconv_f322s16 stands in the prototypes, not in the table: optional, as r where claimed",
         "vconv, table against prototypes"},
    Rule{"pair.bf162f32a", Topic::kTable, About::kNumbers, Status::kContradictory,
         "the text names vconv_bf162f32a, no table lists it: optional, equal to vconv_bf162f32 where claimed",
         "vconv, 功能说明"},
    Rule{"convert.exact-when-representable", Topic::kTable, About::kNumbers, Status::kDocumented,
         "a source value that the destination can represent is the result, in every mode",
         "vconv; cann:kernel_operator headers for the widening pairs"},

    // 3 Special values
    Rule{"special.nan-to-int-is-zero", Topic::kSpecialValues, About::kNumbers, Status::kDocumented,
         "a NaN of either sign converts to the integer 0", "asc-devkit:边界值汇总"},
    Rule{"special.inf-to-int-saturates", Topic::kSpecialValues, About::kNumbers, Status::kDocumented,
         "an infinity converts to the integer limit on its side", "asc-devkit:边界值汇总"},
    Rule{"special.int-overflow-saturates", Topic::kSpecialValues, About::kNumbers, Status::kDocumented,
         "a finite value outside the integer range converts to the limit on its side (s4 -8..7; u8 of a negative is 0)",
         "asc-devkit:边界值汇总"},
    Rule{"ctrl.59", Topic::kSpecialValues, About::kNumbers, Status::kContradictory,
         "CTRL[59]=1 in f16 to u8 or s8, f32 to s16, s64 to s32, s32 to s16: finite values keep their low bits instead of saturating",
         "asc-devkit:SetCtrlSpr against 边界值汇总",
         Openness::kChoice, Scope::kRun, kCtrl59Readings, {.standard = "absent"}},
    Rule{"ctrl.59-f162s16", Topic::kSpecialValues, About::kNumbers, Status::kContradictory,
         "CTRL[59]=1 in f16 to s16: the edge tables disagree with each other",
         "asc-devkit:边界值汇总",
         Openness::kChoice, Scope::kRun, kCtrl59Readings, {.standard = "absent"}},
    Rule{"ctrl.48", Topic::kSpecialValues, About::kNumbers, Status::kDocumented,
         "f16 and bf16 results: CTRL[48]=0 saturates (overflow and inf give MAX with their sign, NaN gives 0); 1 keeps inf and NaN",
         "asc-devkit:SetCtrlSpr"},
    Rule{"special.inf-stays-inf", Topic::kSpecialValues, About::kNumbers, Status::kDocumented,
         "an infinity stays itself in f32 to f32, in widening, and under CTRL[48]=1",
         "asc-devkit:边界值汇总"},
    Rule{"special.nan-stays-nan", Topic::kSpecialValues, About::kNumbers, Status::kDocumented,
         "a NaN stays a NaN in f32 to f32, in widening, and under CTRL[48]=1",
         "asc-devkit:边界值汇总"},
    Rule{"special.nan-zero-sign", Topic::kSpecialValues, About::kNumbers, Status::kUnspecified,
         "the sign of the 0 that a NaN becomes under CTRL[48]=0", "no source",
         Openness::kEither},
    Rule{"special.nan-payload", Topic::kSpecialValues, About::kNumbers, Status::kUnspecified,
         "the sign and the payload of a NaN that stays one",
         "no source", Openness::kEither},
    Rule{"overflow.nearest", Topic::kSpecialValues, About::kNumbers, Status::kDocumented,
         "CTRL[48]=1, r and a: a result that, rounded with unbounded exponent, exceeds MAX is inf with its sign",
         "asc-devkit:SetCtrlSpr"},
    Rule{"overflow.directed", Topic::kSpecialValues, About::kNumbers, Status::kUnspecified,
         "CTRL[48]=1, f, c and z: what an overflow gives", "no source",
         Openness::kChoice, Scope::kRun, kOverflowDirectedReadings, {.golden = "ieee"}},
    Rule{"overflow.odd", Topic::kSpecialValues, About::kNumbers, Status::kUnspecified,
         "CTRL[48]=1, o: what an overflow gives", "no source",
         Openness::kChoice, Scope::kRun, kOverflowOddReadings, {.golden = "max"}},
    Rule{"f32f32.minus-zero", Topic::kSpecialValues, About::kNumbers, Status::kDocumented,
         "f32 to f32 of -0 gives +0, a stated deviation from IEEE 754",
         "asc-devkit:precision_conversion"},
    Rule{"f32f32.zero-from-negative", Topic::kSpecialValues, About::kNumbers, Status::kUnspecified,
         "the sign of the 0 that a negative fraction becomes in f32 to f32", "no source",
         Openness::kEither},
    Rule{"subnormal.results", Topic::kSpecialValues, About::kNumbers, Status::kInferred,
         "results below the smallest normal number are rounded at their own precision",
         "asc-devkit:precision_conversion (bf16 to f16 example)",
         Openness::kChoice, Scope::kRun, kSubnormalResultReadings, {.standard = "gradual"},
         {.families = kAllFamilies, .rows = gives_floating}},
    Rule{"subnormal.inputs", Topic::kSpecialValues, About::kNumbers, Status::kUnspecified,
         "what a subnormal source counts as", "no source",
         Openness::kChoice, Scope::kRun, kSubnormalInputReadings, {.standard = "value"},
         {.families = kSubnormalInputFamilies, .rows = takes_floating}},
    Rule{"int-to-float.zero", Topic::kSpecialValues, About::kNumbers, Status::kDocumented,
         "the integer 0 converts to +0", "asc-devkit:precision_conversion"},
    Rule{"edge.s32-max", Topic::kSpecialValues, About::kNumbers, Status::kContradictory,
         "s32 INT_MAX to f32: the edge table prints 2147483520, the f and z result; the rounding mode decides, r, a and c give 2147483648",
         "asc-devkit:边界值汇总, mode not stated"},

    // 4 Addressing
    Rule{"walk.blocks", Topic::kAddressing, About::kPlaces, Status::kDocumented,
         "block b of repeat r starts at base + 32*(r*repeatStride + b*blockStride); strides count DataBlocks, start to start",
         "general, dataBlockStride and repeatStride"},
    Rule{"walk.narrow-operand-has-fewer-blocks", Topic::kAddressing, About::kPlaces, Status::kDocumented,
         "the wider operand has 8 blocks in a repeat; the narrower one as many as its elements fill",
         "vconv, 功能说明"},
    Rule{"walk.repeat-stride-zero", Topic::kAddressing, About::kPlaces, Status::kDocumented,
         "a source repeat stride of 0 reads the first blocks again", "general, 反复计算场景"},
    Rule{"walk.src-block-stride-zero", Topic::kAddressing, About::kPlaces, Status::kDocumented,
         "a source block stride of 0 reads the first block again", "asc-devkit:高维切分"},
    Rule{"walk.dst-block-stride-zero", Topic::kAddressing, About::kPlaces, Status::kUnspecified,
         "a destination block stride of 0 is undefined: anything within the destination's span",
         "asc-devkit:高维切分", Openness::kEither},
    Rule{"walk.stride-width", Topic::kAddressing, About::kPlaces, Status::kContradictory,
         "how many bits of a stride count", "vconv, prototypes, against cann:kernel_operator headers",
         Openness::kChoice, Scope::kFamily, kStrideWidthReadings, {.standard = "12"}},
    Rule{"walk.stride-width-deq", Topic::kAddressing, About::kPlaces, Status::kContradictory,
         "how many bits of a repeat stride count in the DEQ forms; of a block stride, walk.stride-width says it",
         "vconv, prototypes, against cann:kernel_operator headers",
         Openness::kChoice, Scope::kRun, kDeqStrideWidthReadings, {.standard = "8"},
         {.families = kDequantisations}},
    Rule{"repeat.zero-is-nop", Topic::kAddressing, About::kPlaces, Status::kDocumented,
         "repeat 0 writes nothing", "asc-devkit:通用说明和约束"},
    Rule{"mask.bitwise", Topic::kAddressing, About::kPlaces, Status::kDocumented,
         "bit i of {mask1, mask0} governs element i of every repeat, counted in elements of the wider type",
         "general, 逐bit模式; cast_deq, mask=[8, 0]"},
    Rule{"mask.contiguous", Topic::kAddressing, About::kPlaces, Status::kDocumented,
         "contiguous mask n activates the first n elements of every repeat", "general, 连续模式"},
    Rule{"mask.counter-mode", Topic::kAddressing, About::kPlaces, Status::kInferred,
         "CTRL[56]=1: MASK[31:0] counts the elements, repeat and MASK[127:32] are ignored, the last repeat is partial, 0 does nothing",
         "asc-devkit:asc_set_ctrl"},
    Rule{"mask.zero-is-nop", Topic::kAddressing, About::kPlaces, Status::kDocumented,
         "an all-zero mask writes nothing", "asc-devkit:通用说明和约束"},
    Rule{"mask.inactive-lanes", Topic::kAddressing, About::kPlaces, Status::kContradictory,
         "what the destination of an inactive lane holds", "general (undefined) against asc-devkit:掩码",
         Openness::kChoice, Scope::kRun, kInactiveLaneReadings, {.standard = "unchanged"},
         {.families = kVectorFamilies}},
    Rule{"s4.nibble", Topic::kAddressing, About::kPlaces, Status::kInferred,
         "which nibble of a byte holds the even s4 element", "asc-devkit examples",
         Openness::kChoice, Scope::kRun, kNibbleReadings, {.standard = "low-first"},
         {.families = kNibbleFamilies, .rows = has_s4}},
    Rule{"s4.mask-pairs", Topic::kAddressing, About::kPlaces, Status::kDocumented,
         "s4: counts are even and mask bits 2i and 2i+1 equal, else out of range",
         "asc-devkit:precision_conversion"},
    Rule{"args.out-of-range", Topic::kAddressing, About::kPlaces, Status::kInferred,
         "arguments outside the documented range: rejected where the backend declares argument checking, otherwise anything within the destination's span",
         "asc-devkit:通用说明和约束", Openness::kEither},
    Rule{"overlap.hazard", Topic::kAddressing, About::kPlaces, Status::kDocumented,
         "operands that overlap other than block by block, or that a later repeat reads, promise nothing: anything within the destination's span",
         "asc-devkit:通用说明和约束", Openness::kEither},
    Rule{"walk.order", Topic::kAddressing, About::kPlaces, Status::kUnspecified,
         "in which order overlapping operands are read and written", "no source",
         Openness::kChoice, Scope::kFamily, kWalkOrderReadings, {.standard = "repeat"},
         {.families = kVectorFamilies}},
    Rule{"write.nothing-else", Topic::kAddressing, About::kPlaces, Status::kDocumented,
         "every byte that no rule makes a result keeps its value", "general; asc-devkit:掩码"},

    // 5 DEQ and VDEQ: s16 to s8 and u8
    Rule{"deq.reserved-bits-ignored", Topic::kDequantisation, About::kNumbers, Status::kInferred,
         "bits of DEQSCALE and of a factor that are neither M, offset nor sign have no effect",
         "vconv, 保留位"},
    Rule{"deq.scale-bits", Topic::kDequantisation, About::kNumbers, Status::kInferred,
         "M, an f32, is taken as 1-8-10: what becomes of its low 13 bits",
         "vconv, (1, 8, 10); copy_matrix_cc",
         Openness::kChoice, Scope::kRun, kDeqScaleBitsReadings, {.standard = "truncate"}, {.rows = is_s16}},
    Rule{"deq.scale-nan-inf", Topic::kDequantisation, About::kNumbers, Status::kUnspecified,
         "a scale that is NaN or inf gives anything in that element", "no source", Openness::kEither},
    Rule{"deq.product", Topic::kDequantisation, About::kNumbers, Status::kInferred,
         "whether the product of source and scale is an f32", "vconv, tmp1[31:0]",
         Openness::kChoice, Scope::kRun, kDeqProductReadings, {.standard = "f32"},
         {.rows = is_s16}},
    Rule{"deq.s9-rounding", Topic::kDequantisation, About::kNumbers, Status::kInferred,
         "how the product is rounded to an integer", "vconv, f32_to_s9_saturation names no rounding",
         Openness::kChoice, Scope::kRun, kS9RoundingReadings, {.standard = "r"}, {.rows = is_s16}},
    Rule{"deq.s9-clamp", Topic::kDequantisation, About::kNumbers, Status::kInferred,
         "whether the rounded product saturates to an s9", "vconv, f32_to_s9_saturation",
         Openness::kChoice, Scope::kRun, kDeqS9ClampReadings, {.standard = "yes"},
         {.rows = is_s16}},
    Rule{"deq.offset-sign", Topic::kDequantisation, About::kNumbers, Status::kDocumented,
         "how the nine bits of the offset are read", "vconv, offset (s9 格式)",
         Openness::kChoice, Scope::kRun, kDeqOffsetSignReadings, {.standard = "signed"},
         {.rows = is_s16}},
    Rule{"deq.offset-order", Topic::kDequantisation, About::kNumbers, Status::kContradictory,
         "when the offset is added", "vconv, tmp3, against cast_deq, (src[i] * scale) + offset",
         Openness::kChoice, Scope::kRun, kDeqOffsetOrderReadings, {.standard = "after-s9"},
         {.rows = is_s16}},
    Rule{"deq.add", Topic::kDequantisation, About::kNumbers, Status::kContradictory,
         "how many bits the sum of product and offset has", "vconv, tmp3[8:0] = tmp2[8:0] + offset[8:0]",
         Openness::kChoice, Scope::kRun, kDeqAddWidthReadings, {.standard = "no-wrap"},
         {.rows = is_s16}},
    Rule{"deq.result-saturates", Topic::kDequantisation, About::kNumbers, Status::kDocumented,
         "the sum saturates to an s8 where the sign bit is 1, to a u8 where it is 0",
         "vconv, s8_saturation, u8_saturation"},
    Rule{"deq.sign-bit-decides", Topic::kDequantisation, About::kNumbers, Status::kInferred,
         "bit 46 of the factor says whether the result is an s8 or a u8, not the type of dst",
         "vconv, DEQSCALE[46]"},
    Rule{"deq.half", Topic::kDequantisation, About::kPlaces, Status::kInferred,
         "where h and l write in a destination block", "vconv, h/l; asc-devkit:CastDequant, listing",
         Openness::kChoice, Scope::kRun, kDeqHalfReadings, {.standard = "block"}, {.rows = is_s16}},
    Rule{"deq.other-half", Topic::kDequantisation, About::kPlaces, Status::kInferred,
         "what the half of a destination block that is not written holds", "asc-devkit:CastDequant",
         Openness::kChoice, Scope::kRun, kOtherHalfReadings, {.standard = "unchanged"}, {.rows = is_s16}},
    Rule{"vdeq.address", Topic::kDequantisation, About::kPlaces, Status::kDocumented,
         "DEQSCALE[13:0] * 32 is the address in UB of 16 factors of 64 bits", "vconv, VDEQS162B8H/L"},
    Rule{"vdeq.factor-index", Topic::kDequantisation, About::kPlaces, Status::kDocumented,
         "element i of every block uses factor i mod 16, whatever elements are active",
         "vconv, VDEQS162B8H/L"},

    // 6 DEQ: s32 to f16
    Rule{"deq16.scale-is-half", Topic::kDequantisation, About::kNumbers, Status::kDocumented,
         "the scale is the half in DEQSCALE[15:0]", "cast_deq; asc-devkit:SetDeqScale"},
    Rule{"deq16.precision", Topic::kDequantisation, About::kNumbers, Status::kUnspecified,
         "where the product of an s32 and a half is rounded on its way to an f16",
         "asc-devkit:CastDequant, Cast(src / 2^17 * M * 2^17)",
         Openness::kChoice, Scope::kRun, kDeq16PrecisionReadings, {.standard = "f32-chain"}, {.rows = is_s32}},
    Rule{"deq16.zero-sign", Topic::kDequantisation, About::kNumbers, Status::kUnspecified,
         "the sign of a 0 that s32 to f16 gives", "no source", Openness::kEither},

    // The API form
    Rule{"cast-deq.count", Topic::kDequantisation, About::kPlaces, Status::kDocumented,
         "the count form converts the first count elements of contiguous operands", "cast_deq, count"},
    Rule{"cast-deq.half-block", Topic::kDequantisation, About::kPlaces, Status::kDocumented,
         "half_block true writes as h, false as l; it concerns b8 results", "cast_deq, half_block"},
    Rule{"cast-deq.is-vec-deq", Topic::kDequantisation, About::kPlaces, Status::kDocumented,
         "s16: is_vec_deq true takes 16 factors from UB, false the one in DEQSCALE",
         "cast_deq, is_vec_deq"},
    Rule{"cast-deq.is-set-mask", Topic::kDequantisation, About::kPlaces, Status::kDocumented,
         "is_set_mask false: the mask register holds what was set outside", "cast_deq, is_set_mask"},
    Rule{"cast-deq.s32-is-vec-deq", Topic::kDequantisation, About::kPlaces, Status::kUnspecified,
         "what is_vec_deq true, the default, means for an s32 source; if the tensor form set DEQSCALE, no page gives it a scale",
         "cast_deq explains the flag for int16_t; the formula for int32_t does not mention it",
         Openness::kChoice, Scope::kRun, kS32VectorReadings, {.standard = "ignored"},
         {.families = kCastDeqAlone, .rows = is_s32}},
    Rule{"cast.count-leaves", Topic::kDequantisation, About::kPlaces, Status::kUnspecified,
         "what MASK and CTRL[56] hold after the count form",
         "cast_deq is silent; asc-devkit:掩码 says it of the interfaces that take a count",
         Openness::kChoice, Scope::kRun, kCountLeavesReadings, {.standard = "reset"}, {.families = kCastDeqAlone}},
    Rule{"cast.mask-form-ctrl56", Topic::kDequantisation, About::kPlaces, Status::kUnspecified,
         "whether a form that sets a mask runs under CTRL[56] as it was set outside", "cast_deq is silent",
         Openness::kChoice, Scope::kRun, kMaskFormReadings, {.standard = "kept"}, {.families = kCastDeqAlone}},
};
// clang-format on

}  // namespace vconform::spec
