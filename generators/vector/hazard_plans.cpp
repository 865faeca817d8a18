#include "generators/vector/hazard_plans.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "spec/number/units.h"

namespace vconform::generators {

namespace {

using spec::Feature;

// Everything drawn for the operands, whatever of it their hazard uses: always the same number of
// draws, so that no later draw changes its meaning when the hazard becomes simpler.
struct HazardLayout {
  std::uint64_t dst_blocks;
  std::uint64_t src_blocks;
  std::uint64_t repeats;
  std::uint64_t room;
  StrideChoice dst;
  StrideChoice src;
  // The blocks of a repeat that meet, to be reduced modulo the number of blocks.
  std::uint64_t dst_block;
  std::uint64_t src_block;
  bool dst_first;
};

HazardLayout draw_layout(ChoiceSource& choices, const spec::Conversion& row, std::uint64_t repeats,
                         std::uint64_t room, bool strides_allowed) {
  HazardLayout layout{};
  layout.dst_blocks = dst_blocks(row);
  layout.src_blocks = src_blocks(row);
  layout.repeats = repeats;
  layout.room = room;
  layout.dst = draw_stride_choice(choices);
  layout.src = draw_stride_choice(choices);
  layout.dst.contiguous |= !strides_allowed;
  layout.src.contiguous |= !strides_allowed;
  layout.dst_block = choices.below(spec::kBlocksPerRepeat);
  layout.src_block = choices.below(spec::kBlocksPerRepeat);
  layout.dst_first = choices.below(2) != 0;
  return layout;
}

// Puts the operands at or near block 0; they are moved afterwards.
using HazardPlacer = void (*)(const HazardLayout&, AddressingPlan&);

StridePair src_strides(const HazardLayout& layout, std::uint64_t dst_span) {
  return fitting_strides(layout.src,
                         {layout.src_blocks, layout.repeats, layout.room - dst_span, false});
}

// Some block of the first repeat's destination is some block of its source.
void place_meeting(const HazardLayout& layout, AddressingPlan& plan) {
  const std::uint64_t least = layout.repeats * layout.src_blocks;
  plan.dst.strides =
      fitting_strides(layout.dst, {layout.dst_blocks, layout.repeats, layout.room - least, true});
  const Walk dst = walk_of(layout.dst_blocks, layout.repeats, plan.dst.strides);
  plan.src.strides = src_strides(layout, span_blocks(dst));
  const std::uint64_t dst_block = layout.dst_block % layout.dst_blocks;
  std::uint64_t src_block = layout.src_block % layout.src_blocks;
  const bool same_shape =
      layout.dst_blocks == layout.src_blocks && plan.dst.strides.block == plan.src.strides.block;
  if (same_shape && src_block == dst_block) {
    src_block = (src_block + 1) % layout.src_blocks;
  }
  const std::uint64_t dst_offset = dst_block * plan.dst.strides.block;
  const std::uint64_t src_offset = src_block * plan.src.strides.block;
  const std::uint64_t meeting = std::max(dst_offset, src_offset);
  plan.dst.first = meeting - dst_offset;
  plan.src.first = meeting - src_offset;
}

// Contiguous; the first repeat's destination begins on a block that the second one reads.
void place_before_next(const HazardLayout& layout, AddressingPlan& plan) {
  plan.dst.strides = contiguous_strides(layout.dst_blocks);
  plan.src.strides = contiguous_strides(layout.src_blocks);
  plan.dst.first = layout.src_blocks + layout.src_block % layout.src_blocks;
}

// A destination that meets itself, with a source apart from it.
void place_apart(const HazardLayout& layout, AddressingPlan& plan) {
  const std::uint64_t dst_span =
      span_blocks(walk_of(layout.dst_blocks, layout.repeats, plan.dst.strides));
  plan.src.strides = src_strides(layout, dst_span);
  const std::uint64_t src_span =
      span_blocks(walk_of(layout.src_blocks, layout.repeats, plan.src.strides));
  plan.dst.first = layout.dst_first ? 0 : src_span;
  plan.src.first = layout.dst_first ? dst_span : 0;
}

// A repeat stride of fewer blocks than a repeat has, 0 among them.
void place_stacked(const HazardLayout& layout, AddressingPlan& plan) {
  plan.dst.strides = {1, static_cast<std::uint16_t>(layout.dst_block % layout.dst_blocks)};
  place_apart(layout, plan);
}

void place_on_one_block(const HazardLayout& layout, AddressingPlan& plan) {
  const std::array<std::uint64_t, 3> repeat_strides = {layout.dst_blocks, 0, 1};
  plan.dst.strides = {
      0, static_cast<std::uint16_t>(repeat_strides[layout.dst_block % repeat_strides.size()])};
  place_apart(layout, plan);
}

HazardPlacer draw_placer(ChoiceSource& choices, std::uint64_t repeats, bool strides_allowed) {
  std::vector<HazardPlacer> placers = {place_meeting, place_meeting, place_meeting};
  if (repeats > 1) {
    placers.push_back(place_before_next);
  }
  if (repeats > 1 && strides_allowed) {
    placers.push_back(place_stacked);
    placers.push_back(place_stacked);
  }
  if (strides_allowed) {
    placers.push_back(place_on_one_block);
  }
  return choices.pick(placers);
}

void draw_hazard_repeats(ChoiceSource& choices, const spec::Conversion& row,
                         const spec::Registers& registers, bool repeat_allowed, std::uint64_t most,
                         AddressingPlan& plan) {
  constexpr std::array<std::uint64_t, 8> kRepeats = {1, 2, 3, 2, 4, 8, 9, spec::kMaxRepeat};
  const std::uint64_t drawn = choices.pick(kRepeats);
  plan.repeats = repeat_allowed ? std::min(drawn, most) : 1;
  plan.repeat = static_cast<std::uint8_t>(plan.repeats);
  if (spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode)) {
    const auto elements = static_cast<std::uint64_t>(row.elements);
    plan.repeats = (spec::counter_of(registers.mask) + elements - 1) / elements;
  }
  assert(plan.repeats >= 1 && plan.repeats <= most);
}

// Moves the operands to the start of the region, to its end, or anywhere in it.
void move_into(ChoiceSource& choices, const spec::Conversion& row, const Region& region,
               AddressingPlan& plan) {
  const std::uint64_t where = choices.below(4);
  const std::uint64_t any = choices.below(std::uint64_t{1} << 16);
  const std::uint64_t end = std::max(plan.dst.first + span_blocks(dst_walk(row, plan)),
                                     plan.src.first + span_blocks(src_walk(row, plan)));
  assert(end <= region.blocks);
  const std::uint64_t slack = region.blocks - end;
  const std::array<std::uint64_t, 4> befores = {0, slack, any % (slack + 1), any % (slack + 1)};
  plan.dst.first += region.first + befores[where];
  plan.src.first += region.first + befores[where];
}

}  // namespace

AddressingPlan draw_hazard(ChoiceSource& choices, const spec::Conversion& row,
                           const spec::Registers& registers, spec::FeatureSet allowed,
                           const Region& region) {
  const bool strides_allowed = allowed.has(Feature::kStrides);
  AddressingPlan plan;
  draw_hazard_repeats(choices, row, registers, allowed.has(Feature::kRepeat),
                      max_repeats(row, region), plan);
  const HazardPlacer place = draw_placer(choices, plan.repeats, strides_allowed);
  const HazardLayout layout =
      draw_layout(choices, row, plan.repeats, region.blocks, strides_allowed);
  place(layout, plan);
  move_into(choices, row, region, plan);
  return plan;
}

}  // namespace vconform::generators
