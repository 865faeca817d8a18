// The messages by which a program tells `vconform trace` what it does: packets of a socket
// (SOCK_SEQPACKET), each one struct of fixed size with texts behind it. Both ends are of one build
// and one machine. Whoever reads them trusts nothing: see suites/trace/message.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "adapters/vconform_adapter.h"

namespace vconform::adapters::intrinsics {

// Raised with every change here.
inline constexpr std::uint32_t kTraceVersion = 2;

enum class TraceKind : std::uint32_t {
  // First of all: the memories.
  kHello = 1,
  // A call has ended, whether it was executed or not.
  kCall = 2,
  // vconform_intrinsics_reset: another kernel begins.
  kReset = 3,
  // The process has made a child, which is not traced.
  kForked = 4,
  // The process ends as programs do, by returning from main or by exit().
  kEnd = 5,
  // A variable of the environment has a bad value: the process ends before main.
  kRefused = 6,
  // The backend begins to execute the instruction of a call, whose kCall follows unless the process
  // ends in it.
  kExecutes = 7,
};

struct TraceHead {
  std::uint32_t version;
  TraceKind kind;
  // Its process id.
  std::uint32_t process;
  std::uint32_t reserved;
};

struct TraceRegisters {
  std::uint64_t mask0;
  std::uint64_t mask1;
  std::uint64_t ctrl;
  std::uint64_t deq_scale;
  std::uint64_t deq_scale_is_tensor;
  // In the order of spec::kFixpipeRegisters.
  std::array<std::uint64_t, 4> fixpipe;
};

struct TraceMemory {
  std::uint64_t address;
  std::uint64_t size;
};

struct TraceHello {
  TraceHead head;
  TraceRegisters registers;
  std::array<TraceMemory, VCONFORM_MEMORY_COUNT> memories;
};

struct TraceArgument {
  std::int64_t value;
  std::int64_t least;
  std::int64_t most;
};

inline constexpr std::uint32_t kMostTraceArguments = 16;
inline constexpr std::size_t kMostTraceText = 512;
// The size of a whole packet.
inline constexpr std::size_t kMostTraceBytes = 16 * 1024;

// Behind it `argument_count` TraceArguments; then, each with a 0 at its end, the texts function,
// types, file ("" if unknown), message and the names of the arguments.
struct TraceCall {
  TraceHead head;
  std::uint32_t status;
  std::uint32_t line;
  std::uint32_t argument_count;
  // Whether `step` holds the instruction, whose operands are then addresses of the process.
  std::uint32_t has_step;
  // Those that an instruction met; those that another call left.
  TraceRegisters registers;
  vconform_step step;
};

}  // namespace vconform::adapters::intrinsics
