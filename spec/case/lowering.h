// CastDeq as the register writes and the instruction that it stands for (cast_deq; asc-devkit:
// CastDequant).
#pragma once

#include <cstdint>
#include <vector>

#include "spec/case/instruction.h"
#include "spec/case/registers.h"

namespace vconform::spec {

// The row of the family deq that does the work. `destination` stays that of the call.
Cell lowered_cell(const CastDeq& call);

// The steps of a call that meets these registers: SetCtrl and SetMask where the call sets its mask,
// the instruction, and SetCtrl once more, so that CTRL is as before. The count form runs in counter
// mode over contiguous operands (of an s16 source each destination block is half filled), the
// others in normal mode; with is_set_mask false, mask and CTRL are left as they were set outside.
std::vector<Step> lowered(const CastDeq& call, std::uint64_t ctrl);

}  // namespace vconform::spec
