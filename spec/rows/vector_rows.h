// The rows of the vector instructions: the vconv table, one row for each pair of types (vconv,
// 支持的数据类型及舍入模式), the dequantisations, and the API form of those.
#pragma once

#include <array>
#include <string_view>

#include "spec/rows/conversion.h"

namespace vconform::spec {

inline constexpr std::string_view kVconvTable = "vconv: table of types and rounding modes";
inline constexpr std::string_view kDeqPage = "vconv: DEQ/VDEQ";
inline constexpr std::string_view kCastDeqPage = "cast_deq";
inline constexpr std::string_view kVendorHeaders =
    "cann:kernel_operator headers, beyond the seed page";

// clang-format off
inline constexpr auto kVconvRows = std::to_array<Conversion>({
    {0,  NumberType::kF32,  NumberType::kF32,  "racfz",   "",  8, 8, 64,  Status::kDocumented, kVconvTable, {}},
    {1,  NumberType::kF32,  NumberType::kF16,  "-racfzo", "",  4, 8, 64,  Status::kDocumented, kVconvTable, cite("pair.f322f16-has-no-prototype")},
    {2,  NumberType::kF32,  NumberType::kBf16, "racfz",   "o", 4, 8, 64,  Status::kDocumented, kVconvTable, cite("pair.f322bf16-odd")},
    {3,  NumberType::kF32,  NumberType::kS64,  "racfz",   "",  8, 4, 32,  Status::kDocumented, kVconvTable, {}},
    {4,  NumberType::kF32,  NumberType::kS32,  "racfz",   "",  8, 8, 64,  Status::kDocumented, kVconvTable, {}},
    {5,  NumberType::kF32,  NumberType::kS16,  "racfz",   "-", 4, 8, 64,  Status::kDocumented, kVconvTable, cite("pair.f322s16-null")},
    {6,  NumberType::kF16,  NumberType::kS32,  "racfz",   "",  8, 4, 64,  Status::kDocumented, kVconvTable, {}},
    {7,  NumberType::kF16,  NumberType::kS16,  "racfz",   "",  8, 8, 128, Status::kDocumented, kVconvTable, {}},
    {8,  NumberType::kF16,  NumberType::kS8,   "-racfz",  "",  4, 8, 128, Status::kDocumented, kVconvTable, {}},
    {9,  NumberType::kF16,  NumberType::kU8,   "-racfz",  "",  4, 8, 128, Status::kDocumented, kVconvTable, {}},
    {10, NumberType::kF16,  NumberType::kS4,   "-racfz",  "",  2, 8, 128, Status::kDocumented, kVconvTable, {}},
    {11, NumberType::kBf16, NumberType::kS32,  "racfz",   "",  8, 4, 64,  Status::kDocumented, kVconvTable, {}},
    {12, NumberType::kS16,  NumberType::kF16,  "-racfz",  "",  8, 8, 128, Status::kDocumented, kVconvTable, {}},
    {13, NumberType::kS32,  NumberType::kF32,  "-racfz",  "",  8, 8, 64,  Status::kDocumented, kVconvTable, {}},
    {14, NumberType::kS64,  NumberType::kF32,  "racfz",   "",  4, 8, 32,  Status::kDocumented, kVconvTable, {}},
    {15, NumberType::kBf16, NumberType::kF32,  "-",       "a", 8, 4, 64,  Status::kExtension,  kVendorHeaders, cite("pair.bf162f32a")},
    {16, NumberType::kF16,  NumberType::kF32,  "-",       "",  8, 4, 64,  Status::kExtension,  kVendorHeaders, {}},
    {17, NumberType::kS16,  NumberType::kF32,  "-",       "",  8, 4, 64,  Status::kExtension,  kVendorHeaders, {}},
    {18, NumberType::kS8,   NumberType::kF16,  "-",       "",  8, 4, 128, Status::kExtension,  kVendorHeaders, {}},
    {19, NumberType::kU8,   NumberType::kF16,  "-",       "",  8, 4, 128, Status::kExtension,  kVendorHeaders, {}},
    {20, NumberType::kS4,   NumberType::kF16,  "-",       "",  8, 2, 128, Status::kExtension,  kVendorHeaders, {}},
    {21, NumberType::kS32,  NumberType::kS16,  "-",       "",  4, 8, 64,  Status::kExtension,  kVendorHeaders, {}},
    {22, NumberType::kS64,  NumberType::kS32,  "-",       "",  4, 8, 32,  Status::kExtension,  kVendorHeaders, {}},
    {23, NumberType::kS32,  NumberType::kS64,  "-",       "",  8, 4, 32,  Status::kExtension,  kVendorHeaders, {}},
});
// Behind them in every list, then the copies.
inline constexpr auto kDeqRows = std::to_array<Conversion>({
    {24, NumberType::kS16,  NumberType::kS8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, {}, Family::kDeq, DeqForm::kDeqHigh},
    {25, NumberType::kS16,  NumberType::kU8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, {}, Family::kDeq, DeqForm::kDeqHigh},
    {26, NumberType::kS16,  NumberType::kS8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, {}, Family::kDeq, DeqForm::kDeqLow},
    {27, NumberType::kS16,  NumberType::kU8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, {}, Family::kDeq, DeqForm::kDeqLow},
    {28, NumberType::kS16,  NumberType::kS8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, {}, Family::kDeq, DeqForm::kVdeqHigh},
    {29, NumberType::kS16,  NumberType::kU8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, {}, Family::kDeq, DeqForm::kVdeqHigh},
    {30, NumberType::kS16,  NumberType::kS8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, {}, Family::kDeq, DeqForm::kVdeqLow},
    {31, NumberType::kS16,  NumberType::kU8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, {}, Family::kDeq, DeqForm::kVdeqLow},
    {32, NumberType::kS32,  NumberType::kF16,  "-",       "",  4, 8, 64,  Status::kDocumented, kCastDeqPage, {}, Family::kDeq, DeqForm::kHalf},
    {33, NumberType::kS16,  NumberType::kS8,   "-",       "",  8, 8, 128, Status::kDocumented, kCastDeqPage, {}, Family::kCastDeq},
    {34, NumberType::kS16,  NumberType::kU8,   "-",       "",  8, 8, 128, Status::kDocumented, kCastDeqPage, {}, Family::kCastDeq},
    {35, NumberType::kS32,  NumberType::kF16,  "-",       "",  4, 8, 64,  Status::kDocumented, kCastDeqPage, {}, Family::kCastDeq},
});
// clang-format on

}  // namespace vconform::spec
