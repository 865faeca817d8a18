// The arguments about golden/{behaviour,cast_deq,copies,program}.
#include <array>

#include "suites/mutants/mechanical/argument_tables.h"

namespace vconform::suites {

namespace {

constexpr std::string_view kNoHooksInProgram =
    "Golden has no hooks: only the bundled mutants add them.";
constexpr std::string_view kMessageInProgram = "A message is for people: no verdict depends on it.";
constexpr std::string_view kHooksInProgram =
    "Golden has none of these hooks: only the bundled mutants set them.";
constexpr std::string_view kOtherTablesInProgram =
    "The library of the mutants makes its readings itself and does not run it.";
constexpr std::string_view kRefusedInProgram =
    "What a program writes may hold anything once it is refused.";

constexpr std::array<EquivalenceArgument, 34> kProgramArguments = {{
    {"behaviour/behaviour.h", "add", "", "", "", kNoHooksInProgram},
    {"behaviour/behaviour.h", "empty", "", "", "",
     "Golden then does not take the packed way, which is a matter of speed."},
    {"behaviour/behaviour.h", "operator()", "for (std::size_t i = 0; i < count_; ++i) {", "0",
     "0 + 1", "Golden has no hooks, so that none is left out."},
    {"behaviour/behaviour.h", "operator()", "hooks_[i](args...);", "hooks_[i](args...)", "",
     kNoHooksInProgram},
    {"cast_deq/cast_deq.cpp", "mask_problem",
     ": std::optional(\"mask \" + std::to_string(call.mask[0]) + \" is not in 1..\" +", "", "",
     kMessageInProgram},
    {"cast_deq/cast_deq.cpp", "mask_problem", "if (row.elements <= 64 && call.mask[1] != 0) {",
     "64", "64 + 1", "A row has 64 or 128 elements."},
    {"cast_deq/cast_deq.cpp", "leave_registers", "behaviour.left_by_cast_deq(call, registers);",
     "behaviour.left_by_cast_deq(call, registers)", "", kHooksInProgram},
    {"copies/memory.cpp", "bounds_problem", "if (at <= size && at + length <= size) {",
     "at <= size && at + length <= size", "(at <= size) || (at + length <= size)",
     "It accepts more only where an operand leaves its memory, for which the oracle predicts "
     "nothing, so that no case has one."},
    {"copies/memory.cpp", "bounds_problem", "if (at <= size && at + length <= size) {",
     "at <= size", "(at) < (size)",
     "No operand is empty, so that one at the end of a memory leaves it, too."},
    {"program/golden_adapter.cpp", "last_error",
     "return context == nullptr ? \"out of memory\" : "
     "static_cast<Context*>(context)->message.c_str();",
     "context == nullptr", "(context) != (nullptr)", kMessageInProgram},
    {"program/golden_adapter.cpp", "execute_steps", "golden.message.clear();",
     "golden.message.clear()", "", kMessageInProgram},
    {"program/golden_adapter.h", "adapter_table", "table.name = name;", "table.name = name", "",
     "The library of the mutants sets the name again."},
    {"program/pinned.cpp", "pinned", "", "", "", kOtherTablesInProgram},
    {"program/pinned.cpp", "pinned_to_pages", "", "", "", kOtherTablesInProgram},
    {"program/pinned.cpp", "backend_names", "", "", "", kOtherTablesInProgram},
    {"program/program.cpp", "walked",
     "0, deq.destination_type, VCONFORM_ROUND_NULL, deq.repeat, deq.dst,", "0", "0 + 1",
     "The walk of a DEQ does not look at the type of its source."},
    {"program/program.cpp", "refuse", "planned_.message = message;", "planned_.message = message",
     "", kMessageInProgram},
    {"program/program.cpp", "set", "} else if (write.register_id >= VCONFORM_REGISTER_ND_PARA &&",
     "write.register_id >= VCONFORM_REGISTER_ND_PARA && write.register_id <= VCONFORM_REGISTER_FPC",
     "(write.register_id >= VCONFORM_REGISTER_ND_PARA) || (write.register_id <= "
     "VCONFORM_REGISTER_FPC)",
     "The suite writes no other registers."},
    {"program/program.cpp", "supports",
     "return cell && (behaviour_.supports == nullptr || behaviour_.supports(*cell));",
     "cell && (behaviour_.supports == nullptr || behaviour_.supports(*cell))",
     "(cell) || ((behaviour_.supports == nullptr || behaviour_.supports(*cell)))",
     "The suite calls only what golden claims, and has only these forms."},
    {"program/program.cpp", "add",
     "if (!supports(cell) || call.form > VCONFORM_CAST_DEQ_BITWISE) {",
     "!supports(cell) || call.form > VCONFORM_CAST_DEQ_BITWISE",
     "(!supports(cell)) && (call.form > VCONFORM_CAST_DEQ_BITWISE)",
     "The suite calls only what golden claims, and has only these forms."},
    {"program/program.cpp", "add", "behaviour_.cast_deq(call, registers_);",
     "behaviour_.cast_deq(call, registers_)", "", kHooksInProgram},
    {"program/program.cpp", "plan",
     "if (arguments.dst.memory != VCONFORM_UB || arguments.src.memory != VCONFORM_UB) {",
     "arguments.dst.memory != VCONFORM_UB || arguments.src.memory != VCONFORM_UB",
     "(arguments.dst.memory != VCONFORM_UB) && (arguments.src.memory != VCONFORM_UB)",
     "A case has the operands of a vector instruction in UB."},
    {"program/program.cpp", "convert_lanes", "for (std::size_t i = 0; i < results.size(); ++i) {",
     "0", "0 + 1", kHooksInProgram, 2},
    {"program/program.cpp", "convert_lanes", "for (std::size_t i = 0; i < results.size(); ++i) {",
     "i < results.size()", "(i) <= (results.size())",
     "The arrays hold 512 results, and only those of the lanes, 128 at most, are stored."},
    {"program/program.cpp", "convert_lanes",
     "behaviour.result(walk.cell, walk.registers.ctrl, group.patterns[i], results[i]);",
     "behaviour.result(walk.cell, walk.registers.ctrl, group.patterns[i], results[i])", "",
     kHooksInProgram},
    {"program/program.cpp", "Snapshot", "for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {",
     "0", "0 + 1", kRefusedInProgram},
    {"program/program.cpp", "Snapshot", "bytes_[id].assign(bytes.begin(), bytes.end());",
     "bytes_[id].assign(bytes.begin(), bytes.end())", "", kRefusedInProgram},
    {"program/program.cpp", "restore", "for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {",
     "0", "0 + 1", kRefusedInProgram},
    {"program/program.cpp", "restore",
     "std::copy(bytes_[id].begin(), bytes_[id].end(), bytes.begin());",
     "std::copy(bytes_[id].begin(), bytes_[id].end(), bytes.begin())", "", kRefusedInProgram},
    {"program/program.cpp", "may_be_undone",
     "return std::any_of(all.begin() + (all.empty() ? 0 : 1), all.end(), [](const Instruction& "
     "one) {",
     "1", "1 - 1",
     "Memory is then copied where nothing is rejected, too, which is a matter of speed."},
    {"program/program.cpp", "plan_program",
     "planner.refuse(VCONFORM_ERROR, \"step of \" + std::to_string(current.struct_size) +",
     "planner.refuse(VCONFORM_ERROR, \"step of \" + std::to_string(current.struct_size) + \" "
     "bytes, expected \" + std::to_string(sizeof(vconform_step)) + \" or more\")",
     "", "The suite passes whole steps."},
    {"program/program.cpp", "execute", "message = program.message;", "message = program.message",
     "", kMessageInProgram},
    {"program/program.cpp", "execute", "before->restore(memories);", "before->restore(memories)",
     "", kRefusedInProgram},
    {"program/program.cpp", "execute", "message = *problem;", "message = *problem", "",
     kMessageInProgram},
}};

}  // namespace

std::span<const EquivalenceArgument> arguments_about_programs() {
  return kProgramArguments;
}

}  // namespace vconform::suites
