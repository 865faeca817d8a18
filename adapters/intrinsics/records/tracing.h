// The sender of a trace: tells the socket that VCONFORM_TRACE names, a descriptor, of each call.
// A socket that fails is given up, and the program goes on; a child of the program (fork) is not
// traced.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "adapters/intrinsics/header/control.h"
#include "adapters/intrinsics/records/trace_message.h"
#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"

namespace vconform::adapters::intrinsics {

class Tracing {
 public:
  // A descriptor below 0 traces nothing.
  explicit Tracing(int socket) : socket_(socket) {}

  bool is_on() const { return socket_ >= 0; }

  // First of all. GM is the one that has no buffer of the program.
  void hello(const vconform_memories& memories, const spec::Registers& registers);
  // The instruction of the call in progress, its operands as addresses of this process.
  void executes(const vconform_step& step, const spec::Registers& registers);
  // The end of a call; `registers` as they are now.
  void called(const vconform_call& call, std::uint32_t status, const std::string& message,
              const spec::Registers& registers);
  void tell(TraceKind kind);
  void stop() { socket_ = -1; }

 private:
  TraceHead head(TraceKind kind) const;
  void send(const void* bytes, std::size_t size);
  void append_text(const char* text);

  int socket_;
  std::uint32_t process_ = 0;
  bool has_step_ = false;
  vconform_step step_{};
  TraceRegisters met_{};
  std::vector<std::uint8_t> packet_;
};

// Reads VCONFORM_TRACE: a number that is no descriptor of a socket traces nothing, since the
// programs that a traced program starts have the variable and not the socket. Never destroyed.
Tracing& tracing();

}  // namespace vconform::adapters::intrinsics
