// The rows of the vector conversions: the vconv table, one row for each pair of types (vconv,
// 支持的数据类型及舍入模式), the dequantisations, and the API form of those.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "spec/family.h"
#include "spec/number_format.h"
#include "spec/rounding.h"
#include "spec/status.h"
#include "spec/units.h"

namespace vconform::spec {

// Which dequantisation. The numbers are those of the C ABI.
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

struct Conversion {
  // Position in the table. Part of saved corpora: append, never renumber.
  std::uint8_t number;
  NumberType source;
  NumberType destination;
  // Rounding letters, '-' for the bare name.
  std::string_view modes;
  // Modes that the page's table and its prototypes disagree on; a backend may claim them.
  std::string_view optional_modes;
  // DataBlocks that one repeat touches, and elements that it converts. The b8 results of a DEQ fill
  // one half of each destination block.
  int destination_blocks;
  int source_blocks;
  int elements;
  Status status;
  std::string_view origin;
  // Slug of the rule about this row alone, or empty.
  std::string_view rule;
  Family family = Family::kVconv;
  // Of the family deq.
  DeqForm deq = DeqForm::kNone;

  constexpr const NumberFormat& from() const { return format_of(source); }
  constexpr const NumberFormat& to() const { return format_of(destination); }
};

inline constexpr std::string_view kVconvTable = "vconv: table of types and rounding modes";
inline constexpr std::string_view kDeqPage = "vconv: DEQ/VDEQ";
inline constexpr std::string_view kCastDeqPage = "cast_deq";
inline constexpr std::string_view kVendorHeaders =
    "cann:kernel_operator headers, beyond the seed page";

// clang-format off
inline constexpr std::array<Conversion, 36> kRows = {{
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
    {24, NumberType::kS16,  NumberType::kS8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, "", Family::kDeq, DeqForm::kDeqHigh},
    {25, NumberType::kS16,  NumberType::kU8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, "", Family::kDeq, DeqForm::kDeqHigh},
    {26, NumberType::kS16,  NumberType::kS8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, "", Family::kDeq, DeqForm::kDeqLow},
    {27, NumberType::kS16,  NumberType::kU8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, "", Family::kDeq, DeqForm::kDeqLow},
    {28, NumberType::kS16,  NumberType::kS8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, "", Family::kDeq, DeqForm::kVdeqHigh},
    {29, NumberType::kS16,  NumberType::kU8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, "", Family::kDeq, DeqForm::kVdeqHigh},
    {30, NumberType::kS16,  NumberType::kS8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, "", Family::kDeq, DeqForm::kVdeqLow},
    {31, NumberType::kS16,  NumberType::kU8,   "-",       "",  8, 8, 128, Status::kDocumented, kDeqPage, "", Family::kDeq, DeqForm::kVdeqLow},
    {32, NumberType::kS32,  NumberType::kF16,  "-",       "",  4, 8, 64,  Status::kDocumented, kCastDeqPage, "", Family::kDeq, DeqForm::kHalf},
    {33, NumberType::kS16,  NumberType::kS8,   "-",       "",  8, 8, 128, Status::kDocumented, kCastDeqPage, "", Family::kCastDeq},
    {34, NumberType::kS16,  NumberType::kU8,   "-",       "",  8, 8, 128, Status::kDocumented, kCastDeqPage, "", Family::kCastDeq},
    {35, NumberType::kS32,  NumberType::kF16,  "-",       "",  4, 8, 64,  Status::kDocumented, kCastDeqPage, "", Family::kCastDeq},
}};
// clang-format on

// The vconv table alone.
inline constexpr std::span<const Conversion, 24> kConversions = std::span(kRows).first<24>();

// The table's block and element counts follow from the widths: the wider type fills a repeat.
constexpr bool counts_follow_from_widths(const Conversion& row) {
  const int wider = row.from().bits > row.to().bits ? row.from().bits : row.to().bits;
  const int elements = static_cast<int>(kRepeatBytes * kBitsPerByte) / wider;
  const int block_bits = static_cast<int>(kBlockBytes * kBitsPerByte);
  const int halves = row.to().bits == kBitsPerByte && row.family != Family::kVconv ? 2 : 1;
  return row.elements == elements && row.source_blocks == elements * row.from().bits / block_bits &&
         row.destination_blocks == halves * elements * row.to().bits / block_bits;
}
constexpr bool conversions_are_consistent() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].number != i || !counts_follow_from_widths(kRows[i]) ||
        (kRows[i].family == Family::kVconv) != (i < kConversions.size())) {
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

  constexpr const Conversion& conversion() const { return kRows[row]; }
  friend constexpr bool operator==(const Cell&, const Cell&) = default;
};

// "f322s32", the pair as the page spells it; of a dequantisation "deqs162b8h", "deq", or the pair
// in the API form.
std::string pair_name(const Conversion& row);
// The name of the prototype: "vconv_f322s32r", "vconv_deq"; where that is overloaded or names no
// types, they are added: "vconv_deqs162b8h_s8", "cast_deq_s162s8".
std::string instruction_name(const Cell& cell);
// The parameter in test names: "f322s32_r", "deqs162b8h_s8", "deq", "s162s8"; of a vconv the bare
// name is "_null".
std::string cell_name(const Cell& cell);
// Reads an instruction name; nothing when there is no such row and mode.
std::optional<Cell> cell_named(std::string_view instruction_name);

}  // namespace vconform::spec
