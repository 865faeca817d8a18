// The arguments. Each is one sentence that a reader can check at that place. Golden here is golden
// under each of recorded_readings(): what only a reading outside of them needs is not run.
#include <array>

#include "suites/mutants/mechanical/arguments.h"

namespace vconform::suites {

namespace {

constexpr std::array<EquivalenceArgument, 41> kArguments = {{
    {"behaviour/behaviour.h", "add", "", "", "",
     "Golden has no hooks: only the bundled mutants add them."},
    {"behaviour/behaviour.h", "empty", "", "", "",
     "Golden then does not take the packed way, which is a matter of speed."},
    {"behaviour/behaviour.h", "operator()", "for (std::size_t i = 0; i < count_; ++i) {", "0",
     "0 + 1", "Golden has no hooks, so that none is left out."},
    {"behaviour/behaviour.h", "operator()", "hooks_[i](args...);", "hooks_[i](args...)", "",
     "Golden has no hooks: only the bundled mutants add them."},
    {"copy_matrix/copy_matrix.cpp", "run_copy_matrix",
     "behaviour.finish_copy_matrix(walk, memories);",
     "behaviour.finish_copy_matrix(walk, memories)", "",
     "Golden has none of these hooks: only the bundled mutants set them."},
    {"copy_matrix/packed.cpp", "prepare", "is_prepared_ = true;", "is_prepared_ = true", "",
     "Each strip then prepares its words anew, and they are the same ones."},
    {"copy_matrix/packed.cpp", "prepare", "is_prepared_ = true;", "true", "false",
     "Each strip then prepares its words anew, and they are the same ones."},
    {"copy_matrix/packed.cpp", "copy_matrix_packed",
     "if (!behaviour.fixpipe.empty() || layout.src_flip != 0 || !has_distinct_places(layout) ||",
     "!behaviour.fixpipe.empty()", "static_cast<bool>(behaviour.fixpipe.empty())",
     "The copy then goes element by element more often, which is a matter of speed."},
    {"copy_matrix/packed.cpp", "copy_matrix_packed",
     "(row.to().bits < 8 && !has_whole_bytes(layout))) {",
     "row.to().bits < 8 && !has_whole_bytes(layout)",
     "(row.to().bits < 8) || (!has_whole_bytes(layout))",
     "The copy then goes element by element more often, which is a matter of speed."},
    {"copy_matrix/packed.cpp", "copy_matrix_packed",
     "(row.to().bits < 8 && !has_whole_bytes(layout))) {", "row.to().bits < 8",
     "(row.to().bits) <= (8)",
     "The copy then goes element by element more often, which is a matter of speed."},
    {"copy_matrix/packed.cpp", "copy_matrix_packed",
     "(row.to().bits < 8 && !has_whole_bytes(layout))) {", "8", "8 + 1",
     "The copy then goes element by element more often, which is a matter of speed."},
    {"copy_matrix/packed.cpp", "copy_matrix_packed",
     "(row.to().bits < 8 && !has_whole_bytes(layout))) {", "8", "8 - 1", "No format has 7 bits."},
    {"copy_matrix/packed.cpp", "copy_matrix_packed", "return true;", "true", "false",
     "The copy is then made again element by element, from another memory and with the same "
     "results."},
    {"vconv/kernel.cpp", "replaces_arithmetic",
     "return !behaviour.result.empty() || behaviour.unpack != unpack ||",
     "!behaviour.result.empty() || behaviour.unpack != unpack || behaviour.round[mode] != "
     "kRoundingTable[mode]",
     "(!behaviour.result.empty() || behaviour.unpack != unpack) && (behaviour.round[mode] != "
     "kRoundingTable[mode])",
     "Golden replaces no step of the arithmetic, so that all three are false."},
    {"vconv/kernel.cpp", "replaces_arithmetic",
     "return !behaviour.result.empty() || behaviour.unpack != unpack ||",
     "!behaviour.result.empty() || behaviour.unpack != unpack",
     "(!behaviour.result.empty()) && (behaviour.unpack != unpack)",
     "Golden replaces no step of the arithmetic, so that all three are false."},
    {"vconv/kernel.cpp", "replaces_arithmetic",
     "return !behaviour.result.empty() || behaviour.unpack != unpack ||",
     "!behaviour.result.empty()", "static_cast<bool>(behaviour.result.empty())",
     "Without a kernel the lanes are converted one by one, with the same results."},
    {"vconv/kernel.cpp", "replaces_arithmetic",
     "return !behaviour.result.empty() || behaviour.unpack != unpack ||",
     "behaviour.unpack != unpack", "(behaviour.unpack) == (unpack)",
     "Without a kernel the lanes are converted one by one, with the same results."},
    {"vconv/kernel.cpp", "replaces_arithmetic", "behaviour.round[mode] != kRoundingTable[mode];",
     "behaviour.round[mode] != kRoundingTable[mode]",
     "(behaviour.round[mode]) == (kRoundingTable[mode])",
     "Without a kernel the lanes are converted one by one, with the same results."},
    {"vconv/kernel.cpp", "vconv_kernel",
     "const bool flushes = kernel.parameters.zero_below > 1 || kernel.parameters.result_zero_below "
     "> 0;",
     "kernel.parameters.zero_below > 1 || kernel.parameters.result_zero_below > 0",
     "(kernel.parameters.zero_below > 1) && (kernel.parameters.result_zero_below > 0)",
     "Golden flushes neither, so that both are false."},
    {"vconv/kernel.cpp", "vconv_kernel",
     "const bool flushes = kernel.parameters.zero_below > 1 || kernel.parameters.result_zero_below "
     "> 0;",
     "kernel.parameters.zero_below > 1", "(kernel.parameters.zero_below) >= (1)",
     "The rarer kernel does the same where nothing is flushed, as in golden."},
    {"vconv/kernel.cpp", "vconv_kernel",
     "const bool flushes = kernel.parameters.zero_below > 1 || kernel.parameters.result_zero_below "
     "> 0;",
     "1", "1 - 1", "The rarer kernel does the same where nothing is flushed, as in golden."},
    {"vconv/kernel.cpp", "vconv_kernel",
     "const bool flushes = kernel.parameters.zero_below > 1 || kernel.parameters.result_zero_below "
     "> 0;",
     "kernel.parameters.result_zero_below > 0", "(kernel.parameters.result_zero_below) >= (0)",
     "The rarer kernel does the same where nothing is flushed, as in golden."},
    {"vconv/kernel.cpp", "vconv_kernel",
     "const bool flushes = kernel.parameters.zero_below > 1 || kernel.parameters.result_zero_below "
     "> 0;",
     "1", "1 + 1", "In golden the thresholds are 1 and 0."},
    {"vconv/kernel.cpp", "vconv_kernel",
     "const bool flushes = kernel.parameters.zero_below > 1 || kernel.parameters.result_zero_below "
     "> 0;",
     "0", "0 + 1", "In golden the thresholds are 1 and 0."},
    {"vector/packed_walk.cpp", "writes_behind",
     "if (walk.repeats < 2 || spec::is_vdeq(walk.cell.conversion().deq)) {", "walk.repeats < 2",
     "(walk.repeats) <= (2)",
     "Fewer repeats are then converted together, which is a matter of speed."},
    {"vector/packed_walk.cpp", "writes_behind",
     "if (walk.repeats < 2 || spec::is_vdeq(walk.cell.conversion().deq)) {", "2", "2 + 1",
     "Fewer repeats are then converted together, which is a matter of speed."},
    {"vector/packed_walk.cpp", "writes_behind",
     "return walk.destination.block(repeat, walk.lanes - 1) + kBlock <=",
     "walk.destination.block(repeat, walk.lanes - 1) + kBlock <= walk.source.block(repeat + 1, 0)",
     "(walk.destination.block(repeat, walk.lanes - 1) + kBlock) < (walk.source.block(repeat + 1, "
     "0))",
     "Fewer repeats are then converted together, which is a matter of speed."},
    {"vector/packed_walk.cpp", "writes_behind",
     "if (walk.repeats < 2 || spec::is_vdeq(walk.cell.conversion().deq)) {", "2", "2 - 1",
     "A single repeat is converted alone, however many might be converted together."},
    {"vector/packed_walk.cpp", "writes_behind",
     "return walk.destination.block(repeat, walk.lanes - 1) + kBlock <=", "walk.lanes - 1",
     "(walk.lanes) + (1)",
     "Fewer repeats are then converted together, which is a matter of speed."},
    {"vector/packed_walk.cpp", "writes_behind",
     "return walk.destination.block(repeat, walk.lanes - 1) + kBlock <=", "1", "1 - 1",
     "Fewer repeats are then converted together, which is a matter of speed."},
    {"vector/packed_walk.cpp", "writes_behind",
     "return walk.destination.block(repeat, walk.lanes - 1) + kBlock <=", "1", "1 + 1",
     "The last two lanes of a repeat stand in one block."},
    {"vector/packed_walk.cpp", "writes_behind", "walk.source.block(repeat + 1, 0);", "0", "0 + 1",
     "The first two lanes of a repeat stand in one block."},
    {"vector/packed_walk.cpp", "is_contiguous",
     "(repeats == 1 || operand.repeat_stride == block_count(walk, operand));",
     "repeats == 1 || operand.repeat_stride == block_count(walk, operand)",
     "(repeats == 1) && (operand.repeat_stride == block_count(walk, operand))",
     "Fewer operands then count as contiguous; the others pass through a buffer with the same "
     "bytes."},
    {"vector/packed_walk.cpp", "is_contiguous",
     "(repeats == 1 || operand.repeat_stride == block_count(walk, operand));", "1", "1 - 1",
     "Fewer operands then count as contiguous; the others pass through a buffer with the same "
     "bytes."},
    {"vector/packed_walk.cpp", "can_be_packed",
     "return behaviour.walk.empty() && behaviour.finish.empty() && "
     "!walk.writes_inactive_lanes &&",
     "behaviour.walk.empty() && behaviour.finish.empty()",
     "(behaviour.walk.empty()) || (behaviour.finish.empty())",
     "Golden has none of these hooks: only the bundled mutants set them."},
    {"vector/packed_walk.cpp", "can_be_packed",
     "return behaviour.walk.empty() && behaviour.finish.empty() && "
     "!walk.writes_inactive_lanes &&",
     "!walk.writes_inactive_lanes", "static_cast<bool>(walk.writes_inactive_lanes)",
     "Whether whole blocks or single lanes are converted is a matter of speed: then fewer "
     "instructions go by whole blocks."},
    {"vector/packed_walk.cpp", "can_be_packed",
     "(walk.order == Order::kRepeat || is_disjoint(walk));",
     "walk.order == Order::kRepeat || is_disjoint(walk)",
     "(walk.order == Order::kRepeat) && (is_disjoint(walk))",
     "Whether whole blocks or single lanes are converted is a matter of speed: then fewer "
     "instructions go by whole blocks."},
    {"vector/packed_walk.cpp", "can_be_packed",
     "(walk.order == Order::kRepeat || is_disjoint(walk));", "walk.order == Order::kRepeat",
     "(walk.order) != (Order::kRepeat)",
     "Whether whole blocks or single lanes are converted is a matter of speed: then fewer "
     "instructions go by whole blocks."},
    {"kernels/lanes.h", "normalised",
     "const auto zeros = static_cast<U32>(__builtin_clzll(word | 1)) - (64 - kBits);", "", "",
     "Not compiled: the library has the kernels for the baseline alone, which does not count "
     "zeros."},
    {"kernels/lanes.h", "normalised", "return {word << zeros, zeros};", "", "",
     "Not compiled: the library has the kernels for the baseline alone, which does not count "
     "zeros."},
    {"kernels/lanes.h", "normalised",
     "const auto zeros = static_cast<U32>(__builtin_clz(word | 1)) - (32 - kBits);", "", "",
     "Not compiled: the library has the kernels for the baseline alone, which does not count "
     "zeros."},
}};

}  // namespace

std::span<const EquivalenceArgument> equivalence_arguments() {
  return kArguments;
}

}  // namespace vconform::suites
