// The limits of a case, whatever it does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "spec/case/case.h"

namespace vconform::spec {

inline constexpr std::uint64_t kMaxCaseTextBytes = 4 * 1024 * 1024;
// Over all memories of a case but a sparse GM.
inline constexpr std::uint64_t kMaxCaseBytes = 2 * kMaxMemoryBytes;
inline constexpr std::size_t kMaxSteps = 4096;
inline constexpr std::size_t kMaxPlacements = 65536;
inline constexpr std::size_t kMaxEarlier = 256;
// Over all placements of a case, so that a short text cannot ask for hours of filling.
inline constexpr std::uint64_t kMaxPlacedElements = 64 * 1024 * 1024;
inline constexpr std::size_t kMaxClaimLength = 200;

// One line naming the first thing that is not allowed, or nothing: memories named twice or too
// large, placements outside their memory, operands outside UB or in a memory the case lacks,
// another step beside an operation. A misaligned operand is allowed: it is outside the documented
// range (args.out-of-range). That an instruction's walk stays inside its memory is the oracle's to
// say.
std::optional<std::string> case_problem(const Case& test_case);

}  // namespace vconform::spec
