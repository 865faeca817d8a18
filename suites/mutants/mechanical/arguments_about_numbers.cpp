// The arguments about golden/number.
#include <array>

#include "suites/mutants/mechanical/argument_tables.h"

namespace vconform::suites {

namespace {

constexpr std::string_view kZeroSignInNumber =
    "Only 0 changes its sign, and the sign of the zero that it gives is open.";

constexpr std::array<EquivalenceArgument, 14> kNumberArguments = {{
    {"number/fixed.cpp", "fixed", "if (value.kind == Kind::kInfinity || bits > kHugeExponent) {",
     "bits > kHugeExponent", "(bits) >= (kHugeExponent)",
     "A number of 62 bits is beyond every limit, as kHuge is."},
    {"number/fixed.cpp", "fixed", "return {value.negative ? -kHuge : kHuge, false, false};",
     "false", "true",
     "kHuge and one more are beyond every limit, and no sum of them wraps in recorded_readings()."},
    {"number/fixed.cpp", "fixed_ceil", "", "", "",
     "Not run: none of recorded_readings() rounds an s9 with c."},
    {"number/floating_result.cpp", "quiet_nan",
     "return format.infinity_pattern() | std::uint64_t{1} << (format.fraction_bits - 1);", "1",
     "1 + 1", "The payload of a NaN is open.", 2},
    {"number/nearest.cpp", "set_significand",
     "const auto high = static_cast<std::uint64_t>(significand >> 64);", "64", "64 - 1",
     "One bit more is then sticky, which leaves more than rounding needs."},
    {"number/nearest.cpp", "nearest_in",
     "if (value.kind != Kind::kNumber || value.significand == 0) {",
     "value.kind != Kind::kNumber || value.significand == 0",
     "(value.kind != Kind::kNumber) && (value.significand == 0)",
     "A zero is then rounded, which gives a zero."},
    {"number/nearest.cpp", "nearest_in",
     "if (rounded.significand != 0 && leading_exponent(rounded) > format.max_exponent()) {", "0",
     "0 + 1", "A significand of 1 is no overflow."},
    {"number/nearest.cpp", "product", "if (left.kind == Kind::kNan || right.kind == Kind::kNan ||",
     "left.kind == Kind::kNan || right.kind == Kind::kNan",
     "(left.kind == Kind::kNan) && (right.kind == Kind::kNan)",
     "A scale that is NaN gives anything in its element, and so does a NaN that becomes an "
     "integer."},
    {"number/unpacked.cpp", "integer",
     "return {Kind::kNumber, number < 0, number < 0 ? 0 - pattern : pattern, 0};", "number < 0",
     "(number) <= (0)", "0 is its own negative.", 2},
    {"number/unpacked.cpp", "integer",
     "return {Kind::kNumber, number < 0, number < 0 ? 0 - pattern : pattern, 0};", "number < 0",
     "(number) <= (0)", kZeroSignInNumber, 1},
    {"number/unpacked.cpp", "integer",
     "return {Kind::kNumber, number < 0, number < 0 ? 0 - pattern : pattern, 0};", "0", "0 + 1",
     "0 is its own negative.", 2},
    {"number/unpacked.cpp", "integer",
     "return {Kind::kNumber, number < 0, number < 0 ? 0 - pattern : pattern, 0};", "0", "0 + 1",
     kZeroSignInNumber, 1},
    {"number/unpacked.cpp", "is_below_zero",
     "(value.kind == Kind::kInfinity || (value.kind == Kind::kNumber && value.significand != 0));",
     "value.kind == Kind::kNumber && value.significand != 0",
     "(value.kind == Kind::kNumber) || (value.significand != 0)",
     "Only -0 is added, whose multiple is a zero: its sign is open."},
    {"number/unpacked.cpp", "is_subnormal", "(pattern & format.fraction_mask()) != 0;",
     "pattern & format.fraction_mask()", "(pattern) | (format.fraction_mask())",
     "A zero that is flushed, too, stays a zero; a copy leaves its sign open."},
}};

}  // namespace

std::span<const EquivalenceArgument> arguments_about_numbers() {
  return kNumberArguments;
}

}  // namespace vconform::suites
