// For tests: programs of one copy, and what a backend makes of them.
#pragma once

#include <string_view>
#include <vector>

#include "adapters/abi/backend.h"
#include "spec/case/case.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters {

// Every memory of a program here has so many bytes.
inline constexpr std::uint64_t kCopyMemory = 64 * 1024;
// Where vectors stand: in the Fixpipe buffer quant words, and alphas; in UB those of a DataCopy.
inline constexpr std::uint64_t kQuantWords = 128;
inline constexpr std::uint64_t kAlphas = 8192;
inline constexpr std::uint64_t kCopyVectors = 32768;

// 1.0f in M1 or M, and as a signed b8.
inline constexpr std::uint64_t kScaleOne = 0x3f800000;
inline constexpr std::uint64_t kSignedOne = kScaleOne | std::uint64_t{1} << 46;

// What a copy_matrix of one row reads.
struct OneRow {
  // "gm_s322s8"; what follows copy_matrix_cc_to_.
  std::string_view name = "gm_s322s32";
  // Patterns of row 0 from column 0.
  std::vector<std::uint64_t> row = {};
  std::uint64_t word = kSignedOne;
  spec::ReluPre relu = spec::ReluPre::kNone;
  std::uint32_t alpha = 0;
  std::uint64_t ctrl = 0;
  std::uint64_t nd_para = 0;
  // Of a vector's code; none: the scalar code.
  std::vector<std::uint64_t> words = {};
  // Of pReLU.
  std::vector<std::uint64_t> alphas = {};
  // Called last.
  void (*change)(spec::CopyMatrix& call) = nullptr;
};

// Both operands at 0, MSize 1, srcStride 16; the destination is NZ without gaps, so that result n
// is element n of it. NSize is as large as the row, or the next multiple that it must be.
spec::Case one_row(const OneRow& row);

// What a DataCopy of a few blocks reads.
struct OneCopy {
  // "deq8_s322s8"; what follows data_copy_.
  std::string_view name = "co1_co2_f322f16";
  // Patterns from the start of the source; zeros fill its last unit.
  std::vector<std::uint64_t> source = {};
  std::uint64_t value = kSignedOne;
  bool relu = false;
  // Patterns from kCopyVectors.
  std::vector<std::uint64_t> vectors = {};
  // Called last.
  void (*change)(spec::DataCopy& call) = nullptr;
};

// Both operands at 0, one block in mode VECTOR, as long as the source needs; 8-bit results packed.
spec::Case one_copy(const OneCopy& copy);

// Element i of the destination after the last step of a program, which must complete.
std::vector<std::uint64_t> copied_results(Backend& backend, const spec::Case& program,
                                          std::size_t count);

}  // namespace vconform::adapters
