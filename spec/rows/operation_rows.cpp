#include "spec/rows/operation_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>

#include "spec/text/text_fields.h"

namespace vconform::spec {

namespace {

struct Known {
  OperationRow row;
  OperationLimits limits;
  // Its modes, which `conversion` refers to.
  std::string modes;
  Conversion conversion;
  std::vector<Cell> legs;
  // operation_named finds it.
  bool is_declared = false;
};

// Never moves what it holds.
std::deque<Known>& known() {
  static std::deque<Known> all;
  return all;
}

Known& known_as(const Cell& cell) {
  return known().at(cell.row - kFirstOperation);
}

struct BitName {
  std::uint32_t bit;
  std::string_view name;
};
constexpr std::array<BitName, 4> kSaturationNames = {{
    {static_cast<std::uint32_t>(Saturation::kIntegersSaturate), "integers-saturate"},
    {static_cast<std::uint32_t>(Saturation::kIntegersKeepLowBits), "integers-keep-low-bits"},
    {static_cast<std::uint32_t>(Saturation::kHalfSaturates), "half-saturates"},
    {static_cast<std::uint32_t>(Saturation::kHalfKeepsInf), "half-keeps-inf"},
}};
// 1 << VCONFORM_REGISTER_x.
constexpr std::array<BitName, 6> kClobberNames = {{
    {1U << 0, "mask"},
    {1U << 2, "deqscale"},
    {1U << 3, "nd_para"},
    {1U << 4, "lrelu_alpha"},
    {1U << 5, "quant_pre"},
    {1U << 6, "fpc"},
}};

template <typename Names>
std::string joined_bits(const Names& names, std::uint32_t bits, std::string_view none) {
  std::string text;
  for (const BitName& one : names) {
    if ((bits & one.bit) != 0) {
      text += (text.empty() ? "" : "+") + std::string(one.name);
    }
  }
  return text.empty() ? std::string(none) : text;
}

template <typename Names>
std::uint32_t bits_from(const Names& names, std::string_view text, std::string_view none,
                        std::string_view what) {
  std::uint32_t bits = 0;
  for (std::size_t at = 0; text != none && at <= text.size();) {
    const std::size_t end = std::min(text.find('+', at), text.size());
    const std::string_view name = text.substr(at, end - at);
    const auto found = std::ranges::find(names, name, &BitName::name);
    if (found == names.end()) {
      std::string all(none);
      for (const BitName& one : names) {
        all += ", " + std::string(one.name);
      }
      throw InputError(quoted(name) + " is no " + std::string(what) + ": use " + all +
                       ", joined by '+'");
    }
    bits |= found->bit;
    at = end + 1;
  }
  return bits;
}

void require(bool holds, const OperationRow& row, std::string_view problem) {
  if (!holds) {
    throw InputError(fmt::format("operation {}: {}", quoted(row.name), problem));
  }
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

// Whether elements of the type are converted anywhere.
bool is_converted(NumberType type) {
  return type <= NumberType::kF32;
}

constexpr std::uint32_t bit_of(Saturation saturation) {
  return static_cast<std::uint32_t>(saturation);
}
// As in spec/case/registers.h, which operation_test asserts.
constexpr int kHalfBit = 48;
constexpr int kIntegerBit = 59;
constexpr std::uint32_t kBothOfIntegers =
    bit_of(Saturation::kIntegersSaturate) | bit_of(Saturation::kIntegersKeepLowBits);
constexpr std::uint32_t kBothOfHalf =
    bit_of(Saturation::kHalfSaturates) | bit_of(Saturation::kHalfKeepsInf);

void check(const OperationRow& row) {
  require(!row.name.empty() && row.name.size() <= kMostOperationName &&
              std::ranges::all_of(row.name, is_name_character),
          row, "a name has 1 to 40 letters, digits, '_' and '.'");
  require(!row.legs.empty() && row.legs.size() <= kMostLegs, row,
          "it converts once, or by a chain of up to 4 conversions");
  require(is_converted(row.source) &&
              std::ranges::all_of(row.legs,
                                  [](const OperationLeg& leg) { return is_converted(leg.to); }),
          row, "no instruction converts one of its types");
  require((row.saturation & ~kEverySaturation) == 0 &&
              (row.saturation & kBothOfIntegers) != kBothOfIntegers &&
              (row.saturation & kBothOfHalf) != kBothOfHalf,
          row, "its saturation has unknown bits, or two that exclude each other");
  std::uint32_t clobbers = row.clobbers;
  for (const BitName& one : kClobberNames) {
    clobbers &= ~one.bit;
  }
  require(clobbers == 0, row,
          "it clobbers registers that no operation may leave changed: CTRL is to be as before");
}

Conversion conversion_of(const OperationRow& row, std::uint16_t number, std::string_view modes) {
  return {number,
          row.source,
          row.destination(),
          modes,
          "",
          0,
          0,
          0,
          Status::kExtension,
          "declared by a lowering",
          {},
          Family::kOperation};
}

// The row of the pages with these types or, where they have none, one of its own.
Cell leg_cell(const OperationRow& row, NumberType source, const OperationLeg& leg,
              const Cell& own) {
  for (const Conversion& each : kConversions) {
    if (each.source == source && each.destination == leg.to) {
      return {each.number, leg.rounding};
    }
  }
  return row.is_chain() ? cell_of_operation({"leg", source, {leg}, 0, 0}) : own;
}

void add_legs(const Cell& cell) {
  const OperationRow row = operation_of(cell);
  std::vector<Cell> legs;
  NumberType source = row.source;
  for (const OperationLeg& leg : row.legs) {
    legs.push_back(leg_cell(row, source, leg, cell));
    source = leg.to;
  }
  known_as(cell).legs = std::move(legs);
}

std::string_view memory_name(MemoryId id) {
  return memory_of(id).name;
}

MemoryId operand_memory(TextFields& line, std::string_view key) {
  const std::string_view name = line.field(key);
  const std::optional<MemoryId> memory = memory_named(name);
  if (memory != MemoryId::kUb && memory != MemoryId::kGm) {
    line.fail(quoted(name) + " holds no operand of an operation: use UB or GM");
  }
  return *memory;
}

}  // namespace

const Conversion& operation_conversion(std::uint16_t number) {
  return known().at(number - kFirstOperation).conversion;
}

std::string operation_name(std::uint16_t number) {
  return operation_name(known().at(number - kFirstOperation).row);
}

std::optional<std::uint16_t> operation_number(std::string_view name) {
  const std::optional<Cell> cell = operation_named(name);
  return cell ? std::optional(cell->row) : std::nullopt;
}

Cell cell_of_operation(const OperationRow& row) {
  for (std::size_t i = 0; i < known().size(); ++i) {
    if (known()[i].row == row) {
      return {static_cast<std::uint16_t>(kFirstOperation + i), row.rounding()};
    }
  }
  check(row);
  constexpr std::size_t kMost = 0x4000;
  require(known().size() < kMost, row, "there are more operations than can be told apart");
  const auto number = static_cast<std::uint16_t>(kFirstOperation + known().size());
  known().push_back({row, {}, std::string(1, mode_of(row.rounding()).letter), {}, {}, false});
  Known& added = known().back();
  added.conversion = conversion_of(added.row, number, added.modes);
  const Cell cell{number, row.rounding()};
  add_legs(cell);
  return cell;
}

Cell declare_operation(const DeclaredOperation& operation) {
  const std::string name = operation_name(operation.row);
  if (const std::optional<Cell> before = operation_named(name)) {
    known_as(*before).is_declared = false;
  }
  const Cell cell = cell_of_operation(operation.row);
  require(operation.limits.cols_multiple > 0, operation.row, "its columns are a multiple of 0");
  require(operation.limits.aligned || operation.limits.unaligned, operation.row,
          "its operands are neither aligned nor unaligned");
  known_as(cell).limits = operation.limits;
  known_as(cell).is_declared = true;
  return cell;
}

const OperationRow& operation_of(const Cell& cell) {
  return known_as(cell).row;
}
const OperationLimits& limits_of(const Cell& cell) {
  return known_as(cell).limits;
}
const std::vector<Cell>& legs_of(const Cell& cell) {
  return known_as(cell).legs;
}

std::string operation_name(const OperationRow& row) {
  return row.name + "_" + std::string(mode_of(row.rounding()).label);
}

std::optional<Cell> operation_named(std::string_view name) {
  for (std::size_t i = 0; i < known().size(); ++i) {
    if (known()[i].is_declared && operation_name(known()[i].row) == name) {
      return Cell{static_cast<std::uint16_t>(kFirstOperation + i), known()[i].row.rounding()};
    }
  }
  return std::nullopt;
}

std::vector<Cell> declared_operations() {
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < known().size(); ++i) {
    if (known()[i].is_declared) {
      cells.push_back({static_cast<std::uint16_t>(kFirstOperation + i), known()[i].row.rounding()});
    }
  }
  return cells;
}

std::uint64_t ctrl_of_operation(const OperationRow& row, std::uint64_t ctrl) {
  const auto with = [&](Saturation clears, Saturation sets, int bit) {
    const std::uint64_t mask = std::uint64_t{1} << bit;
    if ((row.saturation & bit_of(clears)) != 0) {
      ctrl &= ~mask;
    }
    if ((row.saturation & bit_of(sets)) != 0) {
      ctrl |= mask;
    }
  };
  with(Saturation::kIntegersSaturate, Saturation::kIntegersKeepLowBits, kIntegerBit);
  with(Saturation::kHalfSaturates, Saturation::kHalfKeepsInf, kHalfBit);
  return ctrl;
}

std::string conversion_text(const OperationRow& row) {
  std::string text(format_of(row.source).name);
  for (const OperationLeg& leg : row.legs) {
    text += fmt::format(">{}>{}", mode_of(leg.rounding).letter, format_of(leg.to).name);
  }
  return text;
}

std::string saturation_text(std::uint32_t saturation) {
  return joined_bits(kSaturationNames, saturation, "by-ctrl");
}
std::string clobbers_text(std::uint32_t clobbers) {
  return joined_bits(kClobberNames, clobbers, "none");
}
std::uint32_t saturation_from(std::string_view text) {
  return bits_from(kSaturationNames, text, "by-ctrl", "saturation");
}
std::uint32_t clobbers_from(std::string_view text) {
  return bits_from(kClobberNames, text, "none", "register that is clobbered");
}

void read_conversion(std::string_view text, OperationRow& row) {
  const auto fail = [&] {
    throw InputError(quoted(text) +
                     " is no conversion: write f32>r>f16, or a chain f32>z>f16>r>s8");
  };
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('>', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  const std::optional<NumberType> source = number_type_named(words.front());
  if (!source || words.size() < 3 || words.size() % 2 == 0) {
    fail();
  }
  row.source = *source;
  row.legs.clear();
  for (std::size_t i = 1; i < words.size(); i += 2) {
    const std::optional<Rounding> rounding =
        words[i].size() == 1 ? rounding_with_letter(words[i].front()) : std::nullopt;
    const std::optional<NumberType> to = number_type_named(words[i + 1]);
    if (!rounding || !to) {
      fail();
    }
    row.legs.push_back({*rounding, *to});
  }
}

std::string to_text(const DeclaredOperation& operation) {
  const OperationRow& row = operation.row;
  const OperationLimits& limits = operation.limits;
  return fmt::format(
      "{} as={} saturation={} clobbers={} aligned={:d} unaligned={:d} strides={:d} mostRows={} "
      "mostCols={} colsMultiple={} dst={} src={} scratchBytes={}",
      row.name, conversion_text(row), saturation_text(row.saturation), clobbers_text(row.clobbers),
      limits.aligned, limits.unaligned, limits.strides, limits.most_rows, limits.most_cols,
      limits.cols_multiple, memory_name(limits.dst), memory_name(limits.src), limits.scratch_bytes);
}

DeclaredOperation declared_operation_from(std::string_view text) {
  TextFields line(text, 1);
  DeclaredOperation operation;
  operation.row.name = line.word("name");
  read_conversion(line.field("as"), operation.row);
  operation.row.saturation = saturation_from(line.field("saturation"));
  operation.row.clobbers = clobbers_from(line.field("clobbers"));
  OperationLimits& limits = operation.limits;
  limits.aligned = line.number_field<int>("aligned") != 0;
  limits.unaligned = line.number_field<int>("unaligned") != 0;
  limits.strides = line.number_field<int>("strides") != 0;
  limits.most_rows = line.number_field<std::uint32_t>("mostRows");
  limits.most_cols = line.number_field<std::uint32_t>("mostCols");
  limits.cols_multiple = line.number_field<std::uint32_t>("colsMultiple");
  limits.dst = operand_memory(line, "dst");
  limits.src = operand_memory(line, "src");
  limits.scratch_bytes = line.number_field<std::uint32_t>("scratchBytes");
  line.finish();
  check(operation.row);
  return operation;
}

}  // namespace vconform::spec
