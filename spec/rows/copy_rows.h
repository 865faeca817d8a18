// The rows of the copies: every prototype of copy_matrix_cc, and of DataCopy with
// DataCopyEnhancedParams every quantisation mode (表8) and every path with every type.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spec/rows/conversion.h"

namespace vconform::spec {

inline constexpr std::string_view kCopyMatrixPage = "copy_matrix_cc: prototypes";
inline constexpr std::string_view kDeqScalePage = "data_copy_enhanced: quantisation modes (表8)";
inline constexpr std::string_view kReluPage = "data_copy_enhanced: isRelu";
inline constexpr std::string_view kCo1Page = "data_copy_enhanced: CO1 -> CO2, inference AI Core";

constexpr Conversion copy_matrix_row(std::uint16_t number, CopyPath path, NumberType source,
                                     NumberType destination) {
  Conversion row{number,          source, destination,        "-", "", 0, 0, 0, Status::kDocumented,
                 kCopyMatrixPage, {},     Family::kCopyMatrix};
  row.path = path;
  return row;
}

// A copy from CO1 to CO2.
constexpr Conversion co1_row(std::uint16_t number, DeqScale deq, NumberType source,
                             NumberType destination, std::string_view origin, bool relu = false) {
  Conversion row{number, source, destination,         "-",    "", 0,
                 0,      0,      Status::kDocumented, origin, {}, Family::kDataCopy};
  row.path = kCo1ToCo2;
  row.deq_scale = deq;
  row.relu = relu;
  row.products = {Product::kInferenceAiCore};
  return row;
}

// clang-format off
inline constexpr std::array kComputingCopies = {
    copy_matrix_row(36, kToCbuf, NumberType::kF32, NumberType::kF16),
    copy_matrix_row(37, kToCbuf, NumberType::kF32, NumberType::kBf16),
    copy_matrix_row(38, kToCbuf, NumberType::kF32, NumberType::kS8),
    copy_matrix_row(39, kToCbuf, NumberType::kF32, NumberType::kU8),
    copy_matrix_row(40, kToCbuf, NumberType::kS32, NumberType::kF16),
    copy_matrix_row(41, kToCbuf, NumberType::kS32, NumberType::kS16),
    copy_matrix_row(42, kToCbuf, NumberType::kS32, NumberType::kS8),
    copy_matrix_row(43, kToCbuf, NumberType::kS32, NumberType::kU8),
    copy_matrix_row(44, kToCbuf, NumberType::kF32, NumberType::kS4),
    copy_matrix_row(45, kToCbuf, NumberType::kS32, NumberType::kS4),
    copy_matrix_row(46, kToGm, NumberType::kF32, NumberType::kF16),
    copy_matrix_row(47, kToGm, NumberType::kF32, NumberType::kBf16),
    copy_matrix_row(48, kToGm, NumberType::kF32, NumberType::kS8),
    copy_matrix_row(49, kToGm, NumberType::kF32, NumberType::kU8),
    copy_matrix_row(50, kToGm, NumberType::kF32, NumberType::kF32),
    copy_matrix_row(51, kToGm, NumberType::kS32, NumberType::kF16),
    copy_matrix_row(52, kToGm, NumberType::kS32, NumberType::kS16),
    copy_matrix_row(53, kToGm, NumberType::kS32, NumberType::kS8),
    copy_matrix_row(54, kToGm, NumberType::kS32, NumberType::kU8),
    copy_matrix_row(55, kToGm, NumberType::kS32, NumberType::kS32),
    copy_matrix_row(56, kToGm, NumberType::kF32, NumberType::kS4),
    copy_matrix_row(57, kToGm, NumberType::kS32, NumberType::kS4),
    co1_row(58, DeqScale::kDeq,    NumberType::kS32, NumberType::kF16, kDeqScalePage),
    co1_row(59, DeqScale::kDeq,    NumberType::kF16, NumberType::kF16, kDeqScalePage),
    co1_row(60, DeqScale::kDeq8,   NumberType::kS32, NumberType::kS8,  kDeqScalePage),
    co1_row(61, DeqScale::kDeq8,   NumberType::kS32, NumberType::kU8,  kDeqScalePage),
    co1_row(62, DeqScale::kDeq16,  NumberType::kS32, NumberType::kF16, kDeqScalePage),
    co1_row(63, DeqScale::kDeq16,  NumberType::kS32, NumberType::kS16, kDeqScalePage),
    co1_row(64, DeqScale::kVdeq,   NumberType::kS32, NumberType::kF16, kDeqScalePage),
    co1_row(65, DeqScale::kVdeq8,  NumberType::kS32, NumberType::kS8,  kDeqScalePage),
    co1_row(66, DeqScale::kVdeq8,  NumberType::kS32, NumberType::kU8,  kDeqScalePage),
    co1_row(67, DeqScale::kVdeq16, NumberType::kS32, NumberType::kF16, kDeqScalePage),
    co1_row(68, DeqScale::kVdeq16, NumberType::kS32, NumberType::kS16, kDeqScalePage),
    co1_row(69, DeqScale::kNone,   NumberType::kF16, NumberType::kF16, kReluPage, true),
    co1_row(70, DeqScale::kNone,   NumberType::kF32, NumberType::kF32, kReluPage, true),
    co1_row(71, DeqScale::kNone,   NumberType::kS32, NumberType::kS32, kReluPage, true),
    co1_row(72, DeqScale::kNone,   NumberType::kF32, NumberType::kF16, kReluPage, true),
    co1_row(73, DeqScale::kNone,   NumberType::kF16, NumberType::kF16, kCo1Page),
    co1_row(74, DeqScale::kNone,   NumberType::kF32, NumberType::kF32, kCo1Page),
    co1_row(75, DeqScale::kNone,   NumberType::kS32, NumberType::kS32, kCo1Page),
    co1_row(76, DeqScale::kNone,   NumberType::kU32, NumberType::kU32, kCo1Page),
    co1_row(77, DeqScale::kNone,   NumberType::kF32, NumberType::kF16, kCo1Page),
};

// A path that DataCopyEnhancedParams does not affect.
struct PlainPath {
  // The number of the row of its first type; the others follow.
  std::uint16_t number;
  CopyPath path;
  ProductSet products;
  std::string_view origin;
};

// The tables list bfloat16_t for these products alone.
inline constexpr ProductSet kProductsWithBf16 = {Product::kA2, Product::k200A2};

inline constexpr ProductSet kEveryProduct = {Product::kTraining, Product::kInferenceAiCore,
                                             Product::kInferenceVectorCore, Product::kA2, Product::k200A2};
inline constexpr ProductSet kOfMatrixUnits = {Product::kTraining, Product::kInferenceAiCore, Product::kA2};
inline constexpr ProductSet kInferenceAlone = {Product::kInferenceAiCore};
inline constexpr ProductSet kA2Alone = {Product::kA2};

inline constexpr std::array kPlainPaths = {
    PlainPath{78, {PositionId::kGm, PositionId::kVecin},      kEveryProduct,   "data_copy_enhanced: training, inference AI Core and Vector Core, A2, 200/500 A2"},
    PlainPath{90, {PositionId::kGm, PositionId::kA1},         kOfMatrixUnits,  "data_copy_enhanced: training, inference AI Core, A2"},
    PlainPath{102, {PositionId::kGm, PositionId::kB1},         kOfMatrixUnits,  "data_copy_enhanced: training, inference AI Core, A2"},
    PlainPath{114, {PositionId::kVecin, PositionId::kVeccalc}, kOfMatrixUnits,  "data_copy_enhanced: training, inference AI Core, A2"},
    PlainPath{126, {PositionId::kVeccalc, PositionId::kVecout}, kOfMatrixUnits,  "data_copy_enhanced: training, inference AI Core, A2"},
    PlainPath{138, {PositionId::kVecin, PositionId::kA1},      kInferenceAlone, "data_copy_enhanced: inference AI Core"},
    PlainPath{149, {PositionId::kVecin, PositionId::kB1},      kInferenceAlone, "data_copy_enhanced: inference AI Core"},
    PlainPath{160, {PositionId::kVeccalc, PositionId::kA1},    kInferenceAlone, "data_copy_enhanced: inference AI Core"},
    PlainPath{171, {PositionId::kVeccalc, PositionId::kB1},    kInferenceAlone, "data_copy_enhanced: inference AI Core"},
    PlainPath{182, {PositionId::kVecout, PositionId::kA1},     kInferenceAlone, "data_copy_enhanced: inference AI Core"},
    PlainPath{193, {PositionId::kVecout, PositionId::kB1},     kInferenceAlone, "data_copy_enhanced: inference AI Core"},
    PlainPath{204, {PositionId::kVecin, PositionId::kTscm},    kA2Alone,        "data_copy_enhanced: A2"},
    PlainPath{216, {PositionId::kVeccalc, PositionId::kTscm},  kA2Alone,        "data_copy_enhanced: A2"},
    PlainPath{228, {PositionId::kVecout, PositionId::kTscm},   kA2Alone,        "data_copy_enhanced: A2"},
    PlainPath{240, {PositionId::kVecout, PositionId::kGm},     kEveryProduct,   "data_copy_enhanced: training, inference AI Core and Vector Core, A2, 200/500 A2"},
    PlainPath{252, {PositionId::kCo2, PositionId::kGm},        kInferenceAlone, "data_copy_enhanced: inference AI Core"},
    PlainPath{263, {PositionId::kA1, PositionId::kGm},         kA2Alone,        "data_copy_enhanced: A2"},
    PlainPath{275, {PositionId::kB1, PositionId::kGm},         kA2Alone,        "data_copy_enhanced: A2"},
};
// clang-format on

inline constexpr std::array kPlainTypes = {
    NumberType::kS8,  NumberType::kU8,  NumberType::kS16, NumberType::kU16,
    NumberType::kS32, NumberType::kU32, NumberType::kS64, NumberType::kU64,
    NumberType::kF16, NumberType::kF32, NumberType::kF64,
};

constexpr Conversion plain_row(const PlainPath& plain, std::uint16_t number, NumberType type) {
  Conversion row{
      number,           type, type, "-", "", 0, 0, 0, Status::kDocumented, plain.origin, {},
      Family::kDataCopy};
  row.path = plain.path;
  row.products =
      type == NumberType::kBf16 ? plain.products.both(kProductsWithBf16) : plain.products;
  return row;
}

constexpr std::size_t plain_row_count() {
  std::size_t count = 0;
  for (const PlainPath& plain : kPlainPaths) {
    count += kPlainTypes.size() + (plain.products.both(kProductsWithBf16).empty() ? 0 : 1);
  }
  return count;
}

constexpr auto make_copy_rows() {
  std::array<Conversion, kComputingCopies.size() + plain_row_count()> rows{};
  std::size_t next = 0;
  for (const Conversion& row : kComputingCopies) {
    rows[next++] = row;
  }
  for (const PlainPath& plain : kPlainPaths) {
    std::uint16_t number = plain.number;
    for (const NumberType type : kPlainTypes) {
      rows[next++] = plain_row(plain, number++, type);
    }
    if (!plain.products.both(kProductsWithBf16).empty()) {
      rows[next++] = plain_row(plain, number, NumberType::kBf16);
    }
  }
  return rows;
}

}  // namespace vconform::spec
