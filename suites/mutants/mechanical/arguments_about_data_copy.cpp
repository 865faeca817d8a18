// The arguments about golden/data_copy.
#include <array>

#include "suites/mutants/mechanical/argument_tables.h"

namespace vconform::suites {

namespace {

constexpr std::string_view kForHooksInDataCopy = "Only hooks read it, and golden has none.";
constexpr std::string_view kHooksInDataCopy =
    "Golden has none of these hooks: only the bundled mutants set them.";
constexpr std::string_view kOwnReadingInDataCopy =
    "Golden follows the other reading; asked for this one, it then follows its own, which conforms "
    "too.";
constexpr std::string_view kByElementsInDataCopy =
    "The copy then goes element by element more often, which is a matter of speed.";
constexpr std::string_view kEitherWayInDataCopy =
    "It decides only whether a copy goes element by element, with the same results unless a block "
    "overlaps a vector, of which nothing is promised.";
constexpr std::string_view kVectorFirstInDataCopy =
    "A copy that is packed has the same results unless a block overlaps a vector, of which nothing "
    "is promised.";

constexpr std::array<EquivalenceArgument, 54> kDataCopyArguments = {{
    {"data_copy/data_copy.cpp", "element", "element.block = block;", "element.block = block", "",
     kForHooksInDataCopy},
    {"data_copy/data_copy.cpp", "element", "element.index = index;", "element.index = index", "",
     kForHooksInDataCopy},
    {"data_copy/data_copy.cpp", "element", "behaviour_.copied(element);",
     "behaviour_.copied(element)", "", kHooksInDataCopy},
    {"data_copy/data_copy.cpp", "run_data_copy", "behaviour.finish_data_copy(walk, memories);",
     "behaviour.finish_data_copy(walk, memories)", "", kHooksInDataCopy},
    {"data_copy/element.cpp", "source_of", "", "", "",
     "Not run: a copy without a vector is packed, and golden has a kernel for each that gets "
     "here."},
    {"data_copy/element.cpp", "moved", "", "", "",
     "Not run: a copy without a vector is packed, and golden has a kernel for each that gets "
     "here."},
    {"data_copy/element.cpp", "times_half",
     "product(source_of(element), unpack(kF16, element.word & kF16.pattern_mask())));",
     "element.word & kF16.pattern_mask()", "(element.word) | (kF16.pattern_mask())",
     "Not run: golden has a kernel for each copy of halves."},
    {"data_copy/element.cpp", "to_b8",
     "const bool is_cut = element.relu && !element.chain.quant.relu_before_offset && sum < 0;",
     "sum < 0", "(sum) <= (0)", "A sum of 0 is cut to 0."},
    {"data_copy/element.cpp", "to_b8",
     "const bool is_cut = element.relu && !element.chain.quant.relu_before_offset && sum < 0;", "0",
     "0 + 1", "A sum of 0 is cut to 0."},
    {"data_copy/element.cpp", "copy_chain",
     "chain.quant.relu_before_offset = behaviour.follows(choice(\"copy.relu-order\", "
     "\"before-offset\"));",
     "chain.quant.relu_before_offset = behaviour.follows(choice(\"copy.relu-order\", "
     "\"before-offset\"))",
     "", kOwnReadingInDataCopy},
    {"data_copy/element.cpp", "copy_chain", "chain.shift = shift_chain(behaviour, kCopyShift);",
     "chain.shift = shift_chain(behaviour, kCopyShift)", "", kOwnReadingInDataCopy},
    {"data_copy/element.cpp", "copy_chain",
     "chain.half_is_exact = behaviour.follows(choice(\"copy.deqf16\", \"exact\"));",
     "chain.half_is_exact = behaviour.follows(choice(\"copy.deqf16\", \"exact\"))", "",
     kOwnReadingInDataCopy},
    {"data_copy/element.cpp", "copy_chain",
     "chain.shifts_half = behaviour.follows(choice(\"copy.mcb-deq16-half\", \"shifts\"));",
     "chain.shifts_half = behaviour.follows(choice(\"copy.mcb-deq16-half\", \"shifts\"))", "",
     kOwnReadingInDataCopy},
    {"data_copy/lanes.cpp", "set_deq_values",
     "if (!set_multipliers(scale_of(chain.quant, m), lane, factors)) {",
     "!set_multipliers(scale_of(chain.quant, m), lane, factors)",
     "static_cast<bool>(set_multipliers(scale_of(chain.quant, m), lane, factors))",
     kByElementsInDataCopy},
    {"data_copy/lanes.cpp", "set_deq_values", "return false;", "false", "true",
     "Not run: under each of recorded_readings() a multiplier has at most 24 bits, and 31 fit."},
    {"data_copy/lanes.cpp", "to_half", "lanes.factors.flush_keeps_sign = true;",
     "lanes.factors.flush_keeps_sign = true", "",
     "The sign of a zero that a copy computes is open."},
    {"data_copy/lanes.cpp", "to_half", "lanes.factors.flush_keeps_sign = true;", "true", "false",
     "The sign of a zero that a copy computes is open."},
    {"data_copy/lanes.cpp", "moved_lanes",
     "return cuts && bits >= 16 ? Lanes(CutLanes{bits, patterns_below_zero(row.from())})", "16",
     "16 - 1", "No format has 15 bits."},
    {"data_copy/lanes.cpp", "to_b8", "if (!set_deq_values(element.chain, words, true, factors) ||",
     "!set_deq_values(element.chain, words, true, factors)",
     "static_cast<bool>(set_deq_values(element.chain, words, true, factors))",
     kByElementsInDataCopy},
    {"data_copy/lanes.cpp", "to_b8",
     "!set_integers_in_quarters(quant, {spec::kDeqValueOffset, spec::kDeqValueSign}, words,",
     "!set_integers_in_quarters(quant, {spec::kDeqValueOffset, spec::kDeqValueSign}, words, "
     "factors.integer)",
     "static_cast<bool>(set_integers_in_quarters(quant, {spec::kDeqValueOffset, "
     "spec::kDeqValueSign}, words, factors.integer))",
     kByElementsInDataCopy},
    {"data_copy/lanes.cpp", "to_b8",
     "factors.integer.high[lane] = std::max(factors.integer.high[lane], 0);", "0", "0 + 1",
     "A limit below 1 is s9_max + offset, which no sum exceeds."},
    {"data_copy/lanes.cpp", "to_s16",
     "set_shift(true, spec::kDeqValueShift.of(words[lane]), lane, factors.shift);", "true", "false",
     "The kernel of s16 results shifts each lane and does not look at it."},
    {"data_copy/packed.cpp", "overlaps",
     "return memory == other.memory && first < other.end && other.first < end;",
     "memory == other.memory && first < other.end && other.first < end",
     "(memory == other.memory && first < other.end) || (other.first < end)", kByElementsInDataCopy},
    {"data_copy/packed.cpp", "overlaps", "", "", "", kEitherWayInDataCopy},
    {"data_copy/packed.cpp", "overlaps",
     "return memory == other.memory && first < other.end && other.first < end;",
     "memory == other.memory && first < other.end",
     "(memory == other.memory) || (first < other.end)", kByElementsInDataCopy},
    {"data_copy/packed.cpp", "overlaps",
     "return memory == other.memory && first < other.end && other.first < end;",
     "first < other.end", "(first) <= (other.end)", kByElementsInDataCopy},
    {"data_copy/packed.cpp", "overlaps",
     "return memory == other.memory && first < other.end && other.first < end;",
     "other.first < end", "(other.first) <= (end)", kByElementsInDataCopy},
    {"data_copy/packed.cpp", "extent_of", "", "", "", kEitherWayInDataCopy},
    {"data_copy/packed.cpp", "extent_of",
     "return {operand.memory, operand.at, operand.block(walk.blocks - 1) + operand.length};",
     "walk.blocks - 1", "(walk.blocks) + (1)", kByElementsInDataCopy},
    {"data_copy/packed.cpp", "extent_of",
     "return {operand.memory, operand.at, operand.block(walk.blocks - 1) + operand.length};", "1",
     "1 - 1", kByElementsInDataCopy},
    {"data_copy/packed.cpp", "is_disjoint", "", "", "", kEitherWayInDataCopy},
    {"data_copy/packed.cpp", "is_disjoint",
     "return !written.overlaps(extent_of(walk, walk.source)) &&",
     "!written.overlaps(extent_of(walk, walk.source))",
     "static_cast<bool>(written.overlaps(extent_of(walk, walk.source)))", kByElementsInDataCopy},
    {"data_copy/packed.cpp", "is_disjoint",
     "!(is_vector(deq) && written.overlaps(extent_of(walk, vectors)));",
     "is_vector(deq) && written.overlaps(extent_of(walk, vectors))",
     "(is_vector(deq)) || (written.overlaps(extent_of(walk, vectors)))", kByElementsInDataCopy},
    {"data_copy/packed.cpp", "block",
     "for (std::uint64_t done = 0; done < walk_.elements; done += kBatch) {",
     "done < walk_.elements", "(done) <= (walk_.elements)",
     "A batch of no elements stores nothing."},
    {"data_copy/packed.cpp", "prepare", "pipeline_ = copied_lanes(element_, words);",
     "pipeline_ = copied_lanes(element_, words)", "", kByElementsInDataCopy},
    {"data_copy/packed.cpp", "store_runs",
     "const std::uint64_t length = std::min(run - (first + i) % run, count - i);",
     "run - (first + i) % run", "(run) + ((first + i) % run)",
     "A batch and each of its runs start at a multiple of a run, so that it takes nothing away."},
    {"data_copy/packed.cpp", "store_runs",
     "const std::uint64_t length = std::min(run - (first + i) % run, count - i);", "first + i",
     "(first) - (i)",
     "A batch and each of its runs start at a multiple of a run, so that it takes nothing away."},
    {"data_copy/packed.cpp", "data_copy_packed",
     "const bool has_runs = walk.runs.run != walk.runs.pitch || walk.runs.first != 0;", "", "",
     "Only results of 8 bits have runs, and theirs are packed too."},
    {"data_copy/packed.cpp", "data_copy_packed",
     "if (!behaviour.copied.empty() || walk.factor_of != factor_of_element || !is_disjoint(walk) "
     "||",
     "!behaviour.copied.empty() || walk.factor_of != factor_of_element || !is_disjoint(walk) || "
     "(has_runs && walk.cell.conversion().to().bits != 8)",
     "(!behaviour.copied.empty() || walk.factor_of != factor_of_element || !is_disjoint(walk)) && "
     "((has_runs && walk.cell.conversion().to().bits != 8))",
     kVectorFirstInDataCopy},
    {"data_copy/packed.cpp", "data_copy_packed",
     "if (!behaviour.copied.empty() || walk.factor_of != factor_of_element || !is_disjoint(walk) "
     "||",
     "!behaviour.copied.empty() || walk.factor_of != factor_of_element || !is_disjoint(walk)",
     "(!behaviour.copied.empty() || walk.factor_of != factor_of_element) && (!is_disjoint(walk))",
     kVectorFirstInDataCopy},
    {"data_copy/packed.cpp", "data_copy_packed",
     "if (!behaviour.copied.empty() || walk.factor_of != factor_of_element || !is_disjoint(walk) "
     "||",
     "!behaviour.copied.empty() || walk.factor_of != factor_of_element",
     "(!behaviour.copied.empty()) && (walk.factor_of != factor_of_element)",
     "Golden has neither hooks for elements nor another choice of factors."},
    {"data_copy/packed.cpp", "data_copy_packed",
     "if (!behaviour.copied.empty() || walk.factor_of != factor_of_element || !is_disjoint(walk) "
     "||",
     "!behaviour.copied.empty()", "static_cast<bool>(behaviour.copied.empty())",
     kByElementsInDataCopy},
    {"data_copy/packed.cpp", "data_copy_packed",
     "if (!behaviour.copied.empty() || walk.factor_of != factor_of_element || !is_disjoint(walk) "
     "||",
     "walk.factor_of != factor_of_element", "(walk.factor_of) == (factor_of_element)",
     kByElementsInDataCopy},
    {"data_copy/packed.cpp", "data_copy_packed",
     "if (!behaviour.copied.empty() || walk.factor_of != factor_of_element || !is_disjoint(walk) "
     "||",
     "!is_disjoint(walk)", "static_cast<bool>(is_disjoint(walk))", kVectorFirstInDataCopy},
    {"data_copy/packed.cpp", "data_copy_packed",
     "(has_runs && walk.cell.conversion().to().bits != 8)) {", "", "", kByElementsInDataCopy},
    {"data_copy/packed.cpp", "data_copy_packed", "return true;", "true", "false",
     "The copy is then made again element by element, from another memory and with the same "
     "results."},
    {"data_copy/walk.cpp", "source_length", "return halves ? blocks_of_page / 2 : blocks_of_page;",
     "2", "2 - 1", kOwnReadingInDataCopy},
    {"data_copy/walk.cpp", "runs_of",
     "const bool is_second = (mode == spec::SidStoreMode::kSecondHalf) != swaps;",
     "(mode == spec::SidStoreMode::kSecondHalf) != swaps",
     "((mode == spec::SidStoreMode::kSecondHalf)) == (swaps)",
     "Golden then follows the other reading of copy.sid-halves, which conforms too."},
    {"data_copy/walk.cpp", "runs_of",
     "const bool is_second = (mode == spec::SidStoreMode::kSecondHalf) != swaps;",
     "mode == spec::SidStoreMode::kSecondHalf", "(mode) != (spec::SidStoreMode::kSecondHalf)",
     "Golden then follows the other reading of copy.sid-halves, which conforms too."},
    {"data_copy/walk.cpp", "destination_length",
     "return (walk.elements + walk.runs.run - 1) / walk.runs.run * walk.runs.pitch;", "1", "1 + 1",
     "A block has a multiple of 8 elements."},
    {"data_copy/walk.cpp", "set_blocks",
     "source_length(behaviour, row, call.blockLen * units.block_len), 0};", "0", "0 + 1",
     "The step is set later."},
    {"data_copy/walk.cpp", "set_blocks",
     "walk.destination = {spec::memory_of(row.path.to), call.dst.offset, destination_length(walk), "
     "0};",
     "0", "0 + 1", "The step is set later."},
    {"data_copy/walk.cpp", "element_in_common", "element.walk = &walk;", "element.walk = &walk", "",
     kForHooksInDataCopy},
    {"data_copy/walk.cpp", "data_copy_walk", "behaviour.data_copy(walk);",
     "behaviour.data_copy(walk)", "", kHooksInDataCopy},
}};

}  // namespace

std::span<const EquivalenceArgument> arguments_about_data_copy() {
  return kDataCopyArguments;
}

}  // namespace vconform::suites
