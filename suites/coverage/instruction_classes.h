// The classes of the instructions of a case: of their arguments, and of the registers that they
// read.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/case/case.h"
#include "suites/coverage/model.h"

namespace vconform::suites {

// A wider stride of a vector instruction is in no class: its width is open (walk.stride-width).
inline constexpr std::uint64_t kWidestStride = 255;

struct InstructionSample {
  spec::Cell cell;
  // In the dimensions of GroupId::kAddressing and kState. An argument that cannot make a difference
  // is in no class: a stride from one repeat to the next where there is one repeat.
  Sample sample;
};

// Those of every instruction of a case of which no argument is outside its documented range.
std::vector<InstructionSample> instruction_samples(const spec::Case& test_case);

}  // namespace vconform::suites
