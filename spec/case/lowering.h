// CastDeq as the register writes and the instruction that it stands for (cast_deq; asc-devkit:
// CastDequant).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spec/case/instruction.h"
#include "spec/case/registers.h"
#include "spec/profiles/choices.h"

namespace vconform::spec {

// The row of the family deq that does the work. `destination` stays that of the call.
Cell lowered_cell(const CastDeq& call);

// The steps of a call that meets this CTRL: SetCtrl and SetMask where the call sets them, the
// instruction, and what cast.count-leaves says of the registers afterwards. The count form runs in
// counter mode over contiguous operands (of an s16 source each destination block is half filled),
// the others as cast.mask-form-ctrl56 says; with is_set_mask false, mask and CTRL are left as they
// were set outside. A rule without a reading has its default.
std::vector<Step> lowered(const CastDeq& call, std::uint64_t ctrl, const Choices& readings = {});

// Whether a step reads MASK or CTRL[56] before both are set anew.
bool reads_mask_and_mode(std::span<const Step> steps);

}  // namespace vconform::spec
