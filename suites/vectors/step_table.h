// The steps of programs as rows of 64-bit numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "spec/case/instruction.h"

namespace vconform::suites {

// The columns of a row: the kind of the step, the number of its instruction among those of the
// folder (0 for a register write), then the fields of the kind, then zeros.
inline constexpr std::size_t kStepColumns = 24;
inline constexpr std::size_t kFirstField = 2;
using StepRow = std::array<std::uint64_t, kStepColumns>;

// A kind of step: register writes, vector instructions, CastDeq in its three forms, copies.
struct StepKind {
  std::string name;
  // An address has two: the number of its memory, "dst.memory", and "dst.offset" in bytes.
  std::vector<std::string> columns;
};
const std::vector<StepKind>& step_kinds();

// No Operation.
StepRow row_of(const spec::Step& step, std::uint64_t instruction);

// A program that begins by writing zero to every register, which is how each one starts.
std::vector<spec::Step> with_registers_zero(const std::vector<spec::Step>& steps);

}  // namespace vconform::suites
