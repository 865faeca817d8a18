// All rows, and the instructions: a row in one rounding mode.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/number/rounding.h"
#include "spec/rows/copy_rows.h"
#include "spec/rows/operation_conversion.h"
#include "spec/rows/vector_rows.h"

namespace vconform::spec {

constexpr auto make_rows() {
  std::array<Conversion, kVconvRows.size() + kDeqRows.size() + make_copy_rows().size()> rows{};
  auto* next = std::copy(kVconvRows.begin(), kVconvRows.end(), rows.begin());
  next = std::copy(kDeqRows.begin(), kDeqRows.end(), next);
  constexpr auto kCopies = make_copy_rows();
  std::copy(kCopies.begin(), kCopies.end(), next);
  return rows;
}
// In the order of the pages. Nothing that is saved counts on it: that names rows by their numbers.
inline constexpr auto kRows = make_rows();

// The vconv table alone; all rows of vector instructions; those of the copies.
inline constexpr auto kConversions = std::span(kRows).first<kVconvRows.size()>();
inline constexpr auto kVectorRows = std::span(kRows).first<kVconvRows.size() + kDeqRows.size()>();
inline constexpr auto kCopyRows = std::span(kRows).subspan<kVectorRows.size()>();

constexpr std::span<const Conversion> rows_of(Family family) {
  const auto rows = std::ranges::equal_range(kRows, family, {}, &Conversion::family);
  return {rows.begin(), rows.end()};
}

// Where the row of each number stands in kRows. Each number below kRows.size() is that of one row.
constexpr auto make_positions() {
  std::array<std::size_t, kRows.size()> positions{};
  positions.fill(kRows.size());
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (positions.at(kRows[i].number) != kRows.size()) {
      throw "two rows have this number";
    }
    positions[kRows[i].number] = i;
  }
  return positions;
}
inline constexpr auto kPositionOfNumber = make_positions();

// Rows that a lowering declares have numbers of their own.
static_assert(kRows.size() <= kFirstOperation);
constexpr const Conversion& row_of(std::uint16_t number) {
  return number < kFirstOperation ? kRows[kPositionOfNumber[number]] : operation_conversion(number);
}
// In kRows; of a vconv row, in kConversions too.
constexpr std::size_t position_of(const Conversion& row) {
  return kPositionOfNumber[row.number];
}

constexpr bool offers(const Conversion& row, Rounding rounding) {
  return row.modes.find(mode_of(rounding).letter) != std::string_view::npos;
}
constexpr bool offers_optionally(const Conversion& row, Rounding rounding) {
  return row.optional_modes.find(mode_of(rounding).letter) != std::string_view::npos;
}

// One instruction: a row in one rounding mode.
struct Cell {
  // Its number.
  std::uint16_t row = 0;
  Rounding rounding = Rounding::kNull;

  constexpr const Conversion& conversion() const { return row_of(row); }
  friend constexpr bool operator==(const Cell&, const Cell&) = default;
};

// "f322s32", the pair as the page spells it; of a dequantisation "deqs162b8h", "deq", or the pair
// in the API form; of a copy with what it does before it: "cbuf_f322f16", "gm_b4_s322s4",
// "vdeq8_s322s8", "relu_f322f16", "co1_co2_f322f16", "gm_vecin_f16".
std::string pair_name(const Conversion& row);
// The name of the prototype: "vconv_f322s32r", "vconv_deq"; where that is overloaded or names no
// types, they are added: "vconv_deqs162b8h_s8", "cast_deq_s162s8", "copy_matrix_cc_to_gm_s322s8",
// "data_copy_deq8_s322s8". Of an operation its name and rounding: "tcvt_f32_f16_r".
std::string instruction_name(const Cell& cell);
// The parameter in test names: "f322s32_r", "deqs162b8h_s8", "deq", "s162s8"; of a vconv the bare
// name is "_null".
std::string cell_name(const Cell& cell);
// Every instruction, the optional ones too, in the order of kRows and kRoundingModes.
const std::vector<Cell>& all_cells();
// Each row in the first of its modes.
std::vector<Cell> first_cells();

// Reads an instruction name; nothing when there is no such row and mode, nor an operation that was
// declared with that name.
std::optional<Cell> cell_named(std::string_view instruction_name);

}  // namespace vconform::spec
