#include "adapters/intrinsics/records/tracing.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "spec/text/number_text.h"

namespace vconform::adapters::intrinsics {

namespace {

TraceRegisters traced(const spec::Registers& registers) {
  return {registers.mask.mask0,
          registers.mask.mask1,
          registers.ctrl,
          registers.deq_scale,
          registers.deq_scale_is_tensor ? std::uint64_t{1} : 0,
          registers.fixpipe};
}

// The descriptor is inherited by no program that this one starts.
int socket_named_by(const char* variable) {
  const char* text = std::getenv(variable);
  const auto number = text == nullptr ? std::nullopt : spec::decimal_number<int>(text);
  int type = 0;
  socklen_t size = sizeof type;
  if (!number || getsockopt(*number, SOL_SOCKET, SO_TYPE, &type, &size) != 0 ||
      type != SOCK_SEQPACKET) {
    return -1;
  }
  fcntl(*number, F_SETFD, FD_CLOEXEC);
  return *number;
}

}  // namespace

TraceHead Tracing::head(TraceKind kind) const {
  return {kTraceVersion, kind, process_, 0};
}

void Tracing::hello(const vconform_memories& memories, const spec::Registers& registers) {
  process_ = static_cast<std::uint32_t>(getpid());
  TraceHello hello{head(TraceKind::kHello), traced(registers), {}};
  for (std::size_t i = 0; i < hello.memories.size(); ++i) {
    const vconform_memory& memory = memories.memory[i];
    hello.memories[i] = {reinterpret_cast<std::uint64_t>(memory.data), memory.size};
  }
  send(&hello, sizeof hello);
}

void Tracing::executes(const vconform_step& step, const spec::Registers& registers) {
  has_step_ = true;
  step_ = step;
  met_ = traced(registers);
  tell(TraceKind::kExecutes);
}

void Tracing::append_text(const char* text) {
  const std::size_t size = text == nullptr ? 0 : std::min(std::strlen(text), kMostTraceText);
  packet_.insert(packet_.end(), text, text + size);
  packet_.push_back(0);
}

void Tracing::called(const vconform_call& call, std::uint32_t status, const std::string& message,
                     const spec::Registers& registers) {
  const auto count =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(call.argument_count, kMostTraceArguments));
  const TraceCall told{head(TraceKind::kCall),
                       status,
                       call.line,
                       count,
                       has_step_ ? 1U : 0U,
                       has_step_ ? met_ : traced(registers),
                       has_step_ ? step_ : vconform_step{}};
  has_step_ = false;
  const auto* fixed = reinterpret_cast<const std::uint8_t*>(&told);
  packet_.assign(fixed, fixed + sizeof told);
  for (std::uint32_t i = 0; i < count; ++i) {
    const vconform_argument& argument = call.arguments[i];
    const TraceArgument numbers{argument.value, argument.least, argument.most};
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&numbers);
    packet_.insert(packet_.end(), bytes, bytes + sizeof numbers);
  }
  append_text(call.function);
  append_text(call.types);
  append_text(call.file);
  append_text(message.c_str());
  for (std::uint32_t i = 0; i < count; ++i) {
    append_text(call.arguments[i].name);
  }
  send(packet_.data(), packet_.size());
}

void Tracing::tell(TraceKind kind) {
  if (is_on()) {
    const TraceHead message = head(kind);
    send(&message, sizeof message);
  }
}

void Tracing::send(const void* bytes, std::size_t size) {
  while (::send(socket_, bytes, size, MSG_NOSIGNAL) < 0) {
    if (errno != EINTR) {
      socket_ = -1;
      return;
    }
  }
}

Tracing& tracing() {
  static Tracing& only = *[] {
    Tracing* made = std::make_unique<Tracing>(socket_named_by("VCONFORM_TRACE")).release();
    if (made->is_on()) {
      // Told by the parent: a child may outlive the trace.
      pthread_atfork(nullptr, [] { tracing().tell(TraceKind::kForked); }, [] { tracing().stop(); });
    }
    return made;
  }();
  return only;
}

}  // namespace vconform::adapters::intrinsics
