#include "suites/diagnosis/argument_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "spec/case/registers.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::suites {
namespace {

// Maps an argument to what the faulty backend takes it for; nullopt: it refuses.
using Change = std::function<std::optional<std::uint64_t>(std::uint64_t)>;

// Changes an argument of a step, if the step has it. Returns whether it is refused.
using Apply = bool (*)(spec::Step&, const Change&);

template <typename Field>
bool change(Field& field, const Change& by) {
  const std::optional<std::uint64_t> changed = by(field);
  field = static_cast<Field>(changed.value_or(field));
  return !changed;
}

template <auto kField>
bool apply(spec::Step& step, const Change& by) {
  return std::visit(
      [&](auto& one) {
        if constexpr (requires { one.*kField; }) {
          return change(one.*kField, by);
        }
        return false;
      },
      step);
}

template <const spec::WordField& kField, spec::FixpipeRegister kRegister>
bool apply_to_word(spec::Step& step, const Change& by) {
  auto* set = std::get_if<spec::SetFixpipe>(&step);
  if (set == nullptr || set->which != kRegister) {
    return false;
  }
  const std::optional<std::uint64_t> changed = by(kField.of(set->value));
  set->value = kField.put(set->value, changed.value_or(kField.of(set->value)));
  return !changed;
}

// Where an operand stands, in units of its alignment.
enum class Operand : std::uint8_t { kSource, kDestination };

template <Operand kOperand>
bool apply_to_place(spec::Step& step, const Change& by) {
  return std::visit(
      [&](auto& one) {
        if constexpr (requires { one.src.offset; }) {
          spec::Address& at = kOperand == Operand::kSource ? one.src : one.dst;
          const std::uint64_t unit = spec::memory_of(at.memory).alignment;
          std::uint64_t units = at.offset / unit;
          const bool is_refused = change(units, by);
          at.offset = units * unit;
          return is_refused;
        }
        return false;
      },
      step);
}

struct Argument {
  std::string_view name;
  Apply apply;
  // The largest value that the memories of A2 let a case show, and the smallest distance of two
  // values.
  std::uint64_t limit;
  std::uint64_t step = 1;
  // The same where the operand lies in GM; 0: as elsewhere.
  Operand of = Operand::kDestination;
  std::uint64_t limit_in_gm = 0;
};

constexpr std::uint64_t kUnitsOfGm = spec::kMaxGmBytes / 2;
constexpr std::uint64_t kUnitsOfUb = 4096;

constexpr std::array kOfVconv = {
    Argument{"repeat", apply<&spec::Vconv::repeat>, 255},
    Argument{"dst block stride", apply<&spec::Vconv::dst_block_stride>, 255},
    Argument{"src block stride", apply<&spec::Vconv::src_block_stride>, 255},
    Argument{"dst repeat stride", apply<&spec::Vconv::dst_repeat_stride>, 255},
    Argument{"src repeat stride", apply<&spec::Vconv::src_repeat_stride>, 255},
    Argument{"dst", apply_to_place<Operand::kDestination>, kUnitsOfUb},
    Argument{"src", apply_to_place<Operand::kSource>, kUnitsOfUb},
};
constexpr std::array kOfCastDeq = {
    Argument{"repeatTimes", apply<&spec::CastDeq::repeat_time>, 255},
    Argument{"dstBlkStride", apply<&spec::CastDeq::dst_blk_stride>, 255},
    Argument{"srcBlkStride", apply<&spec::CastDeq::src_blk_stride>, 255},
    Argument{"dstRepStride", apply<&spec::CastDeq::dst_rep_stride>, 255},
    Argument{"srcRepStride", apply<&spec::CastDeq::src_rep_stride>, 255},
    Argument{"count", apply<&spec::CastDeq::count>, 16384},
};
constexpr std::array kOfMatrix = {
    Argument{"NSize", apply<&spec::CopyMatrix::n_size>, 4095},
    Argument{"MSize", apply<&spec::CopyMatrix::m_size>, 2048},
    Argument{"srcStride", apply<&spec::CopyMatrix::src_stride>, 1024, 16},
    Argument{"dstStride or dst_D", apply<&spec::CopyMatrix::dst_stride_dst_d>, 8192, 2,
             Operand::kDestination, std::uint64_t{1} << 32},
    Argument{"nd count", apply_to_word<spec::kNdCount, spec::FixpipeRegister::kNdPara>, 128},
    Argument{"src_nd_stride", apply_to_word<spec::kNdSrcStride, spec::FixpipeRegister::kNdPara>,
             127},
    Argument{"dst_nd_stride", apply_to_word<spec::kNdDstStride, spec::FixpipeRegister::kNdPara>,
             65535, 2},
    Argument{"alphas", apply_to_word<spec::kFpcRelu, spec::FixpipeRegister::kFpc>, 255},
    Argument{"dst", apply_to_place<Operand::kDestination>, 8192, 1, Operand::kDestination,
             kUnitsOfGm},
    Argument{"src", apply_to_place<Operand::kSource>, 2048},
};
constexpr std::array kOfBlocks = {
    Argument{"blockCount", apply<&spec::DataCopy::block_count>, 512},
    Argument{"blockLen", apply<&spec::DataCopy::block_len>, 1024},
    Argument{"srcStride", apply<&spec::DataCopy::src_stride>, 64, 1, Operand::kSource, 65535},
    Argument{"dstStride", apply<&spec::DataCopy::dst_stride>, 2048, 1, Operand::kDestination,
             65535},
    Argument{"dst", apply_to_place<Operand::kDestination>, 4096, 1, Operand::kDestination,
             kUnitsOfGm},
    Argument{"src", apply_to_place<Operand::kSource>, 2048, 1, Operand::kSource, kUnitsOfGm},
};

std::span<const Argument> arguments_of(const spec::Conversion& row) {
  switch (row.family) {
    case spec::Family::kVconv:
    case spec::Family::kDeq:
      return kOfVconv;
    case spec::Family::kCastDeq:
      return kOfCastDeq;
    case spec::Family::kCopyMatrix:
      return kOfMatrix;
    case spec::Family::kDataCopy:
      break;
  }
  return kOfBlocks;
}

struct Kind {
  std::string_view name;
  // The value that becomes of one, given the power.
  std::optional<std::uint64_t> (*of)(std::uint64_t value, std::uint64_t power);
};

constexpr std::array<Kind, 5> kKinds = {{
    {"is capped at",
     [](std::uint64_t v, std::uint64_t p) { return std::optional(std::min(v, p)); }},
    {"loses the bit", [](std::uint64_t v, std::uint64_t p) { return std::optional(v & ~p); }},
    {"is taken modulo",
     [](std::uint64_t v, std::uint64_t p) { return std::optional(v & (p - 1)); }},
    {"is refused from",
     [](std::uint64_t v, std::uint64_t p) { return v < p ? std::optional(v) : std::nullopt; }},
    {"is one less at",
     [](std::uint64_t v, std::uint64_t p) { return std::optional(v == p ? v - 1 : v); }},
}};

// A fault at every value; `step` is the smallest distance of two.
struct PlainKind {
  std::string_view name;
  std::optional<std::uint64_t> (*of)(std::uint64_t value, std::uint64_t step);
};

constexpr std::array<PlainKind, 4> kPlainKinds = {{
    {"is one short",
     [](std::uint64_t v, std::uint64_t s) { return std::optional(v - std::min(v, s)); }},
    {"is one too many", [](std::uint64_t v, std::uint64_t s) { return std::optional(v + s); }},
    {"is taken for 0",
     [](std::uint64_t, std::uint64_t) { return std::optional<std::uint64_t>(0); }},
    {"is taken for 1", [](std::uint64_t, std::uint64_t s) { return std::optional(s); }},
}};

// NSize counts 64 columns at a time in b4 and is never another number there.
std::uint64_t step_of(const spec::Conversion& row, const Argument& argument) {
  constexpr std::array<std::string_view, 4> kOfColumns = {"NSize", "srcStride",
                                                          "dstStride or dst_D", "dst_nd_stride"};
  return row.to().bits == 4 && std::ranges::find(kOfColumns, argument.name) != kOfColumns.end()
             ? std::max<std::uint64_t>(argument.step, 64)
             : argument.step;
}

std::uint64_t limit_of(const spec::Conversion& row, const Argument& argument) {
  const spec::PositionId at = argument.of == Operand::kSource ? row.path.from : row.path.to;
  return argument.limit_in_gm != 0 && at == spec::PositionId::kGm ? argument.limit_in_gm
                                                                  : argument.limit;
}

// The argument is changed in the instructions of the row, and in the registers that they read.
std::optional<std::vector<spec::Step>> with_fault(std::vector<spec::Step> steps,
                                                  const spec::Cell& of, const Argument& argument,
                                                  const Change& by) {
  bool is_refused = false;
  for (spec::Step& step : steps) {
    const std::optional<spec::Cell> cell = spec::cell_of(step);
    if (!cell || cell->row == of.row) {
      is_refused |= argument.apply(step, by);
    }
  }
  return is_refused ? std::nullopt : std::optional(std::move(steps));
}

ProgramFault fault_of(const spec::Cell& cell, const Argument& argument, std::string name,
                      Change by) {
  return {std::move(name),
          [cell, &argument, by = std::move(by)](const std::vector<spec::Step>& steps) {
            return with_fault(steps, cell, argument, by);
          }};
}

}  // namespace

// A cap at the limit changes nothing; nor does a bit below the smallest step.
// PReLU of an integer that is not scaled is open: its alphas cannot be seen.
std::vector<ArgumentFault> argument_faults(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  const bool is_unscaled = row.family == spec::Family::kCopyMatrix && !row.from().is_floating() &&
                           row.to().bits >= 16 && !row.to().is_floating();
  std::vector<ArgumentFault> faults;
  for (const Argument& argument : arguments_of(row)) {
    if (is_unscaled && argument.name == "alphas") {
      continue;
    }
    const std::uint64_t step = step_of(row, argument);
    for (std::uint64_t power = std::max<std::uint64_t>(2, 2 * step);
         power < limit_of(row, argument); power *= 2) {
      for (const Kind& kind : kKinds) {
        faults.push_back(
            {fault_of(cell, argument, fmt::format("{} {} {}", argument.name, kind.name, power),
                      [&kind, power](std::uint64_t value) { return kind.of(value, power); }),
             kind.name});
      }
    }
  }
  return faults;
}

std::vector<ProgramFault> plain_argument_faults(const spec::Cell& cell) {
  std::vector<ProgramFault> faults;
  for (const Argument& argument : arguments_of(cell.conversion())) {
    for (const PlainKind& kind : kPlainKinds) {
      faults.push_back(fault_of(cell, argument, fmt::format("{} {}", argument.name, kind.name),
                                [step = step_of(cell.conversion(), argument),
                                 &kind](std::uint64_t value) { return kind.of(value, step); }));
    }
  }
  return faults;
}

}  // namespace vconform::suites
