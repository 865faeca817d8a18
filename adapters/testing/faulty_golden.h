// The library faulty_golden for tests: golden that injects a fault into one of N programs, selected
// by the bytes of the program, so that the same program has the same fault wherever it runs.
//
// In-process most of its faults end the process: it is for workers.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "adapters/vconform_adapter.h"

namespace vconform::adapters::faulty {

// Read by create(): "N" for all kinds, or "N:kind,kind". Without it there are no faults.
inline constexpr const char* kFaultsVariable = "VCONFORM_FAULTS";
// Read by create(): a file to which each fault appends "HASH KIND\n", the hash as 16 hexadecimal
// digits, before it is injected. A program that runs twice appends twice.
inline constexpr const char* kLogVariable = "VCONFORM_FAULT_LOG";

inline constexpr std::array<std::string_view, 12> kKinds = {
    "segfault",    // writes to an inaccessible page
    "abort",       // abort()
    "exit",        // exit(0)
    "loop",        // runs forever
    "sleep",       // sleeps forever
    "before",      // changes the byte before the destination, where there is one
    "after",       // changes the byte after the destination, where there is one
    "far",         // changes a byte of the destination's memory, away from both operands
    "behind-ub",   // writes the byte behind the end of UB
    "before-ub",   // writes the byte before the start of UB
    "source",      // changes the first byte of the source
    "bad-return",  // returns a number that means nothing
};

inline constexpr std::uint32_t kBadReturn = 0xdeadbeef;

// A hash over words of 8 bytes, the last one filled up with zeros.
inline std::uint64_t hashed(std::uint64_t hash, std::span<const std::uint8_t> bytes) {
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, bytes.size() - i < 8 ? bytes.size() - i : 8);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  return hash;
}

template <typename T>
std::span<const std::uint8_t> bytes_of(const T& value) {
  return {reinterpret_cast<const std::uint8_t*>(&value), sizeof value};
}

// The bytes of a step that its kind uses.
inline std::span<const std::uint8_t> used_bytes(const vconform_step& step) {
  switch (step.kind) {
    case VCONFORM_STEP_SET_REGISTER:
      return bytes_of(step.as.set_register);
    case VCONFORM_STEP_DEQ:
      return bytes_of(step.as.deq);
    case VCONFORM_STEP_CAST_DEQ:
      return bytes_of(step.as.cast_deq);
    case VCONFORM_STEP_COPY_MATRIX:
      return bytes_of(step.as.copy_matrix);
    case VCONFORM_STEP_DATA_COPY:
      return bytes_of(step.as.data_copy);
    default:
      return bytes_of(step.as.vconv);
  }
}

// A hash of the steps and of the memory contents before they run. Bytes of a step that its kind
// does not use are left out.
inline std::uint64_t program_hash(const vconform_step* steps, std::uint64_t step_count,
                                  const vconform_memories& memories) {
  std::uint64_t hash = step_count;
  for (std::uint64_t i = 0; i < step_count; ++i) {
    hash = hashed(hash, bytes_of(steps[i].kind));
    hash = hashed(hash, used_bytes(steps[i]));
  }
  for (const vconform_memory& memory : memories.memory) {
    hash = hashed(hash, {memory.data, memory.size});
  }
  return hash;
}

}  // namespace vconform::adapters::faulty
