// Golden's results of contiguous programs, compared piece by piece while they are in the nearest
// cache: what golden would leave in a UB of its own, without that UB.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "adapters/golden/behaviour.h"
#include "generators/sweep/programs.h"

namespace vconform::suites {

class PackedReference {
 public:
  // The behaviour must live as long.
  explicit PackedReference(const adapters::golden::Behaviour& golden);

  // Whether `ub`, after the program, certainly holds what golden leaves in its operands. False also
  // for programs that it does not know.
  bool agrees(const generators::SweepProgram& program, std::span<const std::uint8_t> ub);

 private:
  const adapters::golden::Behaviour& golden_;
  std::vector<std::uint8_t> source_;
  std::vector<std::uint8_t> result_;
};

}  // namespace vconform::suites
