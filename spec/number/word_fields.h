// The words that hold several parameters: DEQSCALE, the quant word of FIXPIPE, deqValue, nd_para
// and FPC, as one table of bit fields from which packing, unpacking, printing and generating
// derive.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace vconform::spec {

enum class Word : std::uint8_t {
  kFactor,    // DEQSCALE of deqs162b8{h,l}; each element of the vector of vdeqs162b8{h,l}
  kVector,    // DEQSCALE of vdeqs162b8{h,l}
  kHalf,      // DEQSCALE of vconv_deq; deqValue of DEQ
  kQuant,     // the quant word of FIXPIPE, scalar or one for each column
  kQuantB4,   // the same for b4 results
  kDeqValue,  // deqValue of DEQ8 and DEQ16; each element of the vector of VDEQ8 and VDEQ16
  kNdPara,    // set_nd_para
  kFpc,       // set_fpc: where the vectors of FIXPIPE stand
};

struct WordField {
  Word word;
  std::string_view name;
  int low;
  int bits;
  std::string_view meaning;
  std::string_view source;

  constexpr std::uint64_t mask() const { return ((std::uint64_t{1} << bits) - 1) << low; }
  constexpr std::uint64_t of(std::uint64_t word_value) const {
    return (word_value & mask()) >> low;
  }
  // `word_value` with this field holding the low bits of `value`.
  constexpr std::uint64_t put(std::uint64_t word_value, std::uint64_t value) const {
    return (word_value & ~mask()) | ((value << low) & mask());
  }
};

inline constexpr std::string_view kDeqscaleSource = "vconv, DEQSCALE";
inline constexpr std::string_view kHalfSource =
    "asc-devkit:SetDeqScale; cast_deq; data_copy_enhanced, deqValue";
inline constexpr std::string_view kQuantSource = "asc-devkit:随路量化";
inline constexpr std::string_view kDeqValueSource = "data_copy_enhanced, deqValue";
inline constexpr std::string_view kNdParaSource = "copy_matrix_cc, set_nd_para";
inline constexpr std::string_view kFpcSource = "cann:kernel_operator_fixpipe_impl.h";

// clang-format off
inline constexpr std::array<WordField, 25> kWordFields = {{
    {Word::kFactor,   "M",              0, 32, "the scale, an f32 that is taken as 1-8-10",         kDeqscaleSource},
    {Word::kFactor,   "offset",        37,  9, "the offset, an s9",                                 kDeqscaleSource},
    {Word::kFactor,   "sign",          46,  1, "1: the result is an s8, 0: a u8",                   kDeqscaleSource},
    {Word::kVector,   "address",        0, 14, "the vector's address in UB, in 32 bytes",           kDeqscaleSource},
    {Word::kHalf,     "M",              0, 16, "the scale, a half",                                 kHalfSource},
    {Word::kQuant,    "M1",             0, 32, "the scale, an f32 that is taken as 1-8-10",         kQuantSource},
    {Word::kQuant,    "N",             32,  4, "the shift to the right less 1",                     kQuantSource},
    {Word::kQuant,    "MCB",           36,  1, "1: an s32 is shifted to an s16 first",              kQuantSource},
    {Word::kQuant,    "offset",        37,  9, "the offset, an s9",                                 kQuantSource},
    {Word::kQuant,    "sign",          46,  1, "1: the result is an s8, 0: a u8",                   kQuantSource},
    {Word::kQuantB4,  "M1",             0, 32, "the scale, an f32 that is taken as 1-8-10",         kQuantSource},
    {Word::kQuantB4,  "N",             32,  4, "the shift to the right less 1",                     kQuantSource},
    {Word::kQuantB4,  "MCB",           36,  1, "1: an s32 is shifted to an s16 first",              kQuantSource},
    {Word::kQuantB4,  "offset",        37,  5, "the offset, an s5",                                 kQuantSource},
    {Word::kDeqValue, "M",              0, 32, "the scale, an f32",                                 kDeqValueSource},
    {Word::kDeqValue, "N",             32,  4, "the shift to the right less 1",                     kDeqValueSource},
    {Word::kDeqValue, "MCB",           36,  1, "1: the s32 is shifted to an s16 first",             kDeqValueSource},
    {Word::kDeqValue, "offset",        37,  9, "the offset, an s9",                                 kDeqValueSource},
    {Word::kDeqValue, "sign",          46,  1, "1: the result is an s8, 0: a u8",                   kDeqValueSource},
    {Word::kDeqValue, "relu",          47,  1, "1: the result is not below 0",                      kDeqValueSource},
    {Word::kNdPara,   "count",          0, 16, "the number of nd blocks",                           kNdParaSource},
    {Word::kNdPara,   "src_nd_stride", 16, 16, "from one nd block of the source to the next, in fractals", kNdParaSource},
    {Word::kNdPara,   "dst_nd_stride", 32, 16, "from one nd block of the destination to the next, in elements", kNdParaSource},
    {Word::kFpc,      "relu",           0,  8, "address of the alphas in the Fixpipe buffer, in 64 bytes", kFpcSource},
    {Word::kFpc,      "quant",          8,  8, "address of the quant words in the Fixpipe buffer, in 128 bytes", kFpcSource},
}};
// clang-format on

// The field of a word that has this name; it must exist.
consteval WordField field_of(Word word, std::string_view name) {
  for (const WordField& field : kWordFields) {
    if (field.word == word && field.name == name) {
      return field;
    }
  }
  throw "no field of the word has this name";
}

// Bits that no field of the word has: ignored.
constexpr std::uint64_t reserved_bits(Word word) {
  std::uint64_t reserved = ~std::uint64_t{0};
  for (const WordField& field : kWordFields) {
    reserved &= field.word == word ? ~field.mask() : ~std::uint64_t{0};
  }
  return reserved;
}

// "M=0x3bb66000 offset=0x000 sign=1", and " reserved=0x..." where such bits are set.
std::string word_text(Word word, std::uint64_t value);

}  // namespace vconform::spec
