// Operations: what a lowering, a library that calls the documented prototypes, is asked for in
// place of an instruction. Each element of a rectangle is converted from one type to another, or
// quantised by the element chain of a family.
//
// Users name them, so that they stand in no table. Whoever reads one, from a lowering's table, a
// case or a certificate, makes it known here, and then it has a cell as an instruction has. Known
// operations are never forgotten. One thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/rows/conversions.h"

namespace vconform::spec {

// A conversion to `to`. An operation converts once, unless it declares a chain.
struct OperationLeg {
  Rounding rounding = Rounding::kNull;
  NumberType to = NumberType::kF16;

  friend bool operator==(const OperationLeg&, const OperationLeg&) = default;
};

// Bits that say what becomes of results out of range; without them CTRL at entry decides, as it
// does for an instruction. The numbers are those of the C ABI.
enum class Saturation : std::uint32_t {
  kIntegersSaturate = 1,     // as under CTRL[59]=0
  kIntegersKeepLowBits = 2,  // finite values, in every pair and each leg, whatever `ctrl.59` is
  kHalfSaturates = 4,        // as under CTRL[48]=0
  kHalfKeepsInf = 8,         // as under CTRL[48]=1
};

// The element chain that an operation applies to each element: that of a family's instructions.
struct Quantisation {
  // kCastDeq, kCopyMatrix or kDataCopy; kOperation: the operation converts, and nothing here
  // counts.
  Family family = Family::kOperation;
  // Family data_copy only.
  DeqScale deq_scale = DeqScale::kNone;
  // A ReluPre; of data_copy isRelu.
  std::uint8_t relu = 0;
  // One word for each column instead of one for all.
  bool by_column = false;
  // The columns of a block of an operand in NZ: element (i, j) is element
  // j / block * stride + i * block + j % block from its address. 0: ND.
  std::uint32_t src_block = 0;
  std::uint32_t dst_block = 0;

  friend bool operator==(const Quantisation&, const Quantisation&) = default;
};

// The meaning of an operation: what a case says of it.
struct OperationRow {
  // Letters, digits, '_' and '.', at most kMostOperationName.
  std::string name;
  NumberType source = NumberType::kF32;
  // At least one.
  std::vector<OperationLeg> legs;
  // Bits of Saturation.
  std::uint32_t saturation = 0;
  // Registers that it may leave changed: bit 1 << VCONFORM_REGISTER_x. Never CTRL.
  std::uint32_t clobbers = 0;
  // With one leg, whose rounding is kNull.
  Quantisation quantisation = {};

  bool quantises() const { return quantisation.family != Family::kOperation; }
  NumberType destination() const { return legs.back().to; }
  Rounding rounding() const { return legs.back().rounding; }
  bool is_chain() const { return legs.size() > 1; }
  bool declares(Saturation bit) const {
    return (saturation & static_cast<std::uint32_t>(bit)) != 0;
  }
  friend bool operator==(const OperationRow&, const OperationRow&) = default;
};

inline constexpr std::size_t kMostOperationName = 40;
inline constexpr std::size_t kMostLegs = 4;
inline constexpr std::uint32_t kEverySaturation = 15;
// MASK, DEQSCALE, ND_PARA, LRELU_ALPHA, QUANT_PRE, FPC.
inline constexpr std::uint32_t kEveryClobber = 0x7d;

// Whether a family has element chains for operations that quantise.
constexpr bool has_operation_chains(Family family) {
  return family == Family::kCastDeq || family == Family::kCopyMatrix || family == Family::kDataCopy;
}

// The arguments with which an operation may be called.
struct OperationLimits {
  // Operands and rows that begin at multiples of 32 bytes, and others.
  bool aligned = true;
  bool unaligned = true;
  // Rows that do not follow each other without gaps.
  bool strides = true;
  // 0: as many as fit.
  std::uint32_t most_rows = 0;
  std::uint32_t most_cols = 0;
  // Columns come in multiples of this, at least 1.
  std::uint32_t cols_multiple = 1;
  // UB or GM; of an operation that quantises UB, L1, L0C or GM.
  MemoryId dst = MemoryId::kUb;
  MemoryId src = MemoryId::kUb;
  // A buffer in UB of so many bytes, which may hold anything afterwards.
  std::uint32_t scratch_bytes = 0;
  // Limits of operations that quantise: rows come in multiples of the one, at least 1, and words
  // and alphas of columns stand in the other, which is not L0C.
  std::uint32_t rows_multiple = 1;
  MemoryId parameters = MemoryId::kUb;

  friend bool operator==(const OperationLimits&, const OperationLimits&) = default;
};

struct DeclaredOperation {
  OperationRow row;
  OperationLimits limits;

  friend bool operator==(const DeclaredOperation&, const DeclaredOperation&) = default;
};

// The cell of an operation; a new one if it was not known. Equal rows have the same cell. Throws
// InputError for a name, a leg or bits that no operation can have.
Cell cell_of_operation(const OperationRow& row);
// The same for one that is declared with its limits, which are checked as check_operation does:
// cell_named then knows it, and all that was declared with the same name and rounding before is no
// longer found.
Cell declare_operation(const DeclaredOperation& operation);

// Throws InputError for what no operation can declare, whoever declares it: a library, or a
// certificate. Whether its least rectangle fits into the memories shows when one is laid out.
void check_operation(const DeclaredOperation& operation);

constexpr bool is_operation(const Cell& cell) {
  return cell.row >= kFirstOperation;
}
// The parts of an operation, by its cell; its limits are the default ones if it was not declared.
const OperationRow& operation_of(const Cell& cell);
const OperationLimits& limits_of(const Cell& cell);
// The conversions, one after another, each a row in one rounding mode.
const std::vector<Cell>& legs_of(const Cell& cell);
// The row whose element chain an operation applies that quantises: of the family deq for cast_deq.
const Cell& chain_of(const Cell& cell);
// Bytes between the words, and between the alphas, of neighbouring columns.
inline constexpr std::uint64_t kOperationWordBytes = 8;
inline constexpr std::uint64_t kOperationAlphaBytes = 4;
// Element (row, col) of an operand with such a stride, counted from its address; `block` as in
// Quantisation.
constexpr std::uint64_t element_index(std::uint64_t row, std::uint64_t col, std::uint64_t stride,
                                      std::uint64_t block) {
  return block == 0 ? row * stride + col : col / block * stride + row * block + col % block;
}
// The elements from the first of an operand to behind its last; in NZ the stride is at least
// rows * block.
constexpr std::uint64_t spanned_elements(std::uint64_t rows, std::uint64_t cols,
                                         std::uint64_t stride, std::uint64_t block) {
  if (rows == 0 || cols == 0) {
    return 0;
  }
  return element_index(rows - 1, cols - 1, stride, block) + 1;
}
// "tcvt_f32_f16_r".
std::string operation_name(const OperationRow& row);
std::optional<Cell> operation_named(std::string_view name);
// Those that operation_named finds, in the order in which they became known.
std::vector<Cell> declared_operations();

// CTRL as it affects the f16 and bf16 results of an operation that is entered with `ctrl`.
std::uint64_t ctrl_of_operation(const OperationRow& row, std::uint64_t ctrl);

// Texts of parts, as cases and certificates have them: "f32>r>f16", "f32>z>f16>r>s8";
// "by-ctrl", "integers-saturate+half-keeps-inf"; "none", "mask+deqscale".
std::string conversion_text(const OperationRow& row);
std::string saturation_text(std::uint32_t saturation);
std::string clobbers_text(std::uint32_t clobbers);
// Throw InputError.
void read_conversion(std::string_view text, OperationRow& row);
class TextFields;
// " by=copy_matrix deqScale=0 ReLUPRE=1 perColumn=0 srcBlock=16 dstBlock=0"; "" of a conversion.
std::string quantisation_text(const OperationRow& row);
void read_quantisation(TextFields& line, OperationRow& row);
std::uint32_t saturation_from(std::string_view text);
std::uint32_t clobbers_from(std::string_view text);

// One line, and back; throws InputError.
std::string to_text(const DeclaredOperation& operation);
DeclaredOperation declared_operation_from(std::string_view text);

}  // namespace vconform::spec
