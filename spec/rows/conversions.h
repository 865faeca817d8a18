// All rows, and the instructions: a row in one rounding mode.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "spec/number/rounding.h"
#include "spec/rows/copy_rows.h"
#include "spec/rows/vector_rows.h"

namespace vconform::spec {

constexpr auto make_rows() {
  std::array<Conversion, kVectorRows.size() + kCopyRows.size()> rows{};
  std::size_t next = 0;
  for (const Conversion& row : kVectorRows) {
    rows[next++] = row;
  }
  for (const Conversion& row : kCopyRows) {
    rows[next++] = row;
  }
  return rows;
}
inline constexpr auto kRows = make_rows();

constexpr bool rows_are_numbered() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].number != i) {
      return false;
    }
  }
  return true;
}
static_assert(rows_are_numbered());

constexpr bool offers(const Conversion& row, Rounding rounding) {
  return row.modes.find(mode_of(rounding).letter) != std::string_view::npos;
}
constexpr bool offers_optionally(const Conversion& row, Rounding rounding) {
  return row.optional_modes.find(mode_of(rounding).letter) != std::string_view::npos;
}

// One instruction: a row of the table in one rounding mode.
struct Cell {
  std::uint16_t row = 0;
  Rounding rounding = Rounding::kNull;

  constexpr const Conversion& conversion() const { return kRows[row]; }
  friend constexpr bool operator==(const Cell&, const Cell&) = default;
};

// "f322s32", the pair as the page spells it; of a dequantisation "deqs162b8h", "deq", or the pair
// in the API form; of a copy with what it does before it: "cbuf_f322f16", "gm_b4_s322s4",
// "vdeq8_s322s8", "relu_f322f16", "co1_co2_f322f16", "gm_vecin_f16".
std::string pair_name(const Conversion& row);
// The name of the prototype: "vconv_f322s32r", "vconv_deq"; where that is overloaded or names no
// types, they are added: "vconv_deqs162b8h_s8", "cast_deq_s162s8", "copy_matrix_cc_to_gm_s322s8",
// "data_copy_deq8_s322s8".
std::string instruction_name(const Cell& cell);
// The parameter in test names: "f322s32_r", "deqs162b8h_s8", "deq", "s162s8"; of a vconv the bare
// name is "_null".
std::string cell_name(const Cell& cell);
// Reads an instruction name; nothing when there is no such row and mode.
std::optional<Cell> cell_named(std::string_view instruction_name);

}  // namespace vconform::spec
