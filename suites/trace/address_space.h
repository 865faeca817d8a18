// The memories of a traced process: which byte of which memory an address is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "adapters/intrinsics/records/trace_message.h"
#include "spec/rows/memories.h"

namespace vconform::suites {

class AddressSpace {
 public:
  AddressSpace() = default;
  explicit AddressSpace(
      const std::array<adapters::intrinsics::TraceMemory, spec::kMemoryCount>& memories)
      : memories_(memories) {}

  // An operand as the program gives it, an address or an offset below the size of its memory (of GM
  // below 64 KiB), as an address.
  std::uint64_t resolved(spec::MemoryId memory, std::uint64_t operand) const;
  // The offset in a memory; nullopt for an address outside.
  std::optional<std::uint64_t> offset_in(spec::MemoryId memory, std::uint64_t address) const;
  std::uint64_t start_of(spec::MemoryId memory) const { return of(memory).address; }

  // "UB+0x100", or "0x7ffe1230" for an array of the program.
  std::string text_of(std::uint64_t address) const;

 private:
  const adapters::intrinsics::TraceMemory& of(spec::MemoryId memory) const {
    return memories_[static_cast<std::size_t>(memory)];
  }

  std::array<adapters::intrinsics::TraceMemory, spec::kMemoryCount> memories_{};
};

}  // namespace vconform::suites
