// The way from an exact prototype to the core.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "adapters/vconform_intrinsics.h"
#include "spec/case/instruction.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::intrinsics {

// The page's name of an operand's type; s4 is void.
template <typename T>
constexpr const char* type_name() {
  if constexpr (std::is_void_v<T>) {
    return "s4";
  } else if constexpr (std::is_same_v<T, half>) {
    return "f16";
  } else if constexpr (std::is_same_v<T, bfloat16_t>) {
    return "bf16";
  } else if constexpr (std::is_same_v<T, float>) {
    return "f32";
  } else if constexpr (std::is_same_v<T, std::uint8_t>) {
    return "u8";
  } else {
    return sizeof(T) == 1 ? "s8" : sizeof(T) == 2 ? "s16" : sizeof(T) == 4 ? "s32" : "s64";
  }
}

inline std::uint64_t address_of(const volatile void* operand) {
  return reinterpret_cast<std::uint64_t>(operand);
}

// The instruction with this name, which exists.
spec::Cell cell_of_prototype(const std::string& instruction);

// Executes the instruction, and reports the result of the call of `function`.
void issue(const char* function, const spec::Step& instruction);

}  // namespace vconform::adapters::intrinsics
