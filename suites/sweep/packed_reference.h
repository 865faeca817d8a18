// Golden's results of contiguous programs, compared piece by piece in the L1 cache: the same as a
// comparison with golden's UB, but without that UB.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "adapters/golden/reference.h"
#include "generators/sweep/memory.h"
#include "generators/sweep/programs.h"

namespace vconform::suites {

class PackedReference {
 public:
  // The behaviour must outlive this.
  explicit PackedReference(const adapters::golden::Behaviour& golden);

  // Whether the memories, after the program, certainly hold golden's results. False also for
  // programs of a form that it does not handle.
  bool agrees(const generators::SweepProgram& program, const generators::SweptMemories& memories);

 private:
  const adapters::golden::Behaviour& golden_;
  std::vector<std::uint8_t> source_;
  std::vector<std::uint8_t> result_;
};

}  // namespace vconform::suites
