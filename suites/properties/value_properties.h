// Properties of the converted values, over full contiguous repeats. None asks the oracle.
#pragma once

#include "suites/judging/property.h"

namespace vconform::suites {

// f(x) <= r(x), a(x), z(x), o(x) <= c(x).
bool brackets(const spec::Cell& cell, const Claims& claims);
CheckResult floor_below_all_below_ceil(const Subject& subject, const spec::Case& test_case);

// f(-x) = -c(x), and m(-x) = -m(x) for the other modes, inside the range.
bool mirrors(const spec::Cell& cell, const Claims& claims);
CheckResult negation_mirrors(const Subject& subject, const spec::Case& test_case);

bool is_claimed(const spec::Cell& cell, const Claims& claims);

// x <= y implies m(x) <= m(y).
bool is_vconv(const spec::Cell& cell, const Claims& claims);
CheckResult monotone(const Subject& subject, const spec::Case& test_case);

// The name without a suffix converts like the one with r.
bool is_bare_beside_r(const spec::Cell& cell, const Claims& claims);
CheckResult bare_name_is_r(const Subject& subject, const spec::Case& test_case);

// f32 to f16 by o and then to an integer in any mode equals f32 to that integer in that mode, if
// f16 keeps two bits more than the integer: |x| < 512. Applies to the cells f32 to s16 and s32.
bool has_odd_detour(const spec::Cell& cell, const Claims& claims);
CheckResult odd_then_any_equals_direct(const Subject& subject, const spec::Case& test_case);

}  // namespace vconform::suites
