#include "suites/diagnosis/program_faults/argument_faults.h"

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
#include "spec/number/quantization.h"

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

// The number of elements in MASK, which counts in counter mode alone: with_fault() sees to that.
bool apply_to_count(spec::Step& step, const Change& by) {
  auto* set = std::get_if<spec::SetMask>(&step);
  return set != nullptr && change(set->mask.mask0, by);
}

bool apply_to_contiguous_mask(spec::Step& step, const Change& by) {
  auto* call = std::get_if<spec::CastDeq>(&step);
  return call != nullptr && call->form == spec::CastDeqForm::kContiguous &&
         change(call->mask.mask0, by);
}

// Where the factors of a VDEQ stand, in units of 32 bytes.
bool apply_to_factors(spec::Step& step, const Change& by) {
  auto* set = std::get_if<spec::SetDeqScale>(&step);
  if (set == nullptr) {
    return false;
  }
  std::uint64_t units = spec::kVectorAddress.of(set->value);
  const bool is_refused = change(units, by);
  set->value = spec::kVectorAddress.put(set->value, units);
  return is_refused;
}

// Where the factors of a DataCopy stand, in units of 32 bytes.
bool apply_to_tensor(spec::Step& step, const Change& by) {
  auto* copy = std::get_if<spec::DataCopy>(&step);
  if (copy == nullptr) {
    return false;
  }
  std::uint64_t units = copy->deq_tensor_addr / spec::kVectorAddressUnit;
  const bool is_refused = change(units, by);
  copy->deq_tensor_addr = units * spec::kVectorAddressUnit;
  return is_refused;
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

// Arguments that some rows of a family do not have.
constexpr std::string_view kCount = "count in MASK";
constexpr std::string_view kFactors = "address of the factors";
constexpr std::string_view kAlphas = "alphas";
constexpr std::string_view kQuantWords = "quant words";

constexpr std::array kOfVconv = {
    Argument{"repeat", apply<&spec::Vconv::repeat>, 255},
    Argument{"dst block stride", apply<&spec::Vconv::dst_block_stride>, 255},
    Argument{"src block stride", apply<&spec::Vconv::src_block_stride>, 255},
    Argument{"dst repeat stride", apply<&spec::Vconv::dst_repeat_stride>, 255},
    Argument{"src repeat stride", apply<&spec::Vconv::src_repeat_stride>, 255},
    Argument{"dst", apply_to_place<Operand::kDestination>, kUnitsOfUb},
    Argument{"src", apply_to_place<Operand::kSource>, kUnitsOfUb},
    Argument{kCount, apply_to_count, 4096},
    Argument{kFactors, apply_to_factors, kUnitsOfUb},
};
constexpr std::array kOfCastDeq = {
    Argument{"repeatTimes", apply<&spec::CastDeq::repeat_time>, 255},
    Argument{"dstBlkStride", apply<&spec::CastDeq::dst_blk_stride>, 255},
    Argument{"srcBlkStride", apply<&spec::CastDeq::src_blk_stride>, 255},
    Argument{"dstRepStride", apply<&spec::CastDeq::dst_rep_stride>, 255},
    Argument{"srcRepStride", apply<&spec::CastDeq::src_rep_stride>, 255},
    Argument{"count", apply<&spec::CastDeq::count>, 16384},
    Argument{"mask", apply_to_contiguous_mask, 64},
    Argument{"dst", apply_to_place<Operand::kDestination>, kUnitsOfUb},
    Argument{"src", apply_to_place<Operand::kSource>, kUnitsOfUb},
    Argument{kFactors, apply_to_factors, kUnitsOfUb},
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
    Argument{kAlphas, apply_to_word<spec::kFpcRelu, spec::FixpipeRegister::kFpc>, 255},
    Argument{kQuantWords, apply_to_word<spec::kFpcQuant, spec::FixpipeRegister::kFpc>, 255},
    Argument{"dst", apply_to_place<Operand::kDestination>, 8192, 1, Operand::kDestination,
             kUnitsOfGm},
    Argument{"src", apply_to_place<Operand::kSource>, 2048},
};
constexpr std::array kOfBlocks = {
    Argument{"blockCount", apply<&spec::DataCopy::block_count>, 512, 1, Operand::kSource, 4095},
    Argument{"blockLen", apply<&spec::DataCopy::block_len>, 1024, 1, Operand::kSource, 4096},
    Argument{"srcStride", apply<&spec::DataCopy::src_stride>, 64, 1, Operand::kSource, 65535},
    Argument{"dstStride", apply<&spec::DataCopy::dst_stride>, 2048, 1, Operand::kDestination,
             65535},
    Argument{"dst", apply_to_place<Operand::kDestination>, 4096, 1, Operand::kDestination,
             kUnitsOfGm},
    Argument{"src", apply_to_place<Operand::kSource>, 2048, 1, Operand::kSource, kUnitsOfGm},
    Argument{kFactors, apply_to_tensor, kUnitsOfUb},
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
    case spec::Family::kOperation:
      break;
  }
  return kOfBlocks;
}

struct Kind {
  std::string_view name;
  // The value that becomes of one, given the power.
  std::optional<std::uint64_t> (*of)(std::uint64_t value, std::uint64_t power);
};

// A number whose highest bit is the power is negative: its higher bits are set.
std::optional<std::uint64_t> sign_extended(std::uint64_t value, std::uint64_t power) {
  return (value & power) == 0 ? value : value | ~(2 * power - 1);
}

constexpr std::array<Kind, 7> kKinds = {{
    {"is capped at",
     [](std::uint64_t v, std::uint64_t p) { return std::optional(std::min(v, p)); }},
    {"loses the bit", [](std::uint64_t v, std::uint64_t p) { return std::optional(v & ~p); }},
    {"always has the bit", [](std::uint64_t v, std::uint64_t p) { return std::optional(v | p); }},
    {"is sign-extended from", sign_extended},
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

constexpr std::array<PlainKind, 6> kPlainKinds = {{
    {"is one short",
     [](std::uint64_t v, std::uint64_t s) { return std::optional(v - std::min(v, s)); }},
    {"is one too many", [](std::uint64_t v, std::uint64_t s) { return std::optional(v + s); }},
    {"is doubled", [](std::uint64_t v, std::uint64_t) { return std::optional(2 * v); }},
    {"is halved", [](std::uint64_t v, std::uint64_t s) { return std::optional(v / s / 2 * s); }},
    {"is taken for 0",
     [](std::uint64_t, std::uint64_t) { return std::optional<std::uint64_t>(0); }},
    {"is taken for 1", [](std::uint64_t, std::uint64_t s) { return std::optional(s); }},
}};

// Whether the instructions of the row have the argument, and its value can be seen.
bool has_argument(const spec::Conversion& row, const Argument& argument) {
  const bool is_matrix = row.family == spec::Family::kCopyMatrix;
  if (argument.name == kAlphas) {
    return !is_leaky_relu_open(row);
  }
  if (argument.name == kQuantWords) {
    return is_matrix && spec::quant_code_of(row).reads_quant_word();
  }
  if (argument.name == kFactors) {
    return row.family == spec::Family::kDataCopy  ? is_vector(row.deq_scale)
           : row.family == spec::Family::kCastDeq ? row.source == spec::NumberType::kS16
                                                  : is_vdeq(row.deq);
  }
  return true;
}

// The largest number that the argument's field holds. The repeat strides of a DEQ and of a CastDeq
// have 8 bits (vconv, prototypes).
std::uint64_t largest_of_field(const spec::Cell& cell, const Argument& argument) {
  const spec::Family family = cell.conversion().family;
  if ((family == spec::Family::kDeq && argument.name.ends_with("repeat stride")) ||
      (family == spec::Family::kCastDeq && argument.name.ends_with("RepStride"))) {
    return 255;
  }
  std::vector<spec::Step> all = {spec::instruction_with(cell), spec::SetMask{},
                                 spec::SetDeqScale{}};
  for (const spec::FixpipeRegisterName& each : spec::kFixpipeRegisters) {
    all.emplace_back(spec::SetFixpipe{each.id, 0});
  }
  std::uint64_t largest = 0;
  for (spec::Step& step : all) {
    argument.apply(step, [](std::uint64_t) { return std::optional(~std::uint64_t{0}); });
    argument.apply(step, [&](std::uint64_t value) {
      largest = std::max(largest, value);
      return std::optional(value);
    });
  }
  return largest;
}

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

// A CastDeq without is_vec_deq has one factor, in DEQSCALE itself.
bool reads_one_factor(const std::vector<spec::Step>& steps) {
  return std::ranges::any_of(steps, [](const spec::Step& step) {
    const auto* call = std::get_if<spec::CastDeq>(&step);
    return call != nullptr && !call->is_vec_deq;
  });
}

bool is_in_counter_mode(const std::vector<spec::Step>& steps) {
  return std::ranges::any_of(steps, [](const spec::Step& step) {
    const auto* set = std::get_if<spec::SetCtrl>(&step);
    return set != nullptr && spec::ctrl_bit(set->value, spec::kCtrlCounterMode);
  });
}

// The argument is changed in the instructions of the row, and in the registers that they read.
std::optional<std::vector<spec::Step>> with_fault(std::vector<spec::Step> steps,
                                                  const spec::Cell& of, const Argument& argument,
                                                  const Change& by) {
  if ((argument.name == kCount && !is_in_counter_mode(steps)) ||
      (argument.name == kFactors && reads_one_factor(steps))) {
    return steps;
  }
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

bool is_leaky_relu_open(const spec::Conversion& row) {
  return !row.from().is_floating() && !row.to().is_floating() && row.to().bits >= 16;
}

// A cap at the limit changes nothing, nor does a bit below the smallest step, nor the sign of a
// whole field.
std::vector<ArgumentFault> argument_faults(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  std::vector<ArgumentFault> faults;
  for (const Argument& argument : arguments_of(row)) {
    if (!has_argument(row, argument)) {
      continue;
    }
    const std::uint64_t step = step_of(row, argument);
    const std::uint64_t largest = largest_of_field(cell, argument);
    for (std::uint64_t power = std::max<std::uint64_t>(2, 2 * step);
         power < limit_of(row, argument); power *= 2) {
      for (const Kind& kind : kKinds) {
        if (kind.of == sign_extended && power > largest / 2) {
          continue;
        }
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
    if (!has_argument(cell.conversion(), argument)) {
      continue;
    }
    for (const PlainKind& kind : kPlainKinds) {
      faults.push_back(fault_of(cell, argument, fmt::format("{} {}", argument.name, kind.name),
                                [step = step_of(cell.conversion(), argument),
                                 &kind](std::uint64_t value) { return kind.of(value, step); }));
    }
  }
  return faults;
}

}  // namespace vconform::suites
