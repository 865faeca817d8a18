#include "oracle/operation/issued_writes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "spec/rows/conversions.h"

namespace vconform::oracle {

namespace {

constexpr std::uint64_t kMostBytes = spec::memory_of(spec::MemoryId::kUb).m200_size;

// Calls that write no memory.
constexpr std::array<std::string_view, 17> kRegisterCalls = {
    "set_ctrl",        "get_ctrl",     "set_vector_mask", "set_mask_count", "set_mask_norm",
    "set_deqscale",    "SetDeqScale",  "set_quant_pre",   "set_fpc",        "set_nd_para",
    "set_lrelu_alpha", "pipe_barrier", "set_flag",        "wait_flag",      "get_imm",
    "get_block_idx",   "get_block_num"};

// A conversion of the vector unit as a step; its operands are offsets in UB.
std::optional<spec::Vconv> conversion_of(const spec::IssuedCall& call) {
  constexpr std::size_t kArguments = 7;
  const auto cell = spec::cell_named(call.function);
  if (!cell || cell->conversion().family != spec::Family::kVconv ||
      call.arguments.size() != kArguments ||
      std::ranges::any_of(call.arguments, [](std::int64_t value) {
        return value < 0 || value > static_cast<std::int64_t>(kMostBytes);
      })) {
    return std::nullopt;
  }
  const auto narrowed = [&](std::size_t i) {
    return static_cast<std::uint16_t>(call.arguments[i]);
  };
  spec::Vconv step;
  step.cell = *cell;
  step.dst = {spec::MemoryId::kUb, static_cast<std::uint64_t>(call.arguments[0])};
  step.src = {spec::MemoryId::kUb, static_cast<std::uint64_t>(call.arguments[1])};
  step.repeat = static_cast<std::uint8_t>(call.arguments[2]);
  step.dst_block_stride = narrowed(3);
  step.src_block_stride = narrowed(4);
  step.dst_repeat_stride = narrowed(5);
  step.src_repeat_stride = narrowed(6);
  return step;
}

bool writes(const VectorWalk& walk, Nibble place) {
  const std::uint64_t byte = place / kNibblesPerByte;
  const std::uint64_t repeats = std::min<std::uint64_t>(walk.repeats, 4096);
  if (byte < walk.destination.base || byte >= walk.destination.end(repeats)) {
    return false;
  }
  const std::uint64_t nibbles = walk.destination.element_bits / 4;
  for (std::uint64_t repeat = 0; repeat < repeats; ++repeat) {
    for (std::uint64_t lane = 0; lane < walk.elements; ++lane) {
      const Nibble element = walk.destination.element(repeat, lane);
      if (place >= element && place < element + nibbles && walk.active(repeat, lane)) {
        return true;
      }
    }
  }
  return false;
}

bool writes(const spec::IssuedCall& call, const spec::Vconv& step, Nibble place,
            const spec::Choices& choices) {
  spec::Registers registers;
  registers.mask = call.mask;
  registers.ctrl = call.ctrl;
  registers.deq_scale = call.deq_scale;
  Readings readings(choices);
  return writes(walk_of(step, registers, readings), place);
}

}  // namespace

Writer writer_of(const spec::IssuedReport& report, spec::MemoryId memory, Nibble place,
                 const spec::Choices& choices) {
  Writer writer;
  writer.is_certain = report.count == report.calls.size();
  for (const spec::IssuedCall& call : report.calls) {
    if (!call.was_executed ||
        std::ranges::find(kRegisterCalls, call.function) != kRegisterCalls.end()) {
      continue;
    }
    const std::optional<spec::Vconv> step = conversion_of(call);
    if (!step) {
      writer.is_certain = false;
    } else if (memory == spec::MemoryId::kUb && writes(call, *step, place, choices)) {
      writer.call = &call;
    }
  }
  return writer;
}

}  // namespace vconform::oracle
