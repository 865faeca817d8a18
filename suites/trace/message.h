// The messages of a traced program, decoded. The program may send anything: each packet is checked
// for its size, its version and the range of every number that is used here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "adapters/intrinsics/records/trace_message.h"
#include "spec/case/instruction.h"
#include "spec/case/registers.h"

namespace vconform::suites {

using adapters::intrinsics::TraceKind;
using adapters::intrinsics::TraceMemory;

struct TracedArgument {
  std::string name;
  std::int64_t value = 0;
  std::int64_t least = 0;
  std::int64_t most = 0;
};

struct TracedCall {
  std::uint32_t status = 0;
  std::uint32_t line = 0;
  std::string function;
  std::string types;
  // Empty: unknown.
  std::string file;
  std::string message;
  std::vector<TracedArgument> arguments;
  spec::Registers registers;
  // The instruction that the call was to execute, its operands as addresses of the process; nullopt
  // if it was none of the pages', or was refused before.
  std::optional<spec::Step> instruction;
};

struct TracedHello {
  spec::Registers registers;
  std::array<TraceMemory, spec::kMemoryCount> memories{};
};

struct TracedMessage {
  TraceKind kind = TraceKind::kHello;
  std::uint32_t process = 0;
  // Empty except for kHello and kCall.
  std::variant<std::monostate, TracedHello, TracedCall> content;
};

// nullopt for a packet that is damaged. Texts are made printable.
std::optional<TracedMessage> traced_message(std::span<const std::uint8_t> bytes);

}  // namespace vconform::suites
