// One row of the pages' tables of types: what is converted to what, by which instruction.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "spec/number/number_format.h"
#include "spec/rows/family.h"
#include "spec/rows/memories.h"
#include "spec/rows/products.h"
#include "spec/rows/status.h"
#include "spec/slugs/rule_id.h"

namespace vconform::spec {

// Kinds of dequantisation. The numbers are those of the C ABI.
enum class DeqForm : std::uint8_t {
  kDeqHigh = 0,   // deqs162b8h
  kDeqLow = 1,    // deqs162b8l
  kVdeqHigh = 2,  // vdeqs162b8h
  kVdeqLow = 3,   // vdeqs162b8l
  kHalf = 4,      // vconv_deq: s32 to f16
  kNone = 0xff,
};

constexpr bool is_vdeq(DeqForm form) {
  return form == DeqForm::kVdeqHigh || form == DeqForm::kVdeqLow;
}
// Results go to bytes 16..31 of each destination block.
constexpr bool is_high(DeqForm form) {
  return form == DeqForm::kDeqHigh || form == DeqForm::kVdeqHigh;
}

// deqScale of DataCopyEnhancedParams, 量化模式. The numbers are those of the page's enumeration and
// of the C ABI.
enum class DeqScale : std::uint8_t {
  kNone = 0,
  kDeq = 1,
  kVdeq = 2,
  kDeq8 = 3,
  kVdeq8 = 4,
  kDeq16 = 5,
  kVdeq16 = 6,
};

// The factors stand in UB, at deqTensorAddr.
constexpr bool is_vector(DeqScale deq) {
  return deq == DeqScale::kVdeq || deq == DeqScale::kVdeq8 || deq == DeqScale::kVdeq16;
}

// Where the operands of a copy are. Of copy_matrix: from CO1, which is L0C, to A1, which is L1, or
// to GM.
struct CopyPath {
  PositionId from = PositionId::kVecin;
  PositionId to = PositionId::kVecin;

  friend constexpr bool operator==(const CopyPath&, const CopyPath&) = default;
};

inline constexpr CopyPath kToCbuf = {PositionId::kCo1, PositionId::kA1};
inline constexpr CopyPath kToGm = {PositionId::kCo1, PositionId::kGm};
// The path that DataCopyEnhancedParams affects.
inline constexpr CopyPath kCo1ToCo2 = {PositionId::kCo1, PositionId::kCo2};

struct Conversion {
  // Part of saved corpora: a new row takes the lowest that is free, and keeps it.
  std::uint16_t number;
  NumberType source;
  NumberType destination;
  // Rounding letters, '-' for the bare name.
  std::string_view modes;
  // Modes that the page's table and its prototypes disagree on; a backend may claim them.
  std::string_view optional_modes;
  // Vector instructions: DataBlocks that one repeat touches, and elements that it converts. The
  // b8 results of a DEQ fill one half of each destination block. Of a copy 0.
  int destination_blocks;
  int source_blocks;
  int elements;
  Status status;
  std::string_view origin;
  // The rule about this row alone.
  std::optional<RuleId> rule;
  Family family = Family::kVconv;
  // Family deq only.
  DeqForm deq = DeqForm::kNone;
  // Families copy_matrix and data_copy only.
  CopyPath path = {};
  // Family data_copy only.
  DeqScale deq_scale = DeqScale::kNone;
  // A row of its own for DEQ_NONE with isRelu.
  bool relu = false;
  // Family data_copy only: the products that have the path with these types. Empty where the pages
  // do not tell products apart.
  ProductSet products = {};

  constexpr const NumberFormat& from() const { return format_of(source); }
  constexpr const NumberFormat& to() const { return format_of(destination); }
  // Whether it moves a matrix or blocks of data instead of walking over repeats.
  constexpr bool is_copy() const {
    return family == Family::kCopyMatrix || family == Family::kDataCopy;
  }
  // A DataCopy that DataCopyEnhancedParams does not affect.
  constexpr bool is_plain_path() const { return family == Family::kDataCopy && path != kCo1ToCo2; }
};

}  // namespace vconform::spec
