#include "suites/trace/message.h"

#include <algorithm>
#include <cstring>

#include "adapters/abi/spec_step.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

using adapters::intrinsics::kMostTraceArguments;
using adapters::intrinsics::kMostTraceText;
using adapters::intrinsics::kTraceVersion;
using adapters::intrinsics::TraceArgument;
using adapters::intrinsics::TraceCall;
using adapters::intrinsics::TraceHead;
using adapters::intrinsics::TraceRegisters;

// Reads a packet from its start; the first thing that is missing makes it bad.
class Packet {
 public:
  explicit Packet(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  template <typename T>
  T take() {
    T value{};
    if (bytes_.size() < sizeof(T)) {
      is_good_ = false;
      return value;
    }
    std::memcpy(&value, bytes_.data(), sizeof(T));
    bytes_ = bytes_.subspan(sizeof(T));
    return value;
  }
  std::string take_text() {
    const auto end = std::ranges::find(bytes_, std::uint8_t{0});
    const auto size = static_cast<std::size_t>(end - bytes_.begin());
    if (end == bytes_.end() || size > kMostTraceText) {
      is_good_ = false;
      return "";
    }
    const std::string text(bytes_.begin(), end);
    bytes_ = bytes_.subspan(size + 1);
    return printable(text);
  }
  // Nothing is left, and nothing was missing.
  bool is_complete() const { return is_good_ && bytes_.empty(); }
  bool is_good() const { return is_good_; }

 private:
  std::span<const std::uint8_t> bytes_;
  bool is_good_ = true;
};

spec::Registers registers_of(const TraceRegisters& told) {
  spec::Registers registers;
  registers.mask = {told.mask1, told.mask0};
  registers.ctrl = told.ctrl;
  registers.deq_scale = told.deq_scale;
  registers.deq_scale_is_tensor = told.deq_scale_is_tensor != 0;
  registers.fixpipe = told.fixpipe;
  return registers;
}

// A memory that does not wrap around, and is no larger than any that the library makes.
bool is_memory(const TraceMemory& memory) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;
  return memory.size <= kMostBytes && memory.address <= ~std::uint64_t{0} - memory.size;
}

std::optional<TracedHello> hello_from(Packet& packet) {
  TracedHello hello;
  hello.registers = registers_of(packet.take<TraceRegisters>());
  hello.memories = packet.take<decltype(hello.memories)>();
  const bool is_sound = packet.is_complete() && std::ranges::all_of(hello.memories, is_memory);
  return is_sound ? std::optional(hello) : std::nullopt;
}

struct Fixed {
  std::uint32_t status;
  std::uint32_t line;
  std::uint32_t argument_count;
  std::uint32_t has_step;
};
static_assert(sizeof(TraceCall) ==
              sizeof(TraceHead) + sizeof(Fixed) + sizeof(TraceRegisters) + sizeof(vconform_step));

std::optional<TracedCall> call_from(Packet& packet) {
  const auto fixed = packet.take<Fixed>();
  TracedCall call;
  call.status = fixed.status;
  call.line = fixed.line;
  call.registers = registers_of(packet.take<TraceRegisters>());
  const auto step = packet.take<vconform_step>();
  if (!packet.is_good() || fixed.argument_count > kMostTraceArguments || fixed.has_step > 1) {
    return std::nullopt;
  }
  call.arguments.resize(fixed.argument_count);
  for (TracedArgument& argument : call.arguments) {
    const auto numbers = packet.take<TraceArgument>();
    argument.value = numbers.value;
    argument.least = numbers.least;
    argument.most = numbers.most;
  }
  for (std::string* text : {&call.function, &call.types, &call.file, &call.message}) {
    *text = packet.take_text();
  }
  for (TracedArgument& argument : call.arguments) {
    argument.name = packet.take_text();
  }
  if (fixed.has_step == 1) {
    call.instruction = adapters::spec_step(step);
  }
  const bool is_damaged = fixed.has_step == 1 && !call.instruction;
  return packet.is_complete() && !is_damaged ? std::optional(std::move(call)) : std::nullopt;
}

}  // namespace

std::optional<TracedMessage> traced_message(std::span<const std::uint8_t> bytes) {
  Packet packet(bytes);
  const auto head = packet.take<TraceHead>();
  TracedMessage message{head.kind, head.process, {}};
  if (!packet.is_good() || head.version != kTraceVersion) {
    return std::nullopt;
  }
  switch (head.kind) {
    case TraceKind::kHello:
      if (auto hello = hello_from(packet)) {
        message.content = *std::move(hello);
        return message;
      }
      return std::nullopt;
    case TraceKind::kCall:
      if (auto call = call_from(packet)) {
        message.content = *std::move(call);
        return message;
      }
      return std::nullopt;
    case TraceKind::kReset:
    case TraceKind::kForked:
    case TraceKind::kEnd:
    case TraceKind::kRefused:
    case TraceKind::kExecutes:
      return packet.is_complete() ? std::optional(std::move(message)) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace vconform::suites
