#include "spec/rows/operation_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <numeric>

#include "spec/number/number_format.h"
#include "spec/number/units.h"
#include "spec/rows/operation_columns.h"
#include "spec/text/error.h"
#include "spec/text/quoted.h"

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

void require(bool holds, const OperationRow& row, std::string_view problem) {
  if (!holds) {
    throw InputError(fmt::format("operation {}: {}", quoted(row.name), problem));
  }
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

constexpr Quantisation kConverts = {};
// The codes of ReluPre, in spec/copy_matrix.
constexpr std::uint8_t kReluNormal = 1;
constexpr std::uint8_t kReluLeaky = 2;
constexpr std::uint8_t kReluOfColumns = 3;

// Whether the row has the element chain of the operation; CastDeq has that of the family deq.
bool has_chain(const Conversion& candidate, const OperationRow& row) {
  const Quantisation& how = row.quantisation;
  const Family family = how.family == Family::kCastDeq ? Family::kDeq : how.family;
  if (candidate.family != family || candidate.source != row.source ||
      candidate.destination != row.destination()) {
    return false;
  }
  switch (how.family) {
    case Family::kCastDeq:
      return is_vdeq(candidate.deq) == how.by_column;
    case Family::kDataCopy:
      return candidate.path == kCo1ToCo2 && candidate.deq_scale == how.deq_scale &&
             (how.deq_scale != DeqScale::kNone || candidate.relu == (how.relu != 0));
    default:
      return true;
  }
}

const Conversion* chain_row(const OperationRow& row) {
  const auto found = std::ranges::find_if(
      kRows, [&](const Conversion& candidate) { return has_chain(candidate, row); });
  return found == kRows.end() ? nullptr : &*found;
}

// Columns of a block in NZ that some layout of the pages has.
bool is_block(std::uint32_t columns) {
  return columns == 0 || columns == 8 || columns == 16 || columns == 32 || columns == 64;
}

// Whether elements of the type are converted anywhere.
bool is_converted(NumberType type) {
  return type <= NumberType::kF32;
}

constexpr std::uint32_t bit_of(Saturation saturation) {
  return static_cast<std::uint32_t>(saturation);
}
// As in spec/case/registers.h, which operation_test asserts.
constexpr std::uint64_t kHalfBit = std::uint64_t{1} << 48;
constexpr std::uint32_t kBothOfIntegers =
    bit_of(Saturation::kIntegersSaturate) | bit_of(Saturation::kIntegersKeepLowBits);
constexpr std::uint32_t kBothOfHalf =
    bit_of(Saturation::kHalfSaturates) | bit_of(Saturation::kHalfKeepsInf);

void check_quantisation(const OperationRow& row) {
  const Quantisation& how = row.quantisation;
  if (!row.quantises()) {
    require(how == kConverts, row, "it converts, and says how it quantises");
    return;
  }
  require(has_operation_chains(how.family), row,
          "it quantises by the chain of cast_deq, copy_matrix or data_copy");
  require(!row.is_chain() && row.rounding() == Rounding::kNull, row,
          "it quantises, and declares a rounding or a chain of conversions");
  const std::uint32_t saturation = how.family == Family::kDataCopy ? 0 : kBothOfHalf;
  require((row.saturation & ~saturation) == 0, row,
          "it quantises, and declares a saturation that its family does not have: of integers, or "
          "any of DataCopy");
  require(is_block(how.src_block) && is_block(how.dst_block), row,
          "a block of NZ has 8, 16, 32 or 64 columns");
  const std::uint8_t most_relu = how.family == Family::kCopyMatrix ? kReluOfColumns
                                 : how.family == Family::kDataCopy ? kReluNormal
                                                                   : 0;
  require(how.relu <= most_relu, row, "its family has no such ReLU");
  require(how.family == Family::kDataCopy ? is_vector(how.deq_scale) == how.by_column
                                          : how.deq_scale == DeqScale::kNone,
          row,
          "its deq_scale does not go with its family, or with one word for all columns or each");
  require(chain_row(row) != nullptr, row, "its family quantises no such types in this way");
}

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
  require((row.clobbers & ~kEveryClobber) == 0, row,
          "it clobbers registers that no operation may leave changed: CTRL is to be as before");
  check_quantisation(row);
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
  return row.is_chain() ? cell_of_operation({"leg", source, {leg}, 0, 0, {}}) : own;
}

void add_legs(const Cell& cell) {
  const OperationRow row = operation_of(cell);
  std::vector<Cell> legs;
  if (row.quantises()) {
    known_as(cell).legs = {{chain_row(row)->number, Rounding::kNull}};
    return;
  }
  NumberType source = row.source;
  for (const OperationLeg& leg : row.legs) {
    legs.push_back(leg_cell(row, source, leg, cell));
    source = leg.to;
  }
  known_as(cell).legs = std::move(legs);
}

std::uint64_t bits_of(NumberType type) {
  return static_cast<std::uint64_t>(format_of(type).bits);
}

std::uint64_t columns_per_block(NumberType type, MemoryId memory, std::uint32_t block,
                                bool aligned) {
  return block == 0 && (aligned || !takes_any_place(memory))
             ? kBlockBytes * kBitsPerByte / bits_of(type)
             : 1;
}

std::uint64_t columns_per_byte(NumberType type) {
  return std::max<std::uint64_t>(1, kBitsPerByte / bits_of(type));
}

// Small beside the memories, so that nearly every least rectangle fits.
constexpr std::uint32_t kMostScratch = 64 * 1024;
constexpr std::uint32_t kMostMultiple = 1024;
constexpr std::uint64_t kMostElements = 4096;

void check_numbers(const DeclaredOperation& operation) {
  const auto& [row, limits] = operation;
  require(limits.aligned || limits.unaligned, row, "it is called neither aligned nor unaligned");
  require(limits.scratch_bytes <= kMostScratch, row,
          fmt::format("scratch_bytes is more than {}", kMostScratch));
  require(limits.cols_multiple > 0, row, "its columns are a multiple of 0");
  require(limits.rows_multiple > 0, row, "its rows are a multiple of 0");
  require(limits.cols_multiple <= kMostMultiple &&
              (limits.most_cols == 0 || limits.most_cols >= limits.cols_multiple),
          row, fmt::format("cols_multiple is more than {} or than most_cols", kMostMultiple));
  require(limits.most_rows == 0 || limits.most_rows >= limits.rows_multiple, row,
          "rows_multiple is more than most_rows");
  for (const bool aligned : {true, false}) {
    const std::uint64_t multiple = columns_multiple(row, limits, aligned);
    const bool is_called = aligned ? limits.aligned : limits.unaligned;
    require(
        !is_called || limits.most_cols == 0 || limits.most_cols >= multiple, row,
        fmt::format("its columns come in multiples of {}, and most_cols is less: rows are whole "
                    "bytes of s4, and several aligned ones without gaps whole blocks of 32 bytes",
                    multiple));
    require(!is_called || limits.rows_multiple * multiple <= kMostElements, row,
            fmt::format("its least rectangle has more than {} elements", kMostElements));
  }
}

void check_memories(const DeclaredOperation& operation) {
  const OperationLimits& limits = operation.limits;
  const bool quantises = operation.row.quantises();
  const auto holds_operand = [&](MemoryId id) {
    return id == MemoryId::kUb || id == MemoryId::kGm || (quantises && id != MemoryId::kFixpipe);
  };
  require(holds_operand(limits.dst) && holds_operand(limits.src), operation.row,
          quantises ? "its operands are in UB, L1, L0C or GM" : "its operands are in UB or GM");
  require(limits.parameters != MemoryId::kL0c, operation.row,
          "words of columns are in UB, L1, GM or the Fixpipe buffer");
  require(limits.aligned || takes_any_place(limits.dst) || takes_any_place(limits.src),
          operation.row, "its operands are in L1 or L0C, and never aligned");
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
  check_operation(operation);
  const std::string name = operation_name(operation.row);
  if (const std::optional<Cell> before = operation_named(name)) {
    known_as(*before).is_declared = false;
  }
  const Cell cell = cell_of_operation(operation.row);
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

const Cell& chain_of(const Cell& cell) {
  return legs_of(cell).front();
}

OperationParameters operation_parameters(std::uint16_t number) {
  if (number < kFirstOperation) {
    return {};
  }
  const Quantisation& how = known().at(number - kFirstOperation).row.quantisation;
  if (how.family == Family::kOperation) {
    return {};
  }
  return {!how.by_column, how.by_column, how.relu == kReluLeaky, how.relu == kReluOfColumns};
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

std::uint64_t columns_of_blocks(const OperationRow& row, const OperationLimits& limits,
                                bool aligned) {
  return std::lcm(
      columns_per_block(row.source, limits.src, row.quantisation.src_block, aligned),
      columns_per_block(row.destination(), limits.dst, row.quantisation.dst_block, aligned));
}

std::uint64_t columns_multiple(const OperationRow& row, const OperationLimits& limits,
                               bool aligned) {
  const std::uint64_t declared =
      std::lcm(std::uint64_t{limits.cols_multiple},
               std::max(columns_per_byte(row.source), columns_per_byte(row.destination())));
  return limits.strides || limits.rows_multiple == 1
             ? declared
             : std::lcm(declared, columns_of_blocks(row, limits, aligned));
}

void check_operation(const DeclaredOperation& operation) {
  check(operation.row);
  check_numbers(operation);
  check_memories(operation);
}

std::uint64_t ctrl_of_operation(const OperationRow& row, std::uint64_t ctrl) {
  if (row.declares(Saturation::kHalfSaturates)) {
    return ctrl & ~kHalfBit;
  }
  return row.declares(Saturation::kHalfKeepsInf) ? ctrl | kHalfBit : ctrl;
}

}  // namespace vconform::spec
