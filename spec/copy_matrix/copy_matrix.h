// Formats, codes and limits of copy_matrix_cc_to_{cbuf,gm} and their _b4 forms, and the layout of
// results (copy_matrix_cc; cann:cce_aicore_intrinsics.h; asc-devkit:随路量化).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "spec/number/number_format.h"
#include "spec/number/word_fields.h"
#include "spec/rows/conversion.h"
#include "spec/rows/features.h"

namespace vconform::spec {

// QuantPRE of the profile: which pipeline a pair of types needs.
enum class Pipeline : std::uint8_t {
  kNone,   // the element as it is
  kCast,   // f32 to f16 or bf16
  kHalf,   // s32 times M1 to f16
  kShift,  // s32 >> N to s16
  kB8,     // times M1 to an s9, plus the offset, to s8 or u8
  kB4,     // times M1 to an s5, plus the offset, to s4
};

struct QuantCode {
  NumberType source;
  NumberType destination;
  Pipeline pipeline;
  // QuantPRE with the quant word in the register, and with one for each column in the Fixpipe
  // buffer; equal where the pipeline reads none.
  std::uint8_t scalar;
  std::uint8_t vector;
  std::string_view scalar_name;
  std::string_view vector_name;

  constexpr bool reads_quant_word() const { return scalar != vector; }
};

// clang-format off
inline constexpr std::array<QuantCode, 12> kQuantCodes = {{
    {NumberType::kF32, NumberType::kF32,  Pipeline::kNone,   0,  0, "NoQuant",       "NoQuant"},
    {NumberType::kS32, NumberType::kS32,  Pipeline::kNone,   0,  0, "NoQuant",       "NoQuant"},
    {NumberType::kF32, NumberType::kF16,  Pipeline::kCast,   1,  1, "F322F16",       "F322F16"},
    {NumberType::kF32, NumberType::kBf16, Pipeline::kCast,  16, 16, "F322BF16",      "F322BF16"},
    {NumberType::kS32, NumberType::kF16,  Pipeline::kHalf,  11, 10, "DEQF16",        "VDEQF16"},
    {NumberType::kS32, NumberType::kS16,  Pipeline::kShift, 13, 12, "SHIFTS322S16",  "VSHIFTS322S16"},
    {NumberType::kS32, NumberType::kS8,   Pipeline::kB8,     9,  8, "REQ8",          "VREQ8"},
    {NumberType::kS32, NumberType::kU8,   Pipeline::kB8,     9,  8, "REQ8",          "VREQ8"},
    {NumberType::kF32, NumberType::kS8,   Pipeline::kB8,    24, 23, "QF322B8_PRE",   "VQF322B8_PRE"},
    {NumberType::kF32, NumberType::kU8,   Pipeline::kB8,    24, 23, "QF322B8_PRE",   "VQF322B8_PRE"},
    {NumberType::kS32, NumberType::kS4,   Pipeline::kB4,    22, 21, "REQ4",          "VREQ4"},
    {NumberType::kF32, NumberType::kS4,   Pipeline::kB4,    26, 25, "QF322S4",       "VQF322S4"},
}};
// clang-format on

// That of a row of the family copy_matrix.
constexpr const QuantCode& quant_code_of(const Conversion& row) {
  for (const QuantCode& code : kQuantCodes) {
    if (code.source == row.source && code.destination == row.destination) {
      return code;
    }
  }
  return kQuantCodes[0];
}

// The fields of its quant word.
constexpr Word quant_word_of(const Conversion& row) {
  return row.destination == NumberType::kS4 ? Word::kQuantB4 : Word::kQuant;
}

// ReLUPRE.
enum class ReluPre : std::uint8_t { kNone = 0, kNormal = 1, kLeaky = 2, kPrelu = 3 };

// The mode of ReLU that a code asks for; nullopt for kNone and for codes that the page has not.
constexpr std::optional<Feature> feature_of(ReluPre relu) {
  const auto code = static_cast<std::size_t>(relu);
  return code == 0 || code > kReluModes.size() ? std::nullopt
                                               : std::optional(kReluModes.at(code - 1).feature);
}

// Elements in a row of a fractal of L0C, and rows: 16 * 16 * 4 bytes.
inline constexpr std::uint64_t kC0 = 16;
inline constexpr std::uint64_t kFractalRows = 16;
inline constexpr std::uint64_t kFractalBytes = 1024;

// Channels in a 32-byte block of an NZ destination, once b8 and b4 channels are merged and those of
// an f32 split.
constexpr std::uint64_t channels_of_block(const Conversion& row, bool channel_split) {
  const std::uint64_t fill = 256 / static_cast<std::uint64_t>(row.to().bits);
  return fill > kC0 || channel_split ? fill : kC0;
}
// NSize must be a multiple of it.
constexpr std::uint64_t n_size_multiple(const Conversion& row, bool channel_split) {
  if (channel_split) {
    return 8;
  }
  return row.destination == NumberType::kS4 ? 64 : 1;
}

inline constexpr std::uint64_t kMaxNSize = 4095;
inline constexpr std::uint64_t kMaxMSize = 65535;
// Under NZ2ND_EN a limit of 8192 replaces that of NSize or that of MSize (fixpipe.nd-limit).
inline constexpr std::uint64_t kMaxSizeOfNd = 8192;
inline constexpr std::uint64_t kMaxSrcNdStride = 512;
// srcStride is a multiple of it, in rows of kC0 elements.
inline constexpr std::uint64_t kSrcStrideMultiple = 16;

inline constexpr WordField kQuantScale = field_of(Word::kQuant, "M1");
inline constexpr WordField kQuantShift = field_of(Word::kQuant, "N");
inline constexpr WordField kQuantMcb = field_of(Word::kQuant, "MCB");
inline constexpr WordField kQuantOffset = field_of(Word::kQuant, "offset");
inline constexpr WordField kQuantOffsetB4 = field_of(Word::kQuantB4, "offset");
inline constexpr WordField kQuantSign = field_of(Word::kQuant, "sign");
inline constexpr WordField kNdCount = field_of(Word::kNdPara, "count");
inline constexpr WordField kNdSrcStride = field_of(Word::kNdPara, "src_nd_stride");
inline constexpr WordField kNdDstStride = field_of(Word::kNdPara, "dst_nd_stride");
inline constexpr WordField kFpcRelu = field_of(Word::kFpc, "relu");
inline constexpr WordField kFpcQuant = field_of(Word::kFpc, "quant");
inline constexpr std::uint64_t kFpcReluUnit = 64;
inline constexpr std::uint64_t kFpcQuantUnit = 128;
// Bytes from one column's word to the next. That of the alphas, an f32, is inferred from the units:
// 16 columns of either fill one.
inline constexpr std::uint64_t kQuantWordBytes = 8;
inline constexpr std::uint64_t kAlphaBytes = 4;

// The integer that a b4 is rounded to before its offset is added.
inline constexpr NumberFormat kS5 = {NumberType::kS8, "s5", 5, NumberKind::kSignedInteger, 0, 0};

}  // namespace vconform::spec
