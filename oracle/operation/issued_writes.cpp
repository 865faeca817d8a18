#include "oracle/operation/issued_writes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "spec/rows/conversions.h"

namespace vconform::oracle {

namespace {

constexpr std::uint64_t kMostBytes = spec::memory_of(spec::MemoryId::kUb).m200_size;

// Calls that write no operand: of copy_cbuf_to_fbuf the Fixpipe buffer.
constexpr std::array<std::string_view, 27> kRegisterCalls = {
    "set_ctrl",          "get_ctrl",         "set_vector_mask", "set_mask_count",  "set_mask_norm",
    "set_deqscale",      "SetDeqScale",      "set_quant_pre",   "set_fpc",         "set_nd_para",
    "set_lrelu_alpha",   "pipe_barrier",     "set_flag",        "wait_flag",       "get_imm",
    "get_block_idx",     "get_block_num",    "get_subblockid",  "get_subblockdim", "get_coreid",
    "get_rsvd_cnt",      "get_arch_ver",     "get_pc",          "get_sys_cnt",     "DataCopyParams",
    "UnaryRepeatParams", "copy_cbuf_to_fbuf"};

// The cell of a call. Dequantisations to s8 and to u8 have one name, and write the same places.
std::optional<spec::Cell> cell_of_call(const spec::IssuedCall& call) {
  const auto cell = spec::cell_named(call.function);
  return cell ? cell : spec::cell_named(call.function + "_s8");
}

// A conversion of the vector unit as a step; its operands are offsets in UB.
std::optional<spec::Vconv> conversion_of(const spec::IssuedCall& call) {
  constexpr std::size_t kArguments = 7;
  const auto cell = cell_of_call(call);
  if (!cell || !spec::is_vconv_step(cell->conversion()) || call.arguments.size() != kArguments ||
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

VectorWalk walk_of(const spec::IssuedCall& call, const spec::Vconv& step,
                   const spec::Choices& choices) {
  spec::Registers registers;
  registers.mask = call.mask;
  registers.ctrl = call.ctrl;
  registers.deq_scale = call.deq_scale;
  Readings readings(choices);
  VectorWalk walk = walk_of(step, registers, readings);
  // An untrusted count may ask for 2^32 repeats.
  walk.repeats = std::min<std::uint64_t>(walk.repeats, 4096);
  return walk;
}

// Calls each(first, end) with the bytes of every active element, or of every burst.
template <typename Each>
void for_each_write(const VectorWalk& walk, const Each& each) {
  const std::uint64_t bytes = std::max<std::uint64_t>(walk.destination.element_bits / 8, 1);
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t lane = 0; lane < walk.elements; ++lane) {
      if (walk.active(repeat, lane)) {
        const std::uint64_t first = walk.destination.element(repeat, lane) / kNibblesPerByte;
        each(first, first + bytes);
      }
    }
  }
}

// copy_ubuf_to_ubuf and its kin: dst, src, sid, nBurst, lenBurst, srcStride, dstStride.
struct Move {
  spec::MemoryId memory;
  std::uint64_t dst;
  std::uint64_t bursts;
  std::uint64_t length;
  std::uint64_t gap;
};

std::optional<Move> move_of(const spec::IssuedCall& call) {
  constexpr std::size_t kArguments = 7;
  constexpr std::int64_t kMost = std::int64_t{1} << 24;
  const bool is_to_ub = call.function == "copy_ubuf_to_ubuf" || call.function == "copy_gm_to_ubuf";
  if ((!is_to_ub && call.function != "copy_ubuf_to_gm") || call.arguments.size() != kArguments ||
      std::ranges::any_of(call.arguments, [](std::int64_t value) { return value < 0; }) ||
      call.arguments[0] > kMost || call.arguments[3] > kMost || call.arguments[4] > kMost ||
      call.arguments[6] > kMost) {
    return std::nullopt;
  }
  const auto number = [&](std::size_t i) { return static_cast<std::uint64_t>(call.arguments[i]); };
  return Move{is_to_ub ? spec::MemoryId::kUb : spec::MemoryId::kGm, number(0),
              std::min<std::uint64_t>(number(3), 4095), number(4), number(6)};
}

template <typename Each>
void for_each_write(const Move& move, const Each& each) {
  for (std::uint64_t burst = 0; burst < move.bursts; ++burst) {
    const std::uint64_t first = move.dst + burst * (move.length + move.gap) * spec::kBlockBytes;
    each(first, first + move.length * spec::kBlockBytes);
  }
}

// The memory that a call of the other families writes; its places are not walked here.
std::optional<spec::MemoryId> unwalked_memory(const spec::IssuedCall& call) {
  struct Written {
    std::string_view function;
    spec::MemoryId memory;
  };
  constexpr std::array<Written, 6> kWritten = {{
      {"CastDeq", spec::MemoryId::kUb},
      {"DataCopy", spec::MemoryId::kUb},
      {"copy_matrix_cc_to_cbuf", spec::MemoryId::kL1},
      {"copy_matrix_cc_to_cbuf_b4", spec::MemoryId::kL1},
      {"copy_matrix_cc_to_gm", spec::MemoryId::kGm},
      {"copy_matrix_cc_to_gm_b4", spec::MemoryId::kGm},
  }};
  const auto* const found = std::ranges::find(kWritten, call.function, &Written::function);
  return found == kWritten.end() ? std::nullopt : std::optional(found->memory);
}

// Whether such a call may write the byte: it begins there or before.
bool may_write(const spec::IssuedCall& call, spec::MemoryId memory, std::uint64_t byte) {
  return call.was_executed && unwalked_memory(call) == memory && !call.arguments.empty() &&
         call.arguments.front() >= 0 && static_cast<std::uint64_t>(call.arguments.front()) <= byte;
}

bool writes_nothing(const spec::IssuedCall& call) {
  return !call.was_executed ||
         std::ranges::find(kRegisterCalls, call.function) != kRegisterCalls.end();
}

// The same for any call that writes this memory. Returns false for one that is not walked here.
template <typename Each>
bool for_each_write(const spec::IssuedCall& call, spec::MemoryId memory,
                    const spec::Choices& choices, const Each& each) {
  if (writes_nothing(call)) {
    return true;
  }
  if (const std::optional<spec::Vconv> step = conversion_of(call)) {
    if (memory == spec::MemoryId::kUb) {
      for_each_write(walk_of(call, *step, choices), each);
    }
    return true;
  }
  if (const std::optional<Move> move = move_of(call)) {
    if (memory == move->memory) {
      for_each_write(*move, each);
    }
    return true;
  }
  return false;
}

}  // namespace

Writer writer_of(const spec::IssuedReport& report, spec::MemoryId memory, Nibble place,
                 const spec::Choices& choices) {
  Writer writer;
  writer.is_certain = report.count == report.calls.size();
  const std::uint64_t byte = place / kNibblesPerByte;
  for (const spec::IssuedCall& call : report.calls) {
    const bool is_walked =
        for_each_write(call, memory, choices, [&](std::uint64_t first, std::uint64_t end) {
          writer.call = byte >= first && byte < end ? &call : writer.call;
        });
    writer.call = !is_walked && may_write(call, memory, byte) ? &call : writer.call;
    writer.is_certain = writer.is_certain && is_walked;
  }
  return writer;
}

const spec::IssuedCall* computed_in_scratch(const spec::IssuedReport& report,
                                            const spec::Operation& operation) {
  const auto found = std::ranges::find_if(report.calls, [&](const spec::IssuedCall& call) {
    const auto cell = cell_of_call(call);
    if (!call.was_executed || !cell || call.arguments.empty() ||
        cell->conversion().destination != operation.cell.conversion().destination) {
      return false;
    }
    const std::uint64_t first = operation.scratch.offset;
    const auto dst = static_cast<std::uint64_t>(call.arguments.front());
    return dst >= first && dst - first < operation.scratch_bytes;
  });
  return found == report.calls.end() ? nullptr : &*found;
}

WrittenBytes written_by_calls(const spec::IssuedReport& report, spec::MemoryId memory,
                              std::uint64_t bytes, const spec::Choices& choices) {
  WrittenBytes written{std::vector<std::uint8_t>(bytes), report.count == report.calls.size()};
  for (const spec::IssuedCall& call : report.calls) {
    const bool is_walked =
        for_each_write(call, memory, choices, [&](std::uint64_t first, std::uint64_t end) {
          for (std::uint64_t at = first; at < std::min(end, bytes); ++at) {
            written.is_written[at] = 1;
          }
        });
    written.is_certain = written.is_certain && is_walked;
  }
  return written;
}

}  // namespace vconform::oracle
