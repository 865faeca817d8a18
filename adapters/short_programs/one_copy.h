// Programs of one copy, and their results on a backend; for tests.
#pragma once

#include <string_view>
#include <vector>

#include "adapters/abi/backend.h"
#include "spec/case/case.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters {

// The size of every memory of these programs.
inline constexpr std::uint64_t kCopyMemory = 64 * 1024;
// The addresses of vectors: quant words and alphas in the Fixpipe buffer, those of a DataCopy in
// UB.
inline constexpr std::uint64_t kQuantWords = 128;
inline constexpr std::uint64_t kAlphas = 8192;
inline constexpr std::uint64_t kCopyVectors = 32768;

// M1 or M of 1.0f, and with the sign bit of a signed b8.
inline constexpr std::uint64_t kScaleOne = 0x3f800000;
inline constexpr std::uint64_t kSignedOne = kScaleOne | std::uint64_t{1} << 46;

// A quant word or a deqValue, which have these fields in the same places, with an offset; with MCB
// and a shift by n.
inline std::uint64_t with_offset(std::uint64_t word, int offset) {
  return spec::kQuantOffset.put(word, static_cast<std::uint64_t>(offset));
}
inline std::uint64_t with_shift(std::uint64_t word, std::uint64_t n) {
  return spec::kQuantMcb.put(spec::kQuantShift.put(word, n - 1), 1);
}

// The data of a copy_matrix of one row.
struct OneRow {
  // The instruction name after copy_matrix_cc_to_, as in "gm_s322s8".
  std::string_view name = "gm_s322s32";
  // The patterns of row 0 from column 0 on.
  std::vector<std::uint64_t> row = {};
  std::uint64_t word = kSignedOne;
  spec::ReluPre relu = spec::ReluPre::kNone;
  std::uint32_t alpha = 0;
  std::uint64_t ctrl = 0;
  std::uint64_t nd_para = 0;
  // The quant words for a vector code; if empty, the scalar code is used.
  std::vector<std::uint64_t> words = {};
  // The alphas for pReLU.
  std::vector<std::uint64_t> alphas = {};
  // Changes the finished call.
  void (*change)(spec::CopyMatrix& call) = nullptr;
};

// Both operands at 0, MSize 1, srcStride 16; the destination is NZ without gaps, so that result n
// is its element n. NSize is the length of the row, or the next permitted multiple.
spec::Case one_row(const OneRow& row);

// The data of a DataCopy of a few blocks.
struct OneCopy {
  // The instruction name after data_copy_, as in "deq8_s322s8".
  std::string_view name = "co1_co2_f322f16";
  // The patterns from the start of the source; zeros fill its last unit.
  std::vector<std::uint64_t> source = {};
  std::uint64_t value = kSignedOne;
  bool relu = false;
  // The patterns from kCopyVectors on.
  std::vector<std::uint64_t> vectors = {};
  // Changes the finished call.
  void (*change)(spec::DataCopy& call) = nullptr;
};

// Both operands at 0, one block in mode VECTOR, as long as the source needs; 8-bit results are
// packed.
spec::Case one_copy(const OneCopy& copy);

// The first `count` elements of the destination after the last step of a program, which must
// complete.
std::vector<std::uint64_t> copied_results(Backend& backend, const spec::Case& program,
                                          std::size_t count);

}  // namespace vconform::adapters
