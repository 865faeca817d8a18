#include "oracle/operation/undefined_call.h"

#include <algorithm>
#include <variant>

#include "oracle/cast_deq/cast_deq.h"
#include "oracle/copy_matrix/walk.h"
#include "oracle/data_copy/walk.h"
#include "oracle/operation/host_array.h"
#include "oracle/reading/readings.h"
#include "oracle/vector/overlap.h"
#include "oracle/vector/vector_walk.h"
#include "oracle/vector/walk_rules.h"

namespace vconform::oracle {

namespace {

using Reason = std::optional<std::string_view>;

constexpr std::string_view kArgument = "an argument is out of range";
constexpr std::string_view kLeaves = "an operand leaves UB";
constexpr std::string_view kOverlap = "operands overlap, and the pages promise nothing then";

bool is_array(const OperandWalk& operand) {
  return is_in_host_array({spec::MemoryId::kUb, operand.base});
}

std::uint64_t bytes_of(const VectorWalk& walk, const OperandWalk& operand) {
  return walk.end_of(operand) - operand.base;
}

// The intrinsics copy no larger array.
bool leaves_ub(const VectorWalk& walk, const OperandWalk& operand) {
  return is_array(operand) ? bytes_of(walk, operand) > spec::kMaxMemoryBytes
                           : walk.end_of(operand) > kUbBytes;
}

// The walk with arrays of the host directly behind UB, at their distance if they overlap.
VectorWalk with_arrays_behind_ub(VectorWalk walk) {
  OperandWalk& dst = walk.destination;
  OperandWalk& src = walk.source;
  const bool are_apart = walk.end_of(src) <= dst.base || walk.end_of(dst) <= src.base;
  const std::uint64_t first = std::min(src.base, dst.base);
  const std::uint64_t behind_src = bytes_of(walk, src);
  if (is_array(dst)) {
    dst.base = kUbBytes + (are_apart ? behind_src : dst.base - first);
  }
  if (is_array(src)) {
    src.base = kUbBytes + (are_apart ? 0 : src.base - first);
  }
  return walk;
}

// A kernel chooses its masks, and not where the arrays that it is given lie.
bool operands_overlap(const VectorWalk& walk) {
  const VectorWalk near = with_arrays_behind_ub(walk);
  return active_blocks_overlap(
      near, std::max({kUbBytes, near.end_of(near.destination), near.end_of(near.source)}));
}

Reason undefined_vector(const spec::Vconv& step, const spec::CastDeq* call,
                        const spec::Registers& registers, Readings& readings) {
  const VectorWalk walk = walk_of(step, registers, readings);
  if (!walk.writes()) {
    return std::nullopt;
  }
  if (out_of_range(step.cell.conversion(), walk)) {
    return kArgument;
  }
  if (call != nullptr && is_undefined(*call, registers, readings)) {
    return "no page says what an s32 with isVecDeq gives";
  }
  const std::uint64_t end_of_table = walk.table ? *walk.table + spec::kVectorBytes : 0;
  if (leaves_ub(walk, walk.destination) || leaves_ub(walk, walk.source) ||
      end_of_table > kUbBytes) {
    return kLeaves;
  }
  return operands_overlap(walk) ? Reason(kOverlap) : std::nullopt;
}

Reason undefined(const spec::Vconv& step, const spec::Registers& registers, Readings& readings) {
  return undefined_vector(step, nullptr, registers, readings);
}

Reason undefined(const spec::CastDeq& call, const spec::Registers& registers, Readings& readings) {
  if (mask_out_of_range(call)) {
    return kArgument;
  }
  Reason reason;
  for_each_instruction(call, registers, readings.decided(),
                       [&](const spec::Vconv& instruction, const spec::Registers& met) {
                         if (!reason) {
                           reason = undefined_vector(instruction, &call, met, readings);
                         }
                       });
  return reason;
}

Reason undefined(const spec::CopyMatrix& step, const spec::Registers& registers,
                 Readings& readings) {
  if (does_nothing(step, registers, readings)) {
    return std::nullopt;
  }
  if (out_of_range(step, registers)) {
    return kArgument;
  }
  if (is_contested_split(step) || is_between_nd_limits(step)) {
    return std::nullopt;
  }
  return walk_of(step, registers, readings).overlaps_itself() ? Reason(kOverlap) : std::nullopt;
}

Reason undefined(const spec::DataCopy& step, const spec::Registers& /*registers*/,
                 Readings& readings) {
  if (out_of_range(step)) {
    return kArgument;
  }
  return is_hazard(walk_of(step, readings)) ? Reason(kOverlap) : std::nullopt;
}

// A register write, which is no instruction of a call, and an operation, which issues none.
template <typename Other>
Reason undefined(const Other& /*step*/, const spec::Registers& /*registers*/,
                 Readings& /*readings*/) {
  return std::nullopt;
}

}  // namespace

std::optional<std::string_view> undefined_by(const spec::IssuedCall& call,
                                             const spec::Choices& choices) {
  if (!call.was_executed || !call.instruction) {
    return std::nullopt;
  }
  Readings readings(choices);
  return std::visit([&](const auto& step) { return undefined(step, call.registers, readings); },
                    *call.instruction);
}

}  // namespace vconform::oracle
