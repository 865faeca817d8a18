#include "spec/conversions.h"

namespace vconform::spec {

std::string pair_name(const Conversion& row) {
  return std::string(row.from().name) + "2" + std::string(row.to().name);
}

std::string instruction_name(const Cell& cell) {
  return "vconv_" + pair_name(cell.conversion()) + std::string(mode_of(cell.rounding).suffix);
}

std::string cell_name(const Cell& cell) {
  return pair_name(cell.conversion()) + "_" + std::string(mode_of(cell.rounding).label);
}

std::optional<Cell> cell_named(std::string_view name) {
  for (const Conversion& row : kConversions) {
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
