// The memories of the intrinsics around those of a program, and what is written there.
#pragma once

#include <string>

#include "adapters/vconform_adapter.h"

namespace vconform::adapters::lowering {

// A program has some bytes of UB and GM. Nothing else of any memory may be written: behind them,
// and in L1, L0C and the Fixpipe buffer, everything is 0 before an operation and after it.
class QuietMemories {
 public:
  // Copies the program's memories in; the rest becomes 0.
  void load(const vconform_memories& program);
  // Copies them back. Returns the first byte outside them that is not 0, "L1+0x20", or "".
  std::string store(const vconform_memories& program);
};

}  // namespace vconform::adapters::lowering
