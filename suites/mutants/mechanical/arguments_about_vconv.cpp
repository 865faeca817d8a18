// The arguments about golden/vconv.
#include <array>

#include "suites/mutants/mechanical/argument_tables.h"

namespace vconform::suites {

namespace {

constexpr std::string_view kZerosInVconv =
    "A number beyond 64 bits ends in more zeros than a result has bits.";
constexpr std::string_view kLimitBitsInVconv =
    "No limit has as many bits as a significand, or one more.";
constexpr std::string_view kExactLimitInVconv =
    "Each limit is exact: with more bits than a significand it is a power of two.";
constexpr std::string_view kOtherOverflowInVconv =
    "It matters only to the readings of overflow.directed and overflow.odd that golden does not "
    "follow; asked for one, it follows that one or another, which conforms too.";
constexpr std::string_view kNothingReplacedInVconv =
    "Golden replaces no step of the arithmetic, so that all three are false.";
constexpr std::string_view kNoVconvKernelInVconv =
    "Without a kernel the lanes are converted one by one, with the same results.";
constexpr std::string_view kBothFlushedInVconv =
    "Golden flushes nothing; under the recorded reading that flushes results, inputs are flushed "
    "too.";
constexpr std::string_view kRareKernelInVconv =
    "The rarer kernel does the same where nothing is flushed, as in golden.";

constexpr std::array<EquivalenceArgument, 53> kVconvArguments = {{
    {"vconv/convert.cpp", "truncates",
     "return behaviour.follows(pair.truncates) || (behaviour.follows(pair.needs_ctrl60) &&",
     "behaviour.follows(pair.truncates) || (behaviour.follows(pair.needs_ctrl60) && "
     "spec::ctrl_bit(ctrl, spec::kCtrlTruncateEnable))",
     "(behaviour.follows(pair.truncates)) && ((behaviour.follows(pair.needs_ctrl60) && "
     "spec::ctrl_bit(ctrl, spec::kCtrlTruncateEnable)))",
     "Golden follows absent; asked for another reading, it then follows absent as well, which "
     "conforms too."},
    {"vconv/convert.cpp", "truncates",
     "return behaviour.follows(pair.truncates) || (behaviour.follows(pair.needs_ctrl60) &&",
     "behaviour.follows(pair.needs_ctrl60) && spec::ctrl_bit(ctrl, spec::kCtrlTruncateEnable)",
     "(behaviour.follows(pair.needs_ctrl60)) || (spec::ctrl_bit(ctrl, spec::kCtrlTruncateEnable))",
     "Golden then follows ctrl.59=needs-ctrl60, or truncates if asked for it, which conforms too."},
    {"vconv/convert.cpp", "to_integer",
     "const bool huge = bit_count(value.significand) + value.exponent > 64;",
     "bit_count(value.significand) + value.exponent > 64",
     "(bit_count(value.significand) + value.exponent) >= (64)",
     "A number of 64 bits is beyond every limit, or -2^63, which is the limit; its low bits are "
     "the same."},
    {"vconv/convert.cpp", "to_integer",
     "const bool huge = bit_count(value.significand) + value.exponent > 64;", "64", "64 - 1",
     "A number of 64 bits is beyond every limit, or -2^63, which is the limit; its low bits are "
     "the same."},
    {"vconv/convert.cpp", "to_integer", "} else if (value.exponent < 64) {", "64", "64 - 1",
     kZerosInVconv},
    {"vconv/convert.cpp", "to_integer", "magnitude = value.significand << value.exponent;",
     "magnitude = value.significand << value.exponent", "", kZerosInVconv},
    {"vconv/convert.cpp", "to_integer", "magnitude = value.significand << value.exponent;",
     "value.significand << value.exponent", "(value.significand) >> (value.exponent)",
     kZerosInVconv},
    {"vconv/convert.cpp", "to_integer", "const bool in_range = !huge && magnitude <= limit;",
     "magnitude <= limit", "(magnitude) < (limit)", "The limit itself is the limit either way."},
    {"vconv/convert.cpp", "number_to_floating", "return flushed ? 0 : magnitude;", "0", "0 + 1",
     "Not run: none of recorded_readings() has inactive lanes undefined and results flushed."},
    {"vconv/convert.cpp", "to_floating",
     "const std::uint64_t quiet = std::uint64_t{1} << (to.fraction_bits - 1);", "1", "1 + 1",
     "The payload of a NaN is open.", 2},
    {"vconv/convert.cpp", "to_integral", "if (value.kind == Kind::kNumber && value.exponent < 0) {",
     "value.exponent < 0", "(value.exponent) <= (0)", "Shifted by no place, a number is the same."},
    {"vconv/convert.cpp", "to_integral", "if (value.kind == Kind::kNumber && value.exponent < 0) {",
     "0", "0 + 1", "Shifted by no place, a number is the same."},
    {"vconv/kernel.cpp", "first_from",
     "const std::uint64_t significand = dropped > 0 ? halves >> dropped : halves << -dropped;",
     "dropped > 0", "(dropped) >= (0)", kLimitBitsInVconv},
    {"vconv/kernel.cpp", "first_from",
     "const std::uint64_t significand = dropped > 0 ? halves >> dropped : halves << -dropped;", "0",
     "0 + 1", kLimitBitsInVconv},
    {"vconv/kernel.cpp", "first_from",
     "const bool exact = dropped <= 0 || significand << dropped == halves;", "dropped <= 0",
     "(dropped) < (0)", kLimitBitsInVconv},
    {"vconv/kernel.cpp", "first_from",
     "const bool exact = dropped <= 0 || significand << dropped == halves;", "0", "0 + 1",
     kLimitBitsInVconv},
    {"vconv/kernel.cpp", "first_from",
     "const std::uint64_t pattern = (field << from.fraction_bits) + significand + (exact ? 0 : 1);",
     "(field << from.fraction_bits) + significand + (exact ? 0 : 1)",
     "((field << from.fraction_bits) + significand) - ((exact ? 0 : 1))", kExactLimitInVconv},
    {"vconv/kernel.cpp", "first_from",
     "const std::uint64_t pattern = (field << from.fraction_bits) + significand + (exact ? 0 : 1);",
     "1", "1 + 1", kExactLimitInVconv},
    {"vconv/kernel.cpp", "first_from",
     "const std::uint64_t pattern = (field << from.fraction_bits) + significand + (exact ? 0 : 1);",
     "1", "1 - 1", kExactLimitInVconv},
    {"vconv/kernel.cpp", "beyond_integer", "if (element.to->bits > from.fraction_bits + 1) {", "",
     "", "No row has an integer whose width is that near to the significand's."},
    {"vconv/kernel.cpp", "beyond_integer",
     "return first_from(from, (limit + (negative ? 0 : 1)) << 1);", "limit + (negative ? 0 : 1)",
     "(limit) - ((negative ? 0 : 1))", "The next number of the source's format is the same."},
    {"vconv/kernel.cpp", "beyond_integer",
     "return first_from(from, (limit + (negative ? 0 : 1)) << 1);", "1", "1 - 1",
     "The next number of the source's format is the same.", 1},
    {"vconv/kernel.cpp", "beyond_integer", "return first_from(from, 2 * limit) + 1;",
     "first_from(from, 2 * limit) + 1", "(first_from(from, 2 * limit)) - (1)",
     "What is rounded up from just below the limit is the limit, too."},
    {"vconv/kernel.cpp", "beyond_integer", "return first_from(from, 2 * limit) + 1;", "1", "1 - 1",
     "The limit itself is the limit either way."},
    {"vconv/kernel.cpp", "beyond_integer", "return first_from(from, 2 * limit + 1);", "1", "1 - 1",
     "The limit itself is the limit either way."},
    {"vconv/kernel.cpp", "beyond_integer", "return first_from(from, 2 * limit + 2);", "2", "2 - 1",
     "Rounded toward 0, a number that exceeds the limit by less than 1 is the limit, too.", 2},
    {"vconv/kernel.cpp", "overflow_result",
     "return within_range(behaviour, element.rounding, *element.to, {inf, inf, true, negative});",
     "true", "false", "The third member is looked at only if the second is MAX, but it is inf."},
    {"vconv/kernel.cpp", "overflows_at_once",
     "return within_range(behaviour, element.rounding, *element.to, {max, max, true, negative}) != "
     "max;",
     "within_range(behaviour, element.rounding, *element.to, {max, max, true, negative}) != max",
     "(within_range(behaviour, element.rounding, *element.to, {max, max, true, negative})) == "
     "(max)",
     kOtherOverflowInVconv},
    {"vconv/kernel.cpp", "overflows_at_once",
     "return within_range(behaviour, element.rounding, *element.to, {max, max, true, negative}) != "
     "max;",
     "true", "false", kOtherOverflowInVconv},
    {"vconv/kernel.cpp", "beyond_half",
     "const bool at_once = up == RoundsUp::kAtOnce || (up == RoundsUp::kNever && "
     "!element.saturates &&",
     "up == RoundsUp::kNever && !element.saturates && overflows_at_once(behaviour, element, "
     "negative)",
     "(up == RoundsUp::kNever && !element.saturates) || (overflows_at_once(behaviour, element, "
     "negative))",
     kOtherOverflowInVconv},
    {"vconv/kernel.cpp", "beyond_half",
     "const bool at_once = up == RoundsUp::kAtOnce || (up == RoundsUp::kNever && "
     "!element.saturates &&",
     "up == RoundsUp::kNever && !element.saturates",
     "(up == RoundsUp::kNever) || (!element.saturates)",
     "Only a mode that never rounds up can overflow at once, and if it saturates, every number "
     "above MAX becomes MAX either way."},
    {"vconv/kernel.cpp", "beyond_half",
     "const bool at_once = up == RoundsUp::kAtOnce || (up == RoundsUp::kNever && "
     "!element.saturates &&",
     "up == RoundsUp::kNever", "(up) != (RoundsUp::kNever)", kOtherOverflowInVconv},
    {"vconv/kernel.cpp", "beyond_half",
     "const bool at_once = up == RoundsUp::kAtOnce || (up == RoundsUp::kNever && "
     "!element.saturates &&",
     "!element.saturates", "static_cast<bool>(element.saturates)", kOtherOverflowInVconv},
    {"vconv/kernel.cpp", "set_float_range",
     "const std::uint64_t quiet = std::uint64_t{1} << (to.fraction_bits - 1);", "1", "1 + 1",
     "The payload of a NaN is open.", 2},
    {"vconv/kernel.cpp", "set_integer_range", "if (element.from->is_floating() && to.bits == 64) {",
     "64", "64 + 1", "The kernel to s64 does not look at it."},
    {"vconv/kernel.cpp", "set_integer_range", "if (element.from->is_floating() && to.bits == 64) {",
     "64", "64 - 1", "The kernel to s64 does not look at it."},
    {"vconv/kernel.cpp", "replaces_arithmetic",
     "return !behaviour.result.empty() || behaviour.unpack != unpack ||",
     "!behaviour.result.empty() || behaviour.unpack != unpack || behaviour.round[mode] != "
     "kRoundingTable[mode]",
     "(!behaviour.result.empty() || behaviour.unpack != unpack) && (behaviour.round[mode] != "
     "kRoundingTable[mode])",
     kNothingReplacedInVconv},
    {"vconv/kernel.cpp", "replaces_arithmetic",
     "return !behaviour.result.empty() || behaviour.unpack != unpack ||",
     "!behaviour.result.empty() || behaviour.unpack != unpack",
     "(!behaviour.result.empty()) && (behaviour.unpack != unpack)", kNothingReplacedInVconv},
    {"vconv/kernel.cpp", "replaces_arithmetic",
     "return !behaviour.result.empty() || behaviour.unpack != unpack ||",
     "!behaviour.result.empty()", "static_cast<bool>(behaviour.result.empty())",
     kNoVconvKernelInVconv},
    {"vconv/kernel.cpp", "replaces_arithmetic",
     "return !behaviour.result.empty() || behaviour.unpack != unpack ||",
     "behaviour.unpack != unpack", "(behaviour.unpack) == (unpack)", kNoVconvKernelInVconv},
    {"vconv/kernel.cpp", "replaces_arithmetic", "behaviour.round[mode] != kRoundingTable[mode];",
     "behaviour.round[mode] != kRoundingTable[mode]",
     "(behaviour.round[mode]) == (kRoundingTable[mode])", kNoVconvKernelInVconv},
    {"vconv/kernel.cpp", "parameters_of",
     "const bool same = from.type == NumberType::kBf16 && to.type == NumberType::kF32;",
     "from.type == NumberType::kBf16 && to.type == NumberType::kF32",
     "(from.type == NumberType::kBf16) || (to.type == NumberType::kF32)", kBothFlushedInVconv},
    {"vconv/kernel.cpp", "parameters_of",
     "const bool same = from.type == NumberType::kBf16 && to.type == NumberType::kF32;",
     "from.type == NumberType::kBf16", "(from.type) != (NumberType::kBf16)", kBothFlushedInVconv},
    {"vconv/kernel.cpp", "parameters_of",
     "const bool same = from.type == NumberType::kBf16 && to.type == NumberType::kF32;",
     "to.type == NumberType::kF32", "(to.type) != (NumberType::kF32)", kBothFlushedInVconv},
    {"vconv/kernel.cpp", "parameters_of", "} else if (from.is_floating() && to.bits < from.bits) {",
     "to.bits < from.bits", "(to.bits) <= (from.bits)",
     "From f32 to f32 no kernel looks at the range of the result."},
    {"vconv/kernel.cpp", "parameters_of",
     "parameters.result_zero_below = flushes_results ? normal_from(to) : 0;", "0", "0 + 1",
     "Below 1 there is only 0."},
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
     kRareKernelInVconv},
    {"vconv/kernel.cpp", "vconv_kernel",
     "const bool flushes = kernel.parameters.zero_below > 1 || kernel.parameters.result_zero_below "
     "> 0;",
     "1", "1 + 1", "In golden the thresholds are 1 and 0."},
    {"vconv/kernel.cpp", "vconv_kernel",
     "const bool flushes = kernel.parameters.zero_below > 1 || kernel.parameters.result_zero_below "
     "> 0;",
     "1", "1 - 1", kRareKernelInVconv},
    {"vconv/kernel.cpp", "vconv_kernel",
     "const bool flushes = kernel.parameters.zero_below > 1 || kernel.parameters.result_zero_below "
     "> 0;",
     "kernel.parameters.result_zero_below > 0", "(kernel.parameters.result_zero_below) >= (0)",
     kRareKernelInVconv},
    {"vconv/kernel.cpp", "vconv_kernel",
     "const bool flushes = kernel.parameters.zero_below > 1 || kernel.parameters.result_zero_below "
     "> 0;",
     "0", "0 + 1", "In golden the thresholds are 1 and 0."},
    {"vconv/overflow.cpp", "within_range",
     "const bool beyond_max = result.truncated > max || (result.truncated == max && "
     "result.inexact);",
     "", "", kOtherOverflowInVconv},
}};

}  // namespace

std::span<const EquivalenceArgument> arguments_about_vconv() {
  return kVconvArguments;
}

}  // namespace vconform::suites
