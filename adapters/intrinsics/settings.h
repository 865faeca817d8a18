// Variables of the environment that change what a program meets. Both throw spec::InputError when
// they are called first and the variable has a bad value.
#pragma once

#include <cstdint>

namespace vconform::adapters::intrinsics {

// VCONFORM_STRICT=1: an argument that is out of range is rejected although it has no effect.
bool is_strict();

// VCONFORM_CTRL: CTRL at the entry of a kernel; 0 without it.
std::uint64_t entry_ctrl();

}  // namespace vconform::adapters::intrinsics
