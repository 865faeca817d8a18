#include "spec/rows/conversions.h"

#include <algorithm>
#include <array>

#include "spec/number/units.h"

namespace vconform::spec {

namespace {

// The table's block and element counts follow from the widths: the wider type fills a repeat.
constexpr bool counts_follow_from_widths(const Conversion& row) {
  const int wider = std::max(row.from().bits, row.to().bits);
  const int elements = static_cast<int>(kRepeatBytes * kBitsPerByte) / wider;
  const int block_bits = static_cast<int>(kBlockBytes * kBitsPerByte);
  const int halves = row.to().bits == kBitsPerByte && row.family != Family::kVconv ? 2 : 1;
  return row.elements == elements && row.source_blocks == elements * row.from().bits / block_bits &&
         row.destination_blocks == halves * elements * row.to().bits / block_bits;
}
static_assert(std::all_of(kVectorRows.begin(), kVectorRows.end(), counts_follow_from_widths));

// Every list of the families is one stretch of kRows.
static_assert(std::is_sorted(kRows.begin(), kRows.end(),
                             [](const Conversion& a, const Conversion& b) {
                               return a.family < b.family;
                             }));

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

// As the pages write them.
constexpr std::array<std::string_view, 9> kPositionWords = {
    "vecin", "veccalc", "vecout", "a1", "b1", "tscm", "co1", "co2", "gm"};
constexpr std::array<std::string_view, 7> kDeqScaleWords = {"",      "deq",   "vdeq",  "deq8",
                                                            "vdeq8", "deq16", "vdeq16"};

std::string_view word_of(PositionId position) {
  return kPositionWords[static_cast<std::size_t>(position)];
}

// "cbuf", "gm", "gm_b4".
std::string matrix_target(const Conversion& row) {
  return std::string(row.path == kToGm ? "gm" : "cbuf") +
         (row.destination == NumberType::kS4 ? "_b4" : "");
}

// "vdeq8"; "relu"; "gm_vecin".
std::string copy_mode(const Conversion& row) {
  if (row.relu) {
    return "relu";
  }
  if (row.deq_scale != DeqScale::kNone) {
    return std::string(kDeqScaleWords[static_cast<std::size_t>(row.deq_scale)]);
  }
  return std::string(word_of(row.path.from)) + "_" + std::string(word_of(row.path.to));
}

// "f322s32"; of a copy that moves elements as they are, their type.
std::string types_of(const Conversion& row) {
  return std::string(row.from().name) +
         (row.is_plain_path() ? "" : "2" + std::string(row.to().name));
}

}  // namespace

std::string pair_name(const Conversion& row) {
  switch (row.family) {
    case Family::kDeq:
      return std::string(kFormNames[static_cast<std::size_t>(row.deq)].name);
    case Family::kCopyMatrix:
      return matrix_target(row) + "_" + types_of(row);
    case Family::kDataCopy:
      return copy_mode(row) + "_" + types_of(row);
    default:
      return types_of(row);
  }
}

std::string instruction_name(const Cell& cell) {
  if (cell.row >= kFirstOperation) {
    return operation_name(cell.row);
  }
  const Conversion& row = cell.conversion();
  return std::string(name_of(row.family).prefix) +
         (row.family == Family::kVconv ? pair_name(row) + std::string(mode_of(cell.rounding).suffix)
                                       : cell_name(cell));
}

std::string cell_name(const Cell& cell) {
  if (cell.row >= kFirstOperation) {
    return instruction_name(cell);
  }
  const Conversion& row = cell.conversion();
  if (row.family == Family::kVconv) {
    return pair_name(row) + "_" + std::string(mode_of(cell.rounding).label);
  }
  // The prototype of vconv_deqs162b8h takes int8_t or uint8_t.
  const bool is_overloaded = row.family == Family::kDeq && row.deq != DeqForm::kHalf;
  return pair_name(row) + (is_overloaded ? "_" + std::string(row.to().name) : "");
}

const std::vector<Cell>& all_cells() {
  static const std::vector<Cell> cells = [] {
    std::vector<Cell> all;
    for (const Conversion& row : kRows) {
      for (const RoundingMode& mode : kRoundingModes) {
        if (offers(row, mode.rounding) || offers_optionally(row, mode.rounding)) {
          all.push_back({row.number, mode.rounding});
        }
      }
    }
    return all;
  }();
  return cells;
}

std::vector<Cell> first_cells() {
  std::vector<Cell> cells;
  for (const Cell& cell : all_cells()) {
    if (cells.empty() || cells.back().row != cell.row) {
      cells.push_back(cell);
    }
  }
  return cells;
}

std::optional<Cell> cell_named(std::string_view name) {
  const auto found = std::ranges::find(all_cells(), name, instruction_name);
  if (found != all_cells().end()) {
    return *found;
  }
  const std::optional<std::uint16_t> operation = operation_number(name);
  return operation ? std::optional(
                         Cell{*operation, *rounding_with_letter(row_of(*operation).modes.front())})
                   : std::nullopt;
}

}  // namespace vconform::spec
