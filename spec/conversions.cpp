#include "spec/conversions.h"

#include <array>

namespace vconform::spec {

namespace {

struct FormName {
  DeqForm form;
  std::string_view name;
};

constexpr std::array<FormName, 5> kFormNames = {{
    {DeqForm::kDeqHigh, "deqs162b8h"},
    {DeqForm::kDeqLow, "deqs162b8l"},
    {DeqForm::kVdeqHigh, "vdeqs162b8h"},
    {DeqForm::kVdeqLow, "vdeqs162b8l"},
    {DeqForm::kHalf, "deq"},
}};

}  // namespace

std::string pair_name(const Conversion& row) {
  return row.family == Family::kDeq
             ? std::string(kFormNames[static_cast<std::size_t>(row.deq)].name)
             : std::string(row.from().name) + "2" + std::string(row.to().name);
}

std::string instruction_name(const Cell& cell) {
  const Conversion& row = cell.conversion();
  switch (row.family) {
    case Family::kVconv:
      return "vconv_" + pair_name(row) + std::string(mode_of(cell.rounding).suffix);
    case Family::kDeq:
      return "vconv_" + cell_name(cell);
    case Family::kCastDeq:
      return "cast_deq_" + cell_name(cell);
  }
  return "";
}

std::string cell_name(const Cell& cell) {
  const Conversion& row = cell.conversion();
  if (row.family == Family::kVconv) {
    return pair_name(row) + "_" + std::string(mode_of(cell.rounding).label);
  }
  // The prototype of vconv_deqs162b8h takes int8_t or uint8_t.
  const bool is_overloaded = row.family == Family::kDeq && row.deq != DeqForm::kHalf;
  return pair_name(row) + (is_overloaded ? "_" + std::string(row.to().name) : "");
}

std::optional<Cell> cell_named(std::string_view name) {
  for (const Conversion& row : kRows) {
    for (const RoundingMode& mode : kRoundingModes) {
      if (!offers(row, mode.rounding) && !offers_optionally(row, mode.rounding)) {
        continue;
      }
      const Cell cell{row.number, mode.rounding};
      if (instruction_name(cell) == name) {
        return cell;
      }
    }
  }
  return std::nullopt;
}

}  // namespace vconform::spec
