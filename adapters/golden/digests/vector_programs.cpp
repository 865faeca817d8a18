#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "adapters/golden/digests/programs.h"
#include "adapters/golden/digests/sample.h"
#include "spec/case/memory_image.h"
#include "spec/case/registers.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::golden::digests {

namespace {

using spec::MemoryId;

// Only the sixteen factors of a VDEQ lie below byte kOperands of UB.
constexpr std::uint64_t kFactors = 2 * spec::kVectorAddressUnit;
constexpr std::uint64_t kOperands = 256;
static_assert(kFactors + spec::kVectorBytes <= kOperands);

constexpr std::uint64_t kRepeats = 64;
constexpr std::uint64_t kAddressedBytes = 16 * 1024;

struct Addressing {
  std::uint32_t repeat = kRepeats;
  std::uint64_t dst = 0;
  std::uint64_t src = 0;
  std::uint16_t dst_block_stride = 1;
  std::uint16_t src_block_stride = 1;
  std::uint16_t dst_repeat_stride = 0;
  std::uint16_t src_repeat_stride = 0;
  spec::Mask mask;
  // The active elements of each repeat if they are contiguous from the first one, and of all
  // repeats.
  std::uint64_t active = 0;
  std::uint64_t count = 0;
  std::uint64_t ctrl = 0;
};

// The distance from block to block of dst and src; 1 without gaps.
struct Spacing {
  std::uint16_t dst;
  std::uint16_t src;
};
constexpr std::array<Spacing, 4> kSpacings = {{{1, 1}, {1, 2}, {2, 1}, {3, 2}}};

bool counts(const spec::Conversion& row, std::uint64_t turn) {
  return row.family == spec::Family::kCastDeq && turn % 3 == VCONFORM_CAST_DEQ_COUNT;
}

bool takes_vector(const spec::Conversion& row, std::uint64_t turn) {
  const bool may = row.family == spec::Family::kCastDeq && row.source == spec::NumberType::kS16;
  return spec::is_vdeq(row.deq) || (may && turn % 2 == 0);
}

// An addressing with every lane active and without overlap.
Addressing whole(const spec::Conversion& row, std::uint64_t turn) {
  const Spacing& spacing = kSpacings[counts(row, turn) ? 0 : turn % kSpacings.size()];
  const auto blocks = [](int number) { return static_cast<std::uint64_t>(number); };
  Addressing at;
  at.dst_block_stride = spacing.dst;
  at.src_block_stride = spacing.src;
  at.dst_repeat_stride = static_cast<std::uint16_t>(blocks(row.destination_blocks) * spacing.dst);
  at.src_repeat_stride = static_cast<std::uint16_t>(blocks(row.source_blocks) * spacing.src);
  at.src = kOperands;
  at.dst = at.src + kRepeats * at.src_repeat_stride * spec::kBlockBytes;
  at.active = static_cast<std::uint64_t>(row.elements);
  at.mask = spec::contiguous_mask(at.active);
  at.count = at.active * kRepeats;
  return at;
}

// The two bits of a pair are equal: elements of 4 bits come in pairs.
spec::Mask drawn_mask(Draws& draws, std::uint64_t lanes) {
  constexpr std::uint64_t kEven = 0x5555555555555555;
  const std::uint64_t low = draws.next() & kEven;
  const std::uint64_t high = lanes > 64 ? draws.next() & kEven : 0;
  return {high | high << 1, low | low << 1 | 3};
}

// Any addressing that stays in kAddressedBytes, overlaps included.
Addressing drawn(const spec::Conversion& row, Draws& draws) {
  const auto lanes = static_cast<std::uint64_t>(row.elements);
  const auto stride = [&](std::uint64_t bound) {
    return static_cast<std::uint16_t>(draws.below(bound));
  };
  Addressing at;
  at.repeat = static_cast<std::uint32_t>(draws.below(9));
  at.dst = kOperands + spec::kBlockBytes * draws.below(192);
  at.src = draws.below(4) == 0 ? at.dst : kOperands + spec::kBlockBytes * draws.below(192);
  at.dst_block_stride = stride(4);
  at.src_block_stride = stride(4);
  at.dst_repeat_stride = stride(20);
  at.src_repeat_stride = stride(20);
  at.mask = drawn_mask(draws, lanes);
  at.active = 2 + 2 * draws.below(lanes / 2);
  at.count = 2 * draws.below(4 * lanes);
  at.ctrl = draws.next() &
            (spec::with_ctrl_bit(spec::kCtrlKeepInfNan) | spec::with_ctrl_bit(spec::kCtrlTruncate));
  if (row.family != spec::Family::kCastDeq && draws.below(4) == 0) {
    at.ctrl |= spec::with_ctrl_bit(spec::kCtrlCounterMode);
    at.mask = {0, at.count};
  }
  return at;
}

template <typename Call>
void set_operands(Call& call, const spec::Conversion& row, const Addressing& at) {
  call.destination_type = static_cast<std::uint32_t>(row.destination);
  call.dst = address_in(MemoryId::kUb, at.dst);
  call.src = address_in(MemoryId::kUb, at.src);
}

// `call` is a vconform_vconv or a vconform_deq.
template <typename Call>
void set_walk(Call& call, const Addressing& at) {
  call.repeat = at.repeat;
  call.dstBlockStride = at.dst_block_stride;
  call.srcBlockStride = at.src_block_stride;
  call.dstRepeatStride = at.dst_repeat_stride;
  call.srcRepeatStride = at.src_repeat_stride;
}

vconform_cast_deq cast_deq(const spec::Conversion& row, const Addressing& at, std::uint64_t turn) {
  vconform_cast_deq call{};
  call.form = static_cast<std::uint32_t>(turn % 3);
  call.source_type = static_cast<std::uint32_t>(row.source);
  set_operands(call, row, at);
  call.count = static_cast<std::uint32_t>(at.count);
  call.mask[0] = call.form == VCONFORM_CAST_DEQ_CONTIGUOUS ? at.active : at.mask.mask0;
  call.mask[1] = call.form == VCONFORM_CAST_DEQ_CONTIGUOUS ? 0 : at.mask.mask1;
  call.repeat_time = at.repeat;
  call.dstBlkStride = at.dst_block_stride;
  call.srcBlkStride = at.src_block_stride;
  call.dstRepStride = at.dst_repeat_stride;
  call.srcRepStride = at.src_repeat_stride;
  call.is_set_mask = turn % 5 != 0;
  call.is_vec_deq = takes_vector(row, turn);
  call.half_block = turn / 4 % 2 == 0;
  return call;
}

vconform_step instruction(const spec::Cell& cell, const Addressing& at, std::uint64_t turn) {
  const spec::Conversion& row = cell.conversion();
  if (row.family == spec::Family::kCastDeq) {
    vconform_step step = step_of_kind(VCONFORM_STEP_CAST_DEQ);
    step.as.cast_deq = cast_deq(row, at, turn);
    return step;
  }
  if (row.family == spec::Family::kDeq) {
    vconform_step step = step_of_kind(VCONFORM_STEP_DEQ);
    step.as.deq.form = static_cast<std::uint32_t>(row.deq);
    set_operands(step.as.deq, row, at);
    set_walk(step.as.deq, at);
    return step;
  }
  vconform_step step = step_of_kind(VCONFORM_STEP_VCONV);
  step.as.vconv.source_type = static_cast<std::uint32_t>(row.source);
  step.as.vconv.rounding = static_cast<std::uint32_t>(cell.rounding);
  set_operands(step.as.vconv, row, at);
  set_walk(step.as.vconv, at);
  return step;
}

std::uint64_t drawn_factor(Draws& draws) {
  const std::uint32_t scale = drawn_scale(draws);
  const std::uint64_t word = draws.next();
  return spec::deq_factor(scale, static_cast<int>(word % 512), word >> 63 != 0);
}

// A step that writes DEQSCALE, and the vector if it holds the address of one.
vconform_step deq_scale(const spec::Conversion& row, std::uint64_t turn,
                        std::span<std::uint8_t> ub) {
  Draws draws(turn);
  if (takes_vector(row, turn)) {
    const spec::NumberFormat& word = spec::format_of(spec::NumberType::kU64);
    for (std::uint64_t i = 0; i < spec::kVectorFactors; ++i) {
      spec::store_element(ub, kFactors, word, i, drawn_factor(draws));
    }
    return set_register(VCONFORM_REGISTER_DEQSCALE, kFactors / spec::kVectorAddressUnit, 1);
  }
  const bool is_half = row.destination == spec::NumberType::kF16;
  return set_register(VCONFORM_REGISTER_DEQSCALE,
                      is_half ? draws.next() & 0xffff : drawn_factor(draws));
}

void run_program(Executor& executor, const spec::Cell& cell, const Addressing& at,
                 std::uint64_t turn, std::span<std::uint8_t> ub, std::uint64_t elements) {
  const std::array steps = {
      set_register(VCONFORM_REGISTER_MASK, at.mask.mask0, at.mask.mask1),
      set_register(VCONFORM_REGISTER_CTRL, at.ctrl),
      deq_scale(cell.conversion(), turn, ub),
      instruction(cell, at, turn),
  };
  executor.run(steps, elements);
}

void place_sources(std::span<std::uint8_t> ub, const spec::NumberFormat& format,
                   const Addressing& at, const Sample& sample, std::uint64_t first) {
  const std::uint64_t lanes_of_block =
      spec::kBlockBytes * spec::kBitsPerByte / static_cast<std::uint64_t>(format.bits);
  std::uint64_t number = first;
  for (std::uint64_t repeat = 0; repeat < kRepeats; ++repeat) {
    for (std::uint64_t block = 0; block < at.active / lanes_of_block; ++block) {
      const std::uint64_t blocks = repeat * at.src_repeat_stride + block * at.src_block_stride;
      for (std::uint64_t lane = 0; lane < lanes_of_block; ++lane) {
        spec::store_element(ub, at.src + spec::kBlockBytes * blocks, format, lane,
                            sample.pattern(number++));
      }
    }
  }
}

void run_values(Executor& executor, const spec::Cell& cell, std::uint64_t ctrl,
                std::uint64_t wide) {
  const spec::Conversion& row = cell.conversion();
  const Sample& sample = sample_of(row.source, wide);
  // 16-bit sources of dequantisations have a factor each: 2^16 elements would be too few.
  const std::uint64_t least = row.family == spec::Family::kVconv ? 0 : wide;
  const std::uint64_t count = std::max(sample.count(), least);
  std::uint64_t turn = 0;
  for (std::uint64_t first = 0; first < count; ++turn) {
    Addressing at = whole(row, turn);
    at.ctrl = ctrl;
    const std::uint64_t size = at.dst + kRepeats * at.dst_repeat_stride * spec::kBlockBytes;
    const std::span<std::uint8_t> ub = executor.memory(MemoryId::kUb, size);
    place_sources(ub, row.from(), at, sample, first);
    run_program(executor, cell, at, turn, ub, at.count);
    first += at.count;
  }
}

void run_addressings(Executor& executor, const spec::Cell& cell, std::uint64_t count) {
  for (std::uint64_t turn = 0; turn < count; ++turn) {
    Draws draws(turn);
    const Addressing at = drawn(cell.conversion(), draws);
    const std::span<std::uint8_t> ub = executor.memory(MemoryId::kUb, kAddressedBytes);
    std::ranges::generate(ub, [&] { return static_cast<std::uint8_t>(draws.next()); });
    run_program(executor, cell, at, turn, ub, at.repeat * at.active);
  }
}

// The values of CTRL that affect a result: bit 48 for a half, bit 59 for an integer.
std::vector<std::uint64_t> ctrls_of(const spec::Conversion& row) {
  const bool is_half = row.to().kind == spec::NumberKind::kFloatingPoint && row.to().bits == 16;
  if (is_half) {
    return {0, spec::with_ctrl_bit(spec::kCtrlKeepInfNan)};
  }
  const bool is_integer = row.to().kind != spec::NumberKind::kFloatingPoint;
  return is_integer ? std::vector<std::uint64_t>{0, spec::with_ctrl_bit(spec::kCtrlTruncate)}
                    : std::vector<std::uint64_t>{0};
}

}  // namespace

void run_vector_programs(Executor& executor, const spec::Cell& cell, const Extent& extent) {
  for (const std::uint64_t ctrl : ctrls_of(cell.conversion())) {
    run_values(executor, cell, ctrl, extent.wide);
  }
  run_addressings(executor, cell, extent.addressings);
}

}  // namespace vconform::adapters::golden::digests
