// The memories of the intrinsics around those of a program, and what is written there.
#pragma once

#include <string>

#include "adapters/vconform_adapter.h"

namespace vconform::adapters::lowering {

// A program has some bytes of UB and GM. Nothing else of any memory may be written: the bytes
// behind them, and L1, L0C and the Fixpipe buffer, are the same after an operation as before it.
class QuietMemories {
 public:
  // Throws std::system_error.
  QuietMemories();
  // Copies the program's memories in. All other bytes, of GM those of the first 4 MiB, are painted:
  // they differ from their neighbours and are not 0.
  void load(const vconform_memories& program);
  // Copies them back. Returns the first byte outside them that is not as it was, "L1+0x20", or "".
  std::string store(const vconform_memories& program);
};

}  // namespace vconform::adapters::lowering
