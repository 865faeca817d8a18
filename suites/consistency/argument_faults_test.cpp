// Golden with a fault in one argument at one power of two: a cap, a bit that is lost, a refusal,
// one value taken for its neighbour. Nearly all of those that a seed draws are found at quick, and
// the rest at standard.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "adapters/load/open_backend.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "suites/judging/subject.h"
#include "suites/judging/unit.h"
#include "suites/plan/mutant_hunt.h"

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
    {"capped at", [](std::uint64_t v, std::uint64_t p) { return std::optional(std::min(v, p)); }},
    {"without bit", [](std::uint64_t v, std::uint64_t p) { return std::optional(v & ~p); }},
    {"modulo", [](std::uint64_t v, std::uint64_t p) { return std::optional(v & (p - 1)); }},
    {"refused from",
     [](std::uint64_t v, std::uint64_t p) { return v < p ? std::optional(v) : std::nullopt; }},
    {"one less at",
     [](std::uint64_t v, std::uint64_t p) { return std::optional(v == p ? v - 1 : v); }},
}};

struct Fault {
  spec::Cell cell;
  const Argument* argument;
  std::uint64_t power;
  const Kind* kind;

  std::string text() const {
    return spec::instruction_name(cell) + ": " + std::string(argument->name) + " " +
           std::string(kind->name) + " " + std::to_string(power);
  }
};

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

// A cap at the limit changes nothing; nor does a bit below the smallest step.
// What PReLU does to an integer that is not scaled is open: its alphas cannot be seen.
std::vector<Fault> faults_of(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  const bool is_unscaled = row.family == spec::Family::kCopyMatrix && !row.from().is_floating() &&
                           row.to().bits >= 16 && !row.to().is_floating();
  std::vector<Fault> faults;
  for (const Argument& argument : arguments_of(row)) {
    if (is_unscaled && argument.name == "alphas") {
      continue;
    }
    const std::uint64_t step = step_of(row, argument);
    for (std::uint64_t power = std::max<std::uint64_t>(2, 2 * step);
         power < limit_of(row, argument); power *= 2) {
      for (const Kind& kind : kKinds) {
        faults.push_back({cell, &argument, power, &kind});
      }
    }
  }
  return faults;
}

std::vector<Fault> drawn_faults(std::size_t count) {
  std::vector<Fault> all;
  for (const spec::Cell& cell : spec::first_cells()) {
    const std::vector<Fault> faults = faults_of(cell);
    all.insert(all.end(), faults.begin(), faults.end());
  }
  std::mt19937_64 random(21);
  std::vector<Fault> drawn;
  for (std::size_t i = 0; i < count; ++i) {
    drawn.push_back(all[random() % all.size()]);
  }
  return drawn;
}

// The same backend with the fault.
Subject with_fault(const Subject& right, const Fault& fault) {
  Subject wrong = right;
  wrong.execute_in_place = nullptr;
  wrong.execute = [execute = right.execute, fault](const spec::Case& test_case,
                                                   const spec::MemoryImage& before) {
    spec::Case changed = test_case;
    bool is_refused = false;
    for (spec::Step& step : changed.steps) {
      const std::optional<spec::Cell> cell = spec::cell_of(step);
      if (!cell || cell->row == fault.cell.row) {
        is_refused |= fault.argument->apply(
            step, [&](std::uint64_t value) { return fault.kind->of(value, fault.power); });
      }
    }
    if (is_refused) {
      spec::Outcome refused;
      refused.status = spec::OutcomeStatus::kRejected;
      refused.after = before;
      return refused;
    }
    return execute(changed, before);
  };
  return wrong;
}

// The first deviation that shows the fault.
std::optional<Deviation> shown(const Fault& fault, const Subject& right,
                               const std::vector<Unit>& plan) {
  const Subject wrong = with_fault(right, fault);
  for (const Unit& unit : plan) {
    if (unit.cell.row == fault.cell.row && unit.property == 0) {
      const UnitResult result = run_unit(unit, wrong, 1, Until::kFirstFailure);
      if (!result.deviations.empty()) {
        return result.deviations.front();
      }
    }
  }
  return std::nullopt;
}

// A refusal names no rule.
bool names_a_value(const Deviation& deviation) {
  const std::optional<spec::RuleId> rule = spec::rule_with_slug(deviation.rule);
  return rule && spec::rule_of(*rule).about == spec::About::kNumbers;
}

// The unit that tries arguments at every magnitude first.
std::vector<Unit> plan_of(std::string_view level, const Subject& subject) {
  std::vector<Unit> plan = make_plan(level_named(level), subject);
  std::vector<Unit> sorted;
  for (const bool of_magnitudes : {true, false}) {
    std::ranges::copy_if(plan, std::back_inserter(sorted), [&](const Unit& unit) {
      return (unit.cases == Cases::kMagnitudes) == of_magnitudes;
    });
  }
  return sorted;
}

TEST(ArgumentFaults, OfEveryRowAreFound) {
  std::vector<spec::Family> families;
  for (const spec::FamilyName& family : spec::kFamilies) {
    families.push_back(family.family);
  }
  const Subject right = probed_subject("golden", families);
  const std::vector<Unit> quick = plan_of("quick", right);
  const std::vector<Unit> standard = plan_of("standard", right);
  const std::vector<Fault> faults = drawn_faults(500);
  std::size_t found = 0;
  std::vector<std::string> named_as_values;
  for (const Fault& fault : faults) {
    const std::optional<Deviation> at_quick = shown(fault, right, quick);
    found += at_quick ? 1 : 0;
    const std::optional<Deviation> deviation = at_quick ? at_quick : shown(fault, right, standard);
    EXPECT_TRUE(deviation.has_value()) << fault.text();
    if (deviation && names_a_value(*deviation)) {
      named_as_values.push_back(fault.text() + ": " + deviation->rule + " " + deviation->in_short);
    }
  }
  EXPECT_GE(found, faults.size() * 99 / 100);
  EXPECT_LE(named_as_values.size(), faults.size() * 5 / 100)
      << fmt::format("{}", fmt::join(named_as_values, "\n"));
  RecordProperty("found_at_quick", static_cast<int>(found));
}

}  // namespace
}  // namespace vconform::suites
