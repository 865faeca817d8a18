// Windows: the parts of a program's memories that matter for its results.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oracle/predict/world.h"
#include "spec/case/case.h"
#include "spec/case/memory_bytes.h"
#include "spec/case/memory_image.h"

namespace vconform::suites {

// Bytes [address, address + bytes) of a memory.
struct Window {
  spec::MemoryId memory = spec::MemoryId::kUb;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

// Everything that any of the worlds reads or may write, with kWatched bytes before and behind it,
// in which writes outside are seen; of the Fixpipe buffer everything. Ascending in each memory,
// apart, multiples of 32 bytes unless a memory ends.
inline constexpr std::uint64_t kWatched = 64;
std::vector<Window> windows_of(const spec::Case& program, const std::vector<oracle::World>& worlds);

}  // namespace vconform::suites
