// The instruction sets that kernels are compiled for, and those that this machine runs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace vconform::adapters::golden::kernels {

enum class InstructionSet : std::uint8_t { kBaseline, kX86V3, kX86V4 };

inline constexpr std::size_t kInstructionSets = 3;

inline constexpr std::array<std::string_view, kInstructionSets> kInstructionSetNames = {
    "baseline", "x86-64-v3", "x86-64-v4"};

// The sets that this build has and this machine runs, the best one last. The baseline is always
// included.
std::span<const InstructionSet> instruction_sets();

}  // namespace vconform::adapters::golden::kernels
