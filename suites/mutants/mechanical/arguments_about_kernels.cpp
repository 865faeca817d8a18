// The arguments about golden/kernels.
#include <array>

#include "suites/mutants/mechanical/argument_tables.h"

namespace vconform::suites {

namespace {

constexpr std::string_view kEqualInKernel = "Of two equal numbers either is taken.";
constexpr std::string_view kNoRestInKernel =
    "Lanes come in repeats of 128, so that no part of a chunk is left.";
constexpr std::string_view kCompiledInKernel =
    "Only the compiler evaluates it, where no mutant is chosen.";
constexpr std::string_view kNotCompiledInKernel =
    "Not compiled: the library has the kernels for the baseline alone, which does not count zeros.";
constexpr std::string_view kZeroSignInKernel =
    "Only 0 changes its sign, and the sign of the zero that it gives is open.";
constexpr std::string_view kSetLaterInKernel = "Each branch that follows sets it.";

constexpr std::array<EquivalenceArgument, 59> kKernelArguments = {{
    {"kernels/deq_body.h", "rounded_to_f32",
     "const std::uint32_t top = (product < 0 ? 0 - bits : bits) >> 24;", "product < 0",
     "(product) <= (0)", "0 is its own negative."},
    {"kernels/deq_body.h", "rounded_to_f32",
     "const std::uint32_t top = (product < 0 ? 0 - bits : bits) >> 24;", "0", "0 + 1",
     "0 is its own negative.", 1},
    {"kernels/deq_body.h", "limited", "const std::int32_t raised = number < low ? low : number;",
     "number < low", "(number) <= (low)", kEqualInKernel},
    {"kernels/deq_body.h", "limited", "return raised > high ? high : raised;", "raised > high",
     "(raised) >= (high)", kEqualInKernel},
    {"kernels/deq_body.h", "any_result",
     "factors.base[i] + (floor & factors.odd[i]) + ((floor >> 31) & factors.below[i]);", "31",
     "31 - 1", "A floor has at most 28 bits and its sign."},
    {"kernels/deq_body.h", "any_result",
     "return limited(shifted_left(total, factors.wrap) >> factors.wrap, factors.low[i],",
     "shifted_left(total, factors.wrap) >> factors.wrap",
     "(shifted_left(total, factors.wrap)) << (factors.wrap)",
     "No sum wraps under recorded_readings(): where wrap9 holds, the offset comes before the "
     "rounding."},
    {"kernels/deq_body.h", "convert_lanes", "for (; i + kChunk <= count; i += kChunk) {",
     "i + kChunk <= count", "(i + kChunk) < (count)",
     "The last chunk is then converted as the rest is, in the same way."},
    {"kernels/deq_body.h", "convert_lanes", "if (i < count) {", "i < count", "(i) <= (count)",
     "A rest of no lanes converts nothing."},
    {"kernels/deq_body.h", "convert_lanes", "std::memcpy(from, source + 2 * i, 2 * (count - i));",
     "", "", kNoRestInKernel},
    {"kernels/deq_body.h", "convert_lanes",
     "convert_chunk<kProductIsF32, kIsUsual>(factors, from, to);", "", "", kNoRestInKernel},
    {"kernels/deq_body.h", "convert_lanes", "std::memcpy(destination + i, to, count - i);", "", "",
     kNoRestInKernel},
    {"kernels/deq_body.h", "deq_lanes",
     "convert_lanes<false, true>(factors, source, destination, count);",
     "convert_lanes<false, true>(factors, source, destination, count)", "",
     "Not run: among recorded_readings() an exact product goes with an offset before the "
     "rounding."},
    {"kernels/lanes.h", "max_of", "", "", "", kCompiledInKernel},
    {"kernels/lanes.h", "sees_tiny", "", "", "", kCompiledInKernel},
    {"kernels/lanes.h", "normalised",
     "const auto zeros = static_cast<U32>(__builtin_clzll(word | 1)) - (64 - kBits);", "", "",
     kNotCompiledInKernel},
    {"kernels/lanes.h", "normalised", "return {word << zeros, zeros};", "", "",
     kNotCompiledInKernel},
    {"kernels/lanes.h", "normalised",
     "const auto zeros = static_cast<U32>(__builtin_clz(word | 1)) - (32 - kBits);", "", "",
     kNotCompiledInKernel},
    {"kernels/lanes.h", "smaller", "return a < b ? a : b;", "a < b", "(a) <= (b)", kEqualInKernel},
    {"kernels/lanes.h", "larger", "return a > b ? a : b;", "a > b", "(a) >= (b)", kEqualInKernel},
    {"kernels/scaled_body.h", "max_s32", "return a > b ? a : b;", "a > b", "(a) >= (b)",
     kEqualInKernel},
    {"kernels/scaled_body.h", "max_s64", "return a > b ? a : b;", "a > b", "(a) >= (b)",
     kEqualInKernel},
    {"kernels/scaled_body.h", "min_s64", "return a < b ? a : b;", "a < b", "(a) <= (b)",
     kEqualInKernel},
    {"kernels/scaled_body.h", "take_apart_floating",
     "to.negative[i] = negative & ~(flushed & all_ones_if(!factors.flush_keeps_sign));",
     "!factors.flush_keeps_sign", "static_cast<bool>(factors.flush_keeps_sign)",
     "The sign of a zero that a copy computes is open."},
    {"kernels/scaled_body.h", "take_apart_integer", "const U32 negative = all_ones_if(number < 0);",
     "number < 0", "(number) <= (0)", kZeroSignInKernel},
    {"kernels/scaled_body.h", "take_apart_integer", "const U32 negative = all_ones_if(number < 0);",
     "0", "0 + 1", kZeroSignInKernel},
    {"kernels/scaled_body.h", "choose_multiplier",
     "(by_infinite & all_ones_if(from.significand[i] == 0));", "from.significand[i] == 0",
     "(from.significand[i]) != (0)", "A scale that is NaN or inf gives anything in its element."},
    {"kernels/scaled_body.h", "choose_multiplier",
     "(by_infinite & all_ones_if(from.significand[i] == 0));", "0", "0 + 1",
     "A scale that is NaN or inf gives anything in its element."},
    {"kernels/scaled_body.h", "product_of", "const S64 dropped = max_s64(beyond, last - exponent);",
     "last - exponent", "(last) + (exponent)",
     "A product so small becomes 0 in each result, under each rounding of recorded_readings(), and "
     "one so large is beyond each limit."},
    {"kernels/scaled_body.h", "product_of",
     "const U64 places = factors.product_is_f32 ? places_of(dropped) : 0;", "0", "0 + 1",
     "Under each of recorded_readings() an exact product has at most 55 bits, so that the lowest "
     "place of 61 is 0."},
    {"kernels/scaled_body.h", "quarters_of", "const U64 dropped = product & ((one << places) - 1);",
     "1", "1 + 1",
     "Under each of recorded_readings() an exact product has at most 55 bits, so that the lowest "
     "place of 61 is 0."},
    {"kernels/scaled_body.h", "to_integers",
     "const S32 lowest = factors.relu_before_offset ? 0 : -0x7fffffff;", "0", "0 + 1",
     "It is a quarter instead of 0 where ReLU comes before the offset, which in "
     "recorded_readings() goes with the rounding `a`: both become 0."},
    {"kernels/scaled_body.h", "to_integers",
     "const S32 lowest = factors.relu_before_offset ? 0 : -0x7fffffff;", "0x7fffffff",
     "0x7fffffff + 1", "Quarters are below 2^27 (kFewest), so that neither limit is reached."},
    {"kernels/scaled_body.h", "to_integers",
     "const S32 lowest = factors.relu_before_offset ? 0 : -0x7fffffff;", "0x7fffffff",
     "0x7fffffff - 1", "Quarters are below 2^27 (kFewest), so that neither limit is reached."},
    {"kernels/scaled_body.h", "keep_others",
     "const U32 is_nan = all_ones_if(magnitude > 0x7f800000);", "magnitude > 0x7f800000",
     "(magnitude) >= (0x7f800000)", "Only +inf is added, which times 1 is itself."},
    {"kernels/scaled_body.h", "keep_others",
     "const U32 is_nan = all_ones_if(magnitude > 0x7f800000);", "0x7f800000", "0x7f800000 - 1",
     "Only +inf is added, which times 1 is itself."},
    {"kernels/scaled_body.h", "keep_others",
     "const U32 is_below = all_ones_if(patterns[i] > 0x80000000);", "patterns[i] > 0x80000000",
     "(patterns[i]) >= (0x80000000)", "Only -0 is added, which times 1 is itself."},
    {"kernels/scaled_body.h", "keep_others",
     "const U32 is_below = all_ones_if(patterns[i] > 0x80000000);", "0x80000000", "0x80000000 - 1",
     "Only -0 is added, which times 1 is itself."},
    {"kernels/scaled_body.h", "load_chunk", "std::memset(elements, 0, sizeof elements);",
     "std::memset(elements, 0, sizeof elements)", "",
     "Lanes behind the last element are not stored."},
    {"kernels/scaled_body.h", "load_chunk", "std::memset(elements, 0, sizeof elements);", "0",
     "0 + 1", "Lanes behind the last element are not stored."},
    {"kernels/scaled_body.h", "for_each_chunk", "for (std::size_t i = 0; i < count; i += kChunk) {",
     "i < count", "(i) <= (count)", "A chunk of no elements loads and stores nothing."},
    {"kernels/scaled_body.h", "for_each_chunk",
     "const std::size_t left = count - i < kChunk ? count - i : kChunk;", "count - i < kChunk",
     "(count - i) <= (kChunk)", "Both numbers are kChunk then."},
    {"kernels/scaled_body.h", "shift_lanes",
     "const S32 result_cut = factors.cuts_results ? 0 : -0x8000;", "0x8000", "0x8000 + 1",
     "A result is an s16 and so not below -0x8000 either."},
    {"kernels/vconv_kernels.inc", "has_rare_kernel", "", "", "", kCompiledInKernel},
    {"kernels/vconv_kernels.inc", "effective", "", "", "", kCompiledInKernel},
    {"kernels/vconv_kernels.inc", "set_row", "", "", "", kCompiledInKernel},
    {"kernels/vconv_kernels.inc", "table_of", "", "", "", kCompiledInKernel},
    {"kernels/vconv_lanes.h", "integer_low_bits",
     "const U32 kept = x.template significand<0>() << smaller(up, 31);", "31", "31 - 1",
     "A result has 16 bits, which are 0 from 16 places on."},
    {"kernels/vconv_lanes.h", "float_to_integer", "U32 magnitude = 0;", "0", "0 + 1",
     kSetLaterInKernel},
    {"kernels/vconv_lanes.h", "f32_to_s64",
     "U32 whole = rounded<kMode>(significand, smaller(down, 25), x.negative);", "25", "25 + 1",
     "A number that loses 25 bits or more is below a half, whatever it loses."},
    {"kernels/vconv_lanes.h", "in_float_range", "U32 result = 0;", "0", "0 + 1", kSetLaterInKernel},
    {"kernels/vconv_lanes.h", "in_float_range",
     "result = sign | (less(x.magnitude, p.beyond[0]) ? magnitude : p.infinity);", "0", "0 + 1",
     "These modes treat both signs alike."},
    {"kernels/vconv_lanes.h", "in_float_range",
     "result = less(x.magnitude, p.beyond[0]) ? magnitude : p.beyond_result[0];", "0", "0 + 1",
     "These modes treat both signs alike."},
    {"kernels/vconv_lanes.h", "f32_to_half", "U32 magnitude = 0;", "0", "0 + 1", kSetLaterInKernel},
    {"kernels/vconv_lanes.h", "f32_to_half", "whole = less(whole, p.zero_below) ? 0 : whole;", "0",
     "0 + 1", "In recorded_readings() a subnormal result is flushed, too."},
    {"kernels/vconv_lanes.h", "increment", "const Word mask = (Word{1} << lost) - 1;", "1", "1 + 1",
     "A magnitude has its highest bit free, except that of the lowest number, so that the lowest "
     "bit of the rest is 0.",
     2},
    {"kernels/vconv_lanes.h", "integer_to_float", "U32 significand = 0;", "0", "0 + 1",
     kSetLaterInKernel},
    {"kernels/vconv_lanes.h", "integer_to_float",
     "const Word rest = word & ((Word{1} << kLost) - 1);", "1", "1 + 1",
     "A magnitude has its highest bit free, except that of the lowest number, so that the lowest "
     "bit of the rest is 0.",
     2},
    {"kernels/vconv_lanes.h", "narrowed",
     "const Signed at_least = number < lowest ? lowest : number;", "number < lowest",
     "(number) <= (lowest)", "Both are the limit then."},
    {"kernels/vconv_lanes.h", "narrowed",
     "return static_cast<U32>(at_least > highest ? highest : at_least);", "at_least > highest",
     "(at_least) >= (highest)", "Both are the limit then."},
}};

}  // namespace

std::span<const EquivalenceArgument> arguments_about_kernels() {
  return kKernelArguments;
}

}  // namespace vconform::suites
