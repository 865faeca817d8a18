// The rows of the copies: every prototype of copy_matrix_cc, and of DataCopy with
// DataCopyEnhancedParams every quantisation mode (表8) and every path with every type.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spec/rows/conversion.h"
#include "spec/rows/vector_rows.h"

namespace vconform::spec {

inline constexpr std::string_view kCopyMatrixPage = "copy_matrix_cc: prototypes";
inline constexpr std::string_view kDeqScalePage = "data_copy_enhanced: quantisation modes (表8)";
inline constexpr std::string_view kReluPage = "data_copy_enhanced: isRelu";
inline constexpr std::string_view kCo1Page = "data_copy_enhanced: CO1 -> CO2, inference AI Core";

constexpr Conversion copy_matrix_row(CopyPath path, NumberType source, NumberType destination) {
  Conversion row{0,
                 source,
                 destination,
                 "-",
                 "",
                 0,
                 0,
                 0,
                 Status::kDocumented,
                 kCopyMatrixPage,
                 "",
                 Family::kCopyMatrix};
  row.path = path;
  return row;
}

// A copy from CO1 to CO2.
constexpr Conversion co1_row(DeqScale deq, NumberType source, NumberType destination,
                             std::string_view origin, bool relu = false) {
  Conversion row{0, source, destination,         "-",    "", 0,
                 0, 0,      Status::kDocumented, origin, "", Family::kDataCopy};
  row.path = kCo1ToCo2;
  row.deq_scale = deq;
  row.relu = relu;
  return row;
}

// clang-format off
inline constexpr std::array kComputingCopies = {
    copy_matrix_row(kToCbuf, NumberType::kF32, NumberType::kF16),
    copy_matrix_row(kToCbuf, NumberType::kF32, NumberType::kBf16),
    copy_matrix_row(kToCbuf, NumberType::kF32, NumberType::kS8),
    copy_matrix_row(kToCbuf, NumberType::kF32, NumberType::kU8),
    copy_matrix_row(kToCbuf, NumberType::kS32, NumberType::kF16),
    copy_matrix_row(kToCbuf, NumberType::kS32, NumberType::kS16),
    copy_matrix_row(kToCbuf, NumberType::kS32, NumberType::kS8),
    copy_matrix_row(kToCbuf, NumberType::kS32, NumberType::kU8),
    copy_matrix_row(kToCbuf, NumberType::kF32, NumberType::kS4),
    copy_matrix_row(kToCbuf, NumberType::kS32, NumberType::kS4),
    copy_matrix_row(kToGm, NumberType::kF32, NumberType::kF16),
    copy_matrix_row(kToGm, NumberType::kF32, NumberType::kBf16),
    copy_matrix_row(kToGm, NumberType::kF32, NumberType::kS8),
    copy_matrix_row(kToGm, NumberType::kF32, NumberType::kU8),
    copy_matrix_row(kToGm, NumberType::kF32, NumberType::kF32),
    copy_matrix_row(kToGm, NumberType::kS32, NumberType::kF16),
    copy_matrix_row(kToGm, NumberType::kS32, NumberType::kS16),
    copy_matrix_row(kToGm, NumberType::kS32, NumberType::kS8),
    copy_matrix_row(kToGm, NumberType::kS32, NumberType::kU8),
    copy_matrix_row(kToGm, NumberType::kS32, NumberType::kS32),
    copy_matrix_row(kToGm, NumberType::kF32, NumberType::kS4),
    copy_matrix_row(kToGm, NumberType::kS32, NumberType::kS4),
    co1_row(DeqScale::kDeq,    NumberType::kS32, NumberType::kF16, kDeqScalePage),
    co1_row(DeqScale::kDeq,    NumberType::kF16, NumberType::kF16, kDeqScalePage),
    co1_row(DeqScale::kDeq8,   NumberType::kS32, NumberType::kS8,  kDeqScalePage),
    co1_row(DeqScale::kDeq8,   NumberType::kS32, NumberType::kU8,  kDeqScalePage),
    co1_row(DeqScale::kDeq16,  NumberType::kS32, NumberType::kF16, kDeqScalePage),
    co1_row(DeqScale::kDeq16,  NumberType::kS32, NumberType::kS16, kDeqScalePage),
    co1_row(DeqScale::kVdeq,   NumberType::kS32, NumberType::kF16, kDeqScalePage),
    co1_row(DeqScale::kVdeq8,  NumberType::kS32, NumberType::kS8,  kDeqScalePage),
    co1_row(DeqScale::kVdeq8,  NumberType::kS32, NumberType::kU8,  kDeqScalePage),
    co1_row(DeqScale::kVdeq16, NumberType::kS32, NumberType::kF16, kDeqScalePage),
    co1_row(DeqScale::kVdeq16, NumberType::kS32, NumberType::kS16, kDeqScalePage),
    co1_row(DeqScale::kNone,   NumberType::kF16, NumberType::kF16, kReluPage, true),
    co1_row(DeqScale::kNone,   NumberType::kF32, NumberType::kF32, kReluPage, true),
    co1_row(DeqScale::kNone,   NumberType::kS32, NumberType::kS32, kReluPage, true),
    co1_row(DeqScale::kNone,   NumberType::kF32, NumberType::kF16, kReluPage, true),
    co1_row(DeqScale::kNone,   NumberType::kF16, NumberType::kF16, kCo1Page),
    co1_row(DeqScale::kNone,   NumberType::kF32, NumberType::kF32, kCo1Page),
    co1_row(DeqScale::kNone,   NumberType::kS32, NumberType::kS32, kCo1Page),
    co1_row(DeqScale::kNone,   NumberType::kU32, NumberType::kU32, kCo1Page),
    co1_row(DeqScale::kNone,   NumberType::kF32, NumberType::kF16, kCo1Page),
};

// A path that DataCopyEnhancedParams does not affect.
struct PlainPath {
  CopyPath path;
  // Some of the products that list it list bfloat16_t too.
  bool has_bf16;
  std::string_view origin;
};

inline constexpr std::array kPlainPaths = {
    PlainPath{{PositionId::kGm, PositionId::kVecin},      true,  "data_copy_enhanced: training, inference AI Core and Vector Core, A2, 200/500 A2"},
    PlainPath{{PositionId::kGm, PositionId::kA1},         true,  "data_copy_enhanced: training, inference AI Core, A2"},
    PlainPath{{PositionId::kGm, PositionId::kB1},         true,  "data_copy_enhanced: training, inference AI Core, A2"},
    PlainPath{{PositionId::kVecin, PositionId::kVeccalc}, true,  "data_copy_enhanced: training, inference AI Core, A2"},
    PlainPath{{PositionId::kVeccalc, PositionId::kVecout}, true, "data_copy_enhanced: training, inference AI Core, A2"},
    PlainPath{{PositionId::kVecin, PositionId::kA1},      false, "data_copy_enhanced: inference AI Core"},
    PlainPath{{PositionId::kVecin, PositionId::kB1},      false, "data_copy_enhanced: inference AI Core"},
    PlainPath{{PositionId::kVeccalc, PositionId::kA1},    false, "data_copy_enhanced: inference AI Core"},
    PlainPath{{PositionId::kVeccalc, PositionId::kB1},    false, "data_copy_enhanced: inference AI Core"},
    PlainPath{{PositionId::kVecout, PositionId::kA1},     false, "data_copy_enhanced: inference AI Core"},
    PlainPath{{PositionId::kVecout, PositionId::kB1},     false, "data_copy_enhanced: inference AI Core"},
    PlainPath{{PositionId::kVecin, PositionId::kTscm},    true,  "data_copy_enhanced: A2"},
    PlainPath{{PositionId::kVeccalc, PositionId::kTscm},  true,  "data_copy_enhanced: A2"},
    PlainPath{{PositionId::kVecout, PositionId::kTscm},   true,  "data_copy_enhanced: A2"},
    PlainPath{{PositionId::kVecout, PositionId::kGm},     true,  "data_copy_enhanced: training, inference AI Core and Vector Core, A2, 200/500 A2"},
    PlainPath{{PositionId::kCo2, PositionId::kGm},        false, "data_copy_enhanced: inference AI Core"},
    PlainPath{{PositionId::kA1, PositionId::kGm},         true,  "data_copy_enhanced: A2"},
    PlainPath{{PositionId::kB1, PositionId::kGm},         true,  "data_copy_enhanced: A2"},
};
// clang-format on

inline constexpr std::array kPlainTypes = {
    NumberType::kS8,  NumberType::kU8,  NumberType::kS16, NumberType::kU16,
    NumberType::kS32, NumberType::kU32, NumberType::kS64, NumberType::kU64,
    NumberType::kF16, NumberType::kF32, NumberType::kF64,
};

constexpr Conversion plain_row(const PlainPath& plain, NumberType type) {
  Conversion row{
      0, type, type, "-", "", 0, 0, 0, Status::kDocumented, plain.origin, "", Family::kDataCopy};
  row.path = plain.path;
  return row;
}

constexpr std::size_t plain_row_count() {
  std::size_t count = 0;
  for (const PlainPath& plain : kPlainPaths) {
    count += kPlainTypes.size() + (plain.has_bf16 ? 1 : 0);
  }
  return count;
}

// Numbered behind the vector rows.
constexpr auto make_copy_rows() {
  std::array<Conversion, kComputingCopies.size() + plain_row_count()> rows{};
  std::size_t next = 0;
  for (const Conversion& row : kComputingCopies) {
    rows[next++] = row;
  }
  for (const PlainPath& plain : kPlainPaths) {
    for (const NumberType type : kPlainTypes) {
      rows[next++] = plain_row(plain, type);
    }
    if (plain.has_bf16) {
      rows[next++] = plain_row(plain, NumberType::kBf16);
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].number = static_cast<std::uint16_t>(kVectorRows.size() + i);
  }
  return rows;
}
inline constexpr auto kCopyRows = make_copy_rows();

}  // namespace vconform::spec
