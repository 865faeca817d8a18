// The conversion instructions of x86-64, one row for each pair of types.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "adapters/third_party/x86_features.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters::third_party {

// Converts one vector of X86Row::lanes elements; no alignment is needed.
using X86Kernel = void (*)(const void* src, void* dst);

struct X86Row {
  std::uint32_t source_type;
  std::uint32_t destination_type;
  // The feature that a CPU must have to call its kernels.
  X86Feature needs;
  std::size_t lanes;
  // Indexed by VCONFORM_ROUND_x; null if there is no such instruction.
  std::array<X86Kernel, 7> kernels;
};

// The widest vector, in bytes.
inline constexpr std::size_t kX86VectorBytes = 64;

// Empty if the program is not compiled for x86-64.
std::span<const X86Row> x86_rows();

}  // namespace vconform::adapters::third_party
