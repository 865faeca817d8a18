#include "oracle/operation/call_writes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <variant>

#include "oracle/cast_deq/cast_deq.h"
#include "oracle/copy_matrix/walk.h"
#include "oracle/data_copy/walk.h"
#include "oracle/reading/readings.h"
#include "oracle/vector/vector_walk.h"

namespace vconform::oracle {

namespace {

// Calls that write no operand: of copy_cbuf_to_fbuf the Fixpipe buffer.
constexpr std::array<std::string_view, 27> kRegisterCalls = {
    "set_ctrl",          "get_ctrl",         "set_vector_mask", "set_mask_count",  "set_mask_norm",
    "set_deqscale",      "SetDeqScale",      "set_quant_pre",   "set_fpc",         "set_nd_para",
    "set_lrelu_alpha",   "pipe_barrier",     "set_flag",        "wait_flag",       "get_imm",
    "get_block_idx",     "get_block_num",    "get_subblockid",  "get_subblockdim", "get_coreid",
    "get_rsvd_cnt",      "get_arch_ver",     "get_pc",          "get_sys_cnt",     "DataCopyParams",
    "UnaryRepeatParams", "copy_cbuf_to_fbuf"};

bool writes_nothing(const spec::IssuedCall& call) {
  return !call.was_executed ||
         std::ranges::find(kRegisterCalls, call.function) != kRegisterCalls.end();
}

// The memory, the elements that may still be walked, and what is called with the bytes that are
// written there.
struct Watched {
  spec::MemoryId memory;
  std::uint64_t& left;
  const EachWrite& each;

  // Whether so many elements may be walked.
  bool takes(std::uint64_t elements) const {
    if (elements > left) {
      return false;
    }
    left -= elements;
    return true;
  }

  void wrote(spec::MemoryId where, Nibble first, std::uint64_t bits) const {
    if (where == memory) {
      constexpr std::uint64_t kBitsPerNibble = 4;
      const Nibble end = first + bits / kBitsPerNibble;
      each(first / kNibblesPerByte, (end + kNibblesPerByte - 1) / kNibblesPerByte);
    }
  }
};

bool walk_writes(const spec::Vconv& step, const spec::Registers& registers, Readings& readings,
                 const Watched& watched) {
  const VectorWalk walk = walk_of(step, registers, readings);
  if (!watched.takes(walk.repeats * walk.elements)) {
    return false;
  }
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t lane = 0; lane < walk.elements; ++lane) {
      if (walk.active(repeat, lane)) {
        watched.wrote(spec::MemoryId::kUb, walk.destination.element(repeat, lane),
                      walk.destination.element_bits);
      }
    }
  }
  return true;
}

bool walk_writes(const spec::CastDeq& call, const spec::Registers& registers, Readings& readings,
                 const Watched& watched) {
  bool is_walked = true;
  for_each_instruction(call, registers, readings.decided(),
                       [&](const spec::Vconv& instruction, const spec::Registers& met) {
                         is_walked = walk_writes(instruction, met, readings, watched) && is_walked;
                       });
  return is_walked;
}

bool walk_writes(const spec::CopyMatrix& step, const spec::Registers& registers, Readings& readings,
                 const Watched& watched) {
  if (does_nothing(step, registers, readings)) {
    return true;
  }
  if (out_of_range(step, registers) || is_contested_split(step) || is_between_nd_limits(step)) {
    return false;
  }
  const FractalWalk walk = walk_of(step, registers, readings);
  if (!watched.takes(walk.blocks * walk.rows * walk.written_columns())) {
    return false;
  }
  for (std::uint64_t i = 0; i < walk.blocks; ++i) {
    for (std::uint64_t m = 0; m < walk.rows; ++m) {
      for (std::uint64_t n = 0; n < walk.written_columns(); ++n) {
        watched.wrote(walk.written_memory(), walk.destination_of(i, m, n), walk.element_bits);
      }
    }
  }
  return true;
}

bool walk_writes(const spec::DataCopy& step, const spec::Registers& /*registers*/,
                 Readings& readings, const Watched& watched) {
  if (out_of_range(step)) {
    return false;
  }
  const BlockWalk walk = walk_of(step, readings);
  if (!watched.takes(walk.blocks * walk.elements)) {
    return false;
  }
  const std::uint64_t bits = walk.destination.element_bytes * spec::kBitsPerByte;
  for (std::uint64_t j = 0; j < walk.blocks; ++j) {
    for (std::uint64_t i = 0; i < walk.elements; ++i) {
      watched.wrote(walk.written_memory(), walk.destination_of(j, i) * kNibblesPerByte, bits);
    }
  }
  return true;
}

// A register write, which is no instruction of a call, and an operation, which issues none.
template <typename Other>
bool walk_writes(const Other& /*step*/, const spec::Registers& /*registers*/,
                 Readings& /*readings*/, const Watched& /*watched*/) {
  return false;
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

bool walk_writes(const Move& move, const Watched& watched) {
  if (!watched.takes(move.bursts * std::max<std::uint64_t>(move.length, 1))) {
    return false;
  }
  for (std::uint64_t burst = 0; burst < move.bursts; ++burst) {
    const std::uint64_t first = move.dst + burst * (move.length + move.gap) * spec::kBlockBytes;
    watched.wrote(move.memory, first * kNibblesPerByte,
                  move.length * spec::kBlockBytes * spec::kBitsPerByte);
  }
  return true;
}

}  // namespace

bool for_each_write(const spec::IssuedCall& call, spec::MemoryId memory,
                    const spec::Choices& choices, std::uint64_t& left, const EachWrite& each) {
  const Watched watched{memory, left, each};
  if (writes_nothing(call)) {
    return true;
  }
  if (call.instruction) {
    Readings readings(choices);
    return std::visit(
        [&](const auto& step) { return walk_writes(step, call.registers, readings, watched); },
        *call.instruction);
  }
  const std::optional<Move> move = move_of(call);
  return move && walk_writes(*move, watched);
}

}  // namespace vconform::oracle
