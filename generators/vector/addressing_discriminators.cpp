#include "generators/vector/addressing_discriminators.h"

#include "generators/vector/masks.h"
#include "generators/vector/payload.h"

namespace vconform::generators {

namespace {

// Makes the case of an instruction under one CTRL; called for every state of CTRL[48] that it has.
using Maker = DiscriminatingCase (*)(const spec::Cell& cell, std::uint64_t ctrl);

void add_each(std::vector<DiscriminatingCase>& cases, Maker make,
              bool (*concerns)(const spec::Conversion&)) {
  for (const spec::Conversion& row : spec::kConversions) {
    if (!concerns(row)) {
      continue;
    }
    for (const spec::Cell& cell : cells_of(row)) {
      for (const std::uint64_t ctrl : both_ctrl48(row)) {
        cases.push_back(make(cell, ctrl));
      }
    }
  }
}

bool any_row(const spec::Conversion&) {
  return true;
}
bool has_s4(const spec::Conversion& row) {
  return lane_shape(row).pairs;
}

// The distance, modulo 2^12, of two repeats or two blocks.
enum class Apart { kContiguous, kBeyondEightBits };

constexpr std::uint64_t kTwelveBits = 1 << 12;
constexpr std::uint64_t kEightBits = 1 << 8;

std::uint16_t wide_stride(std::uint64_t contiguous, Apart apart) {
  return static_cast<std::uint16_t>(kTwelveBits + contiguous +
                                    (apart == Apart::kContiguous ? 0 : kEightBits));
}

// Fills the blocks that the operand may touch, without the thousands of blocks between them.
void fill_touched(const spec::NumberFormat& format, const OperandPlan& operand, const Walk& walk,
                  const NumberRange& numbers, std::vector<spec::Placement>& out) {
  const std::uint64_t span = span_blocks(walk);
  const std::uint64_t far = span < kTwelveBits ? 0 : kTwelveBits;
  out.push_back(fill_blocks(format, operand.first, span - far, numbers));
  if (far != 0) {
    const std::uint64_t piece = walk.repeats == 1 ? 1 : walk.blocks;
    out.push_back(fill_blocks(format, operand.first + span - piece, piece, numbers));
  }
}

DiscriminatingCase behind_source(const spec::Cell& cell, std::uint64_t ctrl, AddressingPlan plan) {
  const spec::Conversion& row = cell.conversion();
  plan.dst.first = span_blocks(src_walk(row, plan));
  DiscriminatingCase made = discriminating_case(cell, {kFullMask, ctrl}, plan);
  std::vector<spec::Placement>& placements = made.test_case.placements;
  placements.clear();
  fill_touched(row.to(), plan.dst, dst_walk(row, plan), destination_numbers(row), placements);
  fill_touched(row.from(), plan.src, src_walk(row, plan), source_numbers(row), placements);
  return made;
}

template <OperandPlan AddressingPlan::* kOperand, Apart kApart>
DiscriminatingCase wide_repeat_stride(const spec::Cell& cell, std::uint64_t ctrl) {
  AddressingPlan plan = contiguous_plan(cell.conversion(), 2);
  StridePair& strides = (plan.*kOperand).strides;
  strides.repeat = wide_stride(strides.repeat, kApart);
  return behind_source(cell, ctrl, plan);
}

template <OperandPlan AddressingPlan::* kOperand, Apart kApart>
DiscriminatingCase wide_block_stride(const spec::Cell& cell, std::uint64_t ctrl) {
  AddressingPlan plan = contiguous_plan(cell.conversion(), 1);
  StridePair& strides = (plan.*kOperand).strides;
  strides.block = wide_stride(1, kApart);
  return behind_source(cell, ctrl, plan);
}

bool writes_s4(const spec::Conversion& row) {
  return row.destination == spec::NumberType::kS4;
}
bool reads_s4(const spec::Conversion& row) {
  return row.source == spec::NumberType::kS4;
}

DiscriminatingCase full_repeat(const spec::Cell& cell, std::uint64_t ctrl) {
  return discriminating_case(cell, {kFullMask, ctrl}, contiguous_plan(cell.conversion(), 1));
}

DiscriminatingCase first_two_lanes(const spec::Cell& cell, std::uint64_t ctrl) {
  return discriminating_case(cell, {spec::contiguous_mask(2), ctrl},
                             contiguous_plan(cell.conversion(), 1));
}

// A mask of every other pair of lanes, so that s4 pairs stay whole.
DiscriminatingCase every_other_pair(const spec::Cell& cell, std::uint64_t ctrl) {
  constexpr std::uint64_t kPairs = 0x3333333333333333;
  return discriminating_case(cell, {{kPairs, kPairs}, ctrl}, contiguous_plan(cell.conversion(), 1));
}

// A mask that ends inside a block of either operand.
DiscriminatingCase first_lanes(const spec::Cell& cell, std::uint64_t ctrl) {
  const auto elements = static_cast<std::uint64_t>(cell.conversion().elements);
  return discriminating_case(cell, {spec::contiguous_mask(elements / 2 + 2), ctrl},
                             contiguous_plan(cell.conversion(), 1));
}

DiscriminatingCase counted(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t count,
                           std::uint64_t repeats) {
  return discriminating_case(cell, {{0, count}, ctrl | spec::with_ctrl_bit(spec::kCtrlCounterMode)},
                             contiguous_plan(cell.conversion(), repeats));
}

DiscriminatingCase partial_repeat(const spec::Cell& cell, std::uint64_t ctrl) {
  return counted(cell, ctrl, static_cast<std::uint64_t>(cell.conversion().elements) / 2 + 2, 1);
}

DiscriminatingCase partial_last_repeat(const spec::Cell& cell, std::uint64_t ctrl) {
  return counted(cell, ctrl, static_cast<std::uint64_t>(cell.conversion().elements) + 2, 2);
}

// Neighbours that differ: a full repeat, and one byte of it.
std::vector<DiscriminatingCase> nibble_cases() {
  std::vector<DiscriminatingCase> cases;
  for (const Maker make : {full_repeat, first_two_lanes}) {
    add_each(cases, make, has_s4);
  }
  return cases;
}

// A single stride of more than 12 bits, with a remainder modulo 2^12 that is contiguous, then one
// that does not fit 8 bits either. Operands do not overlap and stay inside UB under every reading.
// Only operands of two blocks (s4) can have such a block stride: others would leave UB.
std::vector<DiscriminatingCase> stride_width_cases() {
  constexpr auto kDst = &AddressingPlan::dst;
  constexpr auto kSrc = &AddressingPlan::src;
  std::vector<DiscriminatingCase> cases;
  add_each(cases, wide_repeat_stride<kDst, Apart::kContiguous>, any_row);
  add_each(cases, wide_repeat_stride<kSrc, Apart::kContiguous>, any_row);
  add_each(cases, wide_block_stride<kDst, Apart::kContiguous>, writes_s4);
  add_each(cases, wide_block_stride<kSrc, Apart::kContiguous>, reads_s4);
  add_each(cases, wide_repeat_stride<kDst, Apart::kBeyondEightBits>, any_row);
  add_each(cases, wide_repeat_stride<kSrc, Apart::kBeyondEightBits>, any_row);
  add_each(cases, wide_block_stride<kDst, Apart::kBeyondEightBits>, writes_s4);
  add_each(cases, wide_block_stride<kSrc, Apart::kBeyondEightBits>, reads_s4);
  return cases;
}

// Masks with gaps and ends; in counter mode a partial repeat, first and last.
std::vector<DiscriminatingCase> inactive_lane_cases() {
  std::vector<DiscriminatingCase> cases;
  for (const Maker make : {first_lanes, every_other_pair, partial_repeat, partial_last_repeat}) {
    add_each(cases, make, any_row);
  }
  return cases;
}

}  // namespace

std::vector<Discriminator> addressing_discriminators() {
  return {
      {10, {spec::cite("s4.nibble")}, nibble_cases},
      {40, {spec::cite("walk.stride-width")}, stride_width_cases},
      {60, {spec::cite("mask.inactive-lanes")}, inactive_lane_cases},
  };
}

}  // namespace vconform::generators
