// Properties of the dequantisations and of their API form. None asks the oracle.
#pragma once

#include "suites/judging/property.h"

namespace vconform::suites {

// l over the even source blocks and h over the odd ones fill whole destination blocks with the
// values that l alone writes to half blocks (asc-devkit:CastDequant). Applies if deq.half=block and
// deq.other-half=unchanged are pinned.
bool has_both_halves(const spec::Cell& cell, const Claims& claims);
// Requires a case whose UB could have kRoomForHalves bytes more.
inline constexpr std::uint64_t kRoomForHalves = spec::kRepeatBytes;
CheckResult halves_compose(const Subject& subject, const spec::Case& test_case);

// The count form with n elements equals the contiguous mask n over one repeat.
bool is_api_form(const spec::Cell& cell, const Claims& claims);
CheckResult count_form_equals_mask_form(const Subject& subject, const spec::Case& test_case);

// The API form equals the register writes and the instruction that it stands for.
bool has_instructions_too(const spec::Cell& cell, const Claims& claims);
CheckResult api_form_equals_instructions(const Subject& subject, const spec::Case& test_case);

}  // namespace vconform::suites
