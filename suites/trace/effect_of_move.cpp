#include <algorithm>
#include <array>
#include <string_view>

#include "spec/number/units.h"
#include "suites/trace/effect.h"

namespace vconform::suites {

namespace {

using spec::MemoryId;

constexpr std::uint64_t kMostMoved = 1 << 17;
constexpr std::uint64_t kFixpipeUnit = 128;

// An argument by its name, as the prototype's type holds it; 0 if there is none.
std::uint64_t argument(const TracedCall& call, std::string_view name) {
  const auto found = std::ranges::find(call.arguments, name, &TracedArgument::name);
  return found == call.arguments.end() ? 0 : static_cast<std::uint64_t>(found->value);
}

struct End {
  MemoryId memory;
  std::string_view operand;
  std::string_view gap;
};

// Moves of bursts, on the pipes of asc-devkit:PipeBarrier, 硬件流水类型; the Fixpipe buffer is
// filled by PIPE_FIX, which reads it (inferred: public code orders it by MTE2_FIX).
struct Move {
  std::string_view name;
  Pipe pipe;
  std::string_view count;
  std::string_view length;
  std::uint64_t unit;
  End dst;
  End src;
};

constexpr std::array<Move, 4> kMoves = {{
    {"copy_ubuf_to_ubuf",
     Pipe::kVector,
     "nBurst",
     "lenBurst",
     spec::kBlockBytes,
     {MemoryId::kUb, "dst", "dstStride"},
     {MemoryId::kUb, "src", "srcStride"}},
    {"copy_gm_to_ubuf",
     Pipe::kMte2,
     "nBurst",
     "lenBurst",
     spec::kBlockBytes,
     {MemoryId::kUb, "dst", "dstStride"},
     {MemoryId::kGm, "src", "srcStride"}},
    {"copy_ubuf_to_gm",
     Pipe::kMte3,
     "nBurst",
     "lenBurst",
     spec::kBlockBytes,
     {MemoryId::kGm, "dst", "dstStride"},
     {MemoryId::kUb, "src", "srcStride"}},
    {"copy_cbuf_to_fbuf",
     Pipe::kFixpipe,
     "burstNum",
     "burstLen",
     kFixpipeUnit,
     {MemoryId::kFixpipe, "dst", "dstGapSize"},
     {MemoryId::kL1, "src", "srcGapSize"}},
}};

void add_bursts(const TracedCall& call, const AddressSpace& space, const Move& move, const End& end,
                bool is_write, Effect& effect) {
  const std::uint64_t count = argument(call, move.count);
  const std::uint64_t length = argument(call, move.length) * move.unit;
  const std::uint64_t step = length + argument(call, end.gap) * move.unit;
  const std::uint64_t at = space.resolved(end.memory, argument(call, end.operand));
  if (count > kMostMoved) {
    effect.is_cut = true;
    return;
  }
  if (step == length) {
    effect.accesses.push_back({at, at + count * length, is_write});
    return;
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    effect.accesses.push_back({at + i * step, at + i * step + length, is_write});
  }
}

// An operand of vector_dup or vand.
struct LaneOperand {
  std::string_view operand;
  std::string_view block_stride;
  std::string_view repeat_stride;
  bool is_written;
};
constexpr std::array<LaneOperand, 1> kFillOperands = {
    {{"dst", "dstBlockStride", "dstRepeatStride", true}}};
constexpr std::array<LaneOperand, 3> kAndOperands = {{
    {"dst", "dstBlockStride", "dstRepeatStride", true},
    {"src0", "src0BlockStride", "src0RepeatStride", false},
    {"src1", "src1BlockStride", "src1RepeatStride", false},
}};

std::uint64_t width_of(std::string_view types) {
  const std::string_view first = types.substr(0, types.find('*'));
  return first == "float" || first == "int32_t" || first == "uint32_t" ? 4 : 2;
}

void add_lanes(const TracedCall& call, const AddressSpace& space, const LaneOperand& operand,
               Effect& effect) {
  const std::uint64_t in_block = spec::kBlockBytes / width_of(call.types);
  const std::uint64_t lanes = in_block * spec::kBlocksPerRepeat;
  const bool counts = spec::ctrl_bit(call.registers.ctrl, spec::kCtrlCounterMode);
  const std::uint64_t count = spec::counter_of(call.registers.mask);
  const std::uint64_t repeats = counts ? (count + lanes - 1) / lanes : argument(call, "repeat");
  if (repeats * spec::kBlocksPerRepeat > kMostMoved) {
    effect.is_cut = true;
    return;
  }
  const std::uint64_t at = space.resolved(MemoryId::kUb, argument(call, operand.operand));
  for (std::uint64_t r = 0; r < repeats; ++r) {
    for (std::uint64_t b = 0; b < spec::kBlocksPerRepeat; ++b) {
      bool is_active = false;
      for (std::uint64_t lane = b * in_block; lane < (b + 1) * in_block; ++lane) {
        is_active =
            is_active || (counts ? r * lanes + lane < count : call.registers.mask.bit(lane));
      }
      const std::uint64_t first =
          at + spec::kBlockBytes * (r * argument(call, operand.repeat_stride) +
                                    b * argument(call, operand.block_stride));
      if (is_active) {
        effect.accesses.push_back({first, first + spec::kBlockBytes, operand.is_written});
      }
    }
  }
}

template <typename Operands>
Effect effect_on_lanes(const TracedCall& call, const AddressSpace& space,
                       const Operands& operands) {
  Effect effect;
  effect.reads.push_back(spec::ctrl_bit(call.registers.ctrl, spec::kCtrlCounterMode)
                             ? ReadRegister::kMaskAsCount
                             : ReadRegister::kMaskAsMask);
  for (const LaneOperand& operand : operands) {
    add_lanes(call, space, operand, effect);
  }
  return effect;
}

}  // namespace

std::optional<Effect> effect_of_move(const TracedCall& call, const AddressSpace& space) {
  if (call.function == "vector_dup") {
    return effect_on_lanes(call, space, kFillOperands);
  }
  if (call.function == "vand") {
    return effect_on_lanes(call, space, kAndOperands);
  }
  const auto* const move = std::ranges::find(kMoves, call.function, &Move::name);
  if (move == kMoves.end() || call.arguments.empty()) {
    return std::nullopt;
  }
  Effect effect;
  effect.pipe = move->pipe;
  add_bursts(call, space, *move, move->src, false, effect);
  add_bursts(call, space, *move, move->dst, true, effect);
  return effect;
}

}  // namespace vconform::suites
