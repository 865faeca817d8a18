// The pipes of a core, and which instruction runs on which.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "spec/case/instruction.h"

namespace vconform::suites {

// The numbers are those of pipe_t (adapters/intrinsics/header/enums.h).
enum class Pipe : std::uint8_t {
  kScalar = 0,
  kVector = 1,
  kMatrix = 2,
  kMte1 = 3,
  kMte2 = 4,
  kMte3 = 5,
  kFixpipe = 6,
};
inline constexpr std::size_t kPipes = 7;
// PIPE_ALL of a barrier.
inline constexpr std::int64_t kAllPipes = 7;

inline constexpr std::array<std::string_view, kPipes> kPipeNames = {
    "PIPE_S", "PIPE_V", "PIPE_M", "PIPE_MTE1", "PIPE_MTE2", "PIPE_MTE3", "PIPE_FIX"};
constexpr std::string_view name_of(Pipe pipe) {
  return kPipeNames[static_cast<std::size_t>(pipe)];
}
// nullopt for a number that names no single pipe.
constexpr std::optional<Pipe> pipe_numbered(std::int64_t number) {
  return number >= 0 && number < kAllPipes ? std::optional(static_cast<Pipe>(number))
                                           : std::nullopt;
}

// The pipe of an instruction: PIPE_V (vconv, 流水类型; so the API form), PIPE_FIX (copy_matrix_cc,
// 流水类型), and of a DataCopy the one that moves between its memories (asc-devkit:PipeBarrier,
// 硬件流水类型: GM to UB or L1 is MTE2, UB to GM or L1 MTE3, L1 to UB MTE1, L0C to UB and UB to UB
// V).
Pipe pipe_of(const spec::Step& instruction);

}  // namespace vconform::suites
