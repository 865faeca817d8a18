// A program of the C ABI: every step is checked before the first one runs, so that a rejected
// program writes nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "adapters/golden/copy_matrix/copy_matrix.h"
#include "adapters/golden/data_copy/data_copy.h"
#include "adapters/golden/vector/walk.h"

namespace vconform::adapters::golden {

using Instruction = std::variant<VectorWalk, CopyMatrixWalk, DataCopyWalk>;

struct PlannedProgram {
  // VCONFORM_OK, or the reason why the program does not run, with one line about it.
  std::uint32_t status = VCONFORM_OK;
  std::string message;
  std::vector<Instruction> instructions;
};

PlannedProgram plan_program(const Behaviour& behaviour, const vconform_step* steps,
                            std::uint64_t step_count, const vconform_memories& memories);

std::span<std::uint8_t> ub_of(const vconform_memories& memories);

// Plans and runs a program; `message` is set to one line unless the status is VCONFORM_OK.
std::uint32_t execute(const Behaviour& behaviour, const vconform_step* steps,
                      std::uint64_t step_count, const vconform_memories& memories,
                      std::string& message);

}  // namespace vconform::adapters::golden
