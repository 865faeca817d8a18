// The vconv table: one row for each pair of types (vconv, 支持的数据类型及舍入模式).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "spec/number_format.h"
#include "spec/rounding.h"
#include "spec/status.h"
#include "spec/units.h"

namespace vconform::spec {

struct Conversion {
  // Position in the table. Part of saved corpora: append, never renumber.
  std::uint8_t number;
  NumberType source;
  NumberType destination;
  // Rounding letters, '-' for the bare name.
  std::string_view modes;
  // Modes that the page's table and its prototypes disagree on; a backend may claim them.
  std::string_view optional_modes;
  // DataBlocks that one repeat touches, and elements that it converts.
  int destination_blocks;
  int source_blocks;
  int elements;
  Status status;
  std::string_view origin;
  // Slug of the rule about this row alone, or empty.
  std::string_view rule;

  constexpr const NumberFormat& from() const { return format_of(source); }
  constexpr const NumberFormat& to() const { return format_of(destination); }
};

inline constexpr std::string_view kVconvTable = "vconv: table of types and rounding modes";
inline constexpr std::string_view kVendorHeaders =
    "cann:kernel_operator headers, beyond the seed page";

// clang-format off
inline constexpr std::array<Conversion, 24> kConversions = {{
    {0,  NumberType::kF32,  NumberType::kF32,  "racfz",   "",  8, 8, 64,  Status::kDocumented, kVconvTable, ""},
    {1,  NumberType::kF32,  NumberType::kF16,  "-racfzo", "",  4, 8, 64,  Status::kDocumented, kVconvTable, "pair.f322f16-has-no-prototype"},
    {2,  NumberType::kF32,  NumberType::kBf16, "racfz",   "o", 4, 8, 64,  Status::kDocumented, kVconvTable, "pair.f322bf16-odd"},
    {3,  NumberType::kF32,  NumberType::kS64,  "racfz",   "",  8, 4, 32,  Status::kDocumented, kVconvTable, ""},
    {4,  NumberType::kF32,  NumberType::kS32,  "racfz",   "",  8, 8, 64,  Status::kDocumented, kVconvTable, ""},
    {5,  NumberType::kF32,  NumberType::kS16,  "racfz",   "-", 4, 8, 64,  Status::kDocumented, kVconvTable, "pair.f322s16-null"},
    {6,  NumberType::kF16,  NumberType::kS32,  "racfz",   "",  8, 4, 64,  Status::kDocumented, kVconvTable, ""},
    {7,  NumberType::kF16,  NumberType::kS16,  "racfz",   "",  8, 8, 128, Status::kDocumented, kVconvTable, ""},
    {8,  NumberType::kF16,  NumberType::kS8,   "-racfz",  "",  4, 8, 128, Status::kDocumented, kVconvTable, ""},
    {9,  NumberType::kF16,  NumberType::kU8,   "-racfz",  "",  4, 8, 128, Status::kDocumented, kVconvTable, ""},
    {10, NumberType::kF16,  NumberType::kS4,   "-racfz",  "",  2, 8, 128, Status::kDocumented, kVconvTable, ""},
    {11, NumberType::kBf16, NumberType::kS32,  "racfz",   "",  8, 4, 64,  Status::kDocumented, kVconvTable, ""},
    {12, NumberType::kS16,  NumberType::kF16,  "-racfz",  "",  8, 8, 128, Status::kDocumented, kVconvTable, ""},
    {13, NumberType::kS32,  NumberType::kF32,  "-racfz",  "",  8, 8, 64,  Status::kDocumented, kVconvTable, ""},
    {14, NumberType::kS64,  NumberType::kF32,  "racfz",   "",  4, 8, 32,  Status::kDocumented, kVconvTable, ""},
    {15, NumberType::kBf16, NumberType::kF32,  "-",       "a", 8, 4, 64,  Status::kExtension,  kVendorHeaders, "pair.bf162f32a"},
    {16, NumberType::kF16,  NumberType::kF32,  "-",       "",  8, 4, 64,  Status::kExtension,  kVendorHeaders, ""},
    {17, NumberType::kS16,  NumberType::kF32,  "-",       "",  8, 4, 64,  Status::kExtension,  kVendorHeaders, ""},
    {18, NumberType::kS8,   NumberType::kF16,  "-",       "",  8, 4, 128, Status::kExtension,  kVendorHeaders, ""},
    {19, NumberType::kU8,   NumberType::kF16,  "-",       "",  8, 4, 128, Status::kExtension,  kVendorHeaders, ""},
    {20, NumberType::kS4,   NumberType::kF16,  "-",       "",  8, 2, 128, Status::kExtension,  kVendorHeaders, ""},
    {21, NumberType::kS32,  NumberType::kS16,  "-",       "",  4, 8, 64,  Status::kExtension,  kVendorHeaders, ""},
    {22, NumberType::kS64,  NumberType::kS32,  "-",       "",  4, 8, 32,  Status::kExtension,  kVendorHeaders, ""},
    {23, NumberType::kS32,  NumberType::kS64,  "-",       "",  8, 4, 32,  Status::kExtension,  kVendorHeaders, ""},
}};
// clang-format on

// The table's block and element counts follow from the widths: the wider type fills a repeat.
constexpr bool counts_follow_from_widths(const Conversion& row) {
  const int wider = row.from().bits > row.to().bits ? row.from().bits : row.to().bits;
  const int elements = static_cast<int>(kRepeatBytes * kBitsPerByte) / wider;
  const int block_bits = static_cast<int>(kBlockBytes * kBitsPerByte);
  return row.elements == elements && row.source_blocks == elements * row.from().bits / block_bits &&
         row.destination_blocks == elements * row.to().bits / block_bits;
}
constexpr bool conversions_are_consistent() {
  for (std::size_t i = 0; i < kConversions.size(); ++i) {
    if (kConversions[i].number != i || !counts_follow_from_widths(kConversions[i])) {
      return false;
    }
  }
  return true;
}
static_assert(conversions_are_consistent());

constexpr bool offers(const Conversion& row, Rounding rounding) {
  return row.modes.find(mode_of(rounding).letter) != std::string_view::npos;
}
constexpr bool offers_optionally(const Conversion& row, Rounding rounding) {
  return row.optional_modes.find(mode_of(rounding).letter) != std::string_view::npos;
}

// One instruction: a row of the table in one rounding mode.
struct Cell {
  std::uint8_t row = 0;
  Rounding rounding = Rounding::kNull;

  constexpr const Conversion& conversion() const { return kConversions[row]; }
  friend constexpr bool operator==(const Cell&, const Cell&) = default;
};

// "f322s32", the pair as the page spells it.
std::string pair_name(const Conversion& row);
// "vconv_f322s32r", the name of the prototype.
std::string instruction_name(const Cell& cell);
// "f322s32_r", the parameter in test names; the bare name is "_null".
std::string cell_name(const Cell& cell);
// Reads an instruction name; nothing when the table has no such row and mode.
std::optional<Cell> cell_named(std::string_view instruction_name);

}  // namespace vconform::spec
