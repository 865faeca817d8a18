#include "generators/vector/addressing.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "generators/choices/bounds.h"
#include "spec/number/units.h"
#include "spec/rows/memories.h"

namespace vconform::generators {

namespace {

using spec::Feature;

bool equal_width(const spec::Conversion& row) {
  return row.from().bits == row.to().bits;
}
// Equal width, or b8 results that fill half of each block.
bool equal_blocks(const spec::Conversion& row) {
  return row.source_blocks == row.destination_blocks;
}

// A part of a slack that becomes known later.
struct Gap {
  enum class Kind { kNone, kAll, kOneBlock, kAny };
  Kind kind = Kind::kNone;
  std::uint64_t any = 0;

  std::uint64_t of(std::uint64_t slack) const {
    switch (kind) {
      case Kind::kAll:
        return slack;
      case Kind::kOneBlock:
        return std::min<std::uint64_t>(slack, 1);
      case Kind::kAny:
        return any % (slack + 1);
      case Kind::kNone:
        break;
    }
    return 0;
  }
};

constexpr std::array<Gap::Kind, 4> kGapKinds = {Gap::Kind::kNone, Gap::Kind::kAll,
                                                Gap::Kind::kOneBlock, Gap::Kind::kAny};

Gap draw_gap(ChoiceSource& choices) {
  // More than the blocks of UB.
  constexpr std::uint64_t kMostBlocks = std::uint64_t{1} << 16;
  Gap gap;
  gap.kind = choices.pick(kGapKinds);
  gap.any = choices.below(kMostBlocks);
  return gap;
}

// All draws for the operands, used by their relation or not: always the same number, so that later
// draws keep their meaning when the relation becomes simpler.
struct Layout {
  const spec::Conversion& row;
  Region region;
  // At least 1.
  std::uint64_t repeats;
  StrideChoice dst;
  StrideChoice src;
  Gap before;
  Gap between;
  bool dst_first = false;
};

Layout draw_layout(ChoiceSource& choices, const spec::Conversion& row, const Region& region,
                   std::uint64_t repeats, bool strides_allowed) {
  Layout layout{row, region, repeats, {}, {}, {}, {}, false};
  layout.dst = draw_stride_choice(choices);
  layout.src = draw_stride_choice(choices);
  layout.dst.contiguous |= !strides_allowed;
  layout.src.contiguous |= !strides_allowed;
  layout.before = draw_gap(choices);
  layout.between = draw_gap(choices);
  layout.dst_first = choices.below(2) != 0;
  return layout;
}

using Placer = void (*)(const Layout&, AddressingPlan&);

// Spans that do not meet, in either order, at the ends of the region, adjacent or apart.
void place_disjoint(const Layout& layout, AddressingPlan& plan) {
  const std::uint64_t dst = dst_blocks(layout.row);
  const std::uint64_t src = src_blocks(layout.row);
  const std::uint64_t room = layout.region.blocks;
  const std::uint64_t least = layout.repeats * src;
  plan.dst.strides = fitting_strides(layout.dst, {dst, layout.repeats, room - least, true});
  const std::uint64_t dst_span = span_blocks(walk_of(dst, layout.repeats, plan.dst.strides));
  plan.src.strides = fitting_strides(layout.src, {src, layout.repeats, room - dst_span, false});
  const std::uint64_t src_span = span_blocks(walk_of(src, layout.repeats, plan.src.strides));
  const std::uint64_t slack = room - dst_span - src_span;
  const std::uint64_t before = layout.before.of(slack);
  const std::uint64_t between = layout.between.of(slack - before);
  plan.src.first = layout.region.first + before + (layout.dst_first ? dst_span + between : 0);
  plan.dst.first = layout.region.first + before + (layout.dst_first ? 0 : src_span + between);
}

// Both operands on the same blocks; for rows of equal width.
void place_identical(const Layout& layout, AddressingPlan& plan) {
  const std::uint64_t blocks = src_blocks(layout.row);
  const StridePair strides =
      fitting_strides(layout.dst, {blocks, layout.repeats, layout.region.blocks, true});
  const std::uint64_t span = span_blocks(walk_of(blocks, layout.repeats, strides));
  const std::uint64_t first = layout.region.first + layout.before.of(layout.region.blocks - span);
  plan.dst = {first, strides};
  plan.src = {first, strides};
}

// The destination one repeat behind the source, in the same strides; for rows with as many source
// as destination blocks. Repeat r writes what repeat r-1 read: legal iff the walk with one repeat
// more has distinct blocks.
void place_one_behind(const Layout& layout, AddressingPlan& plan) {
  const std::uint64_t blocks = src_blocks(layout.row);
  const std::uint64_t repeats = layout.repeats + 1;
  const StridePair strides =
      fitting_strides(layout.dst, {blocks, repeats, layout.region.blocks, true});
  const std::uint64_t span = span_blocks(walk_of(blocks, repeats, strides));
  plan.dst = {layout.region.first + layout.before.of(layout.region.blocks - span), strides};
  plan.src = {plan.dst.first + strides.repeat, strides};
}

// Contiguous operands of unequal width, the destination as little before the source as is legal:
// repeat r must end at or before the source blocks of repeat r, for the first and the last r.
void place_trailing(const Layout& layout, AddressingPlan& plan) {
  const std::uint64_t dst = dst_blocks(layout.row);
  const std::uint64_t src = src_blocks(layout.row);
  const std::uint64_t n = layout.repeats;
  const std::uint64_t behind = dst > src ? dst * n - src * (n - 1) : dst;
  const std::uint64_t span = std::max(behind + src * n, dst * n);
  plan.dst = {layout.region.first + layout.before.of(layout.region.blocks - span),
              contiguous_strides(dst)};
  plan.src = {plan.dst.first + behind, contiguous_strides(src)};
}

Placer draw_placer(ChoiceSource& choices, const spec::Conversion& row, bool in_place_allowed) {
  if (!in_place_allowed) {
    return place_disjoint;
  }
  const std::array<Placer, 4> equal = {place_disjoint, place_disjoint, place_identical,
                                       place_one_behind};
  const std::array<Placer, 4> unequal = {place_disjoint, place_disjoint, place_disjoint,
                                         place_trailing};
  const std::array<Placer, 4> halves = {place_disjoint, place_disjoint, place_disjoint,
                                        place_one_behind};
  return choices.pick(equal_width(row) ? equal : equal_blocks(row) ? halves : unequal);
}

// The repeat argument: small ones, and sometimes the largest or any; two draws.
std::uint64_t draw_repeat(ChoiceSource& choices, std::uint64_t most) {
  constexpr std::array<std::uint64_t, 8> kSmall = {1, 2, 3, 0, 4, 5, 8, 9};
  constexpr std::array<std::uint64_t, 4> kLarge = {spec::kMaxRepeat, spec::kMaxRepeat - 1, 128, 64};
  const std::uint64_t kind = choices.below(16);
  const std::uint64_t which = choices.below(spec::kMaxRepeat + 1);
  if (kind == 15) {
    return std::min(kLarge[which % kLarge.size()], most);
  }
  return std::min(kind == 14 ? which : kSmall[which % kSmall.size()], most);
}

void draw_repeats(ChoiceSource& choices, const spec::Conversion& row,
                  const spec::Registers& registers, bool repeat_allowed, std::uint64_t most,
                  AddressingPlan& plan) {
  const bool counter = spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode);
  // In counter mode the argument is ignored, so it may exceed what would fit.
  const std::uint64_t limit = counter ? spec::kMaxRepeat : most;
  const std::uint64_t repeat = repeat_allowed ? draw_repeat(choices, limit) : 1;
  plan.repeat = static_cast<std::uint8_t>(repeat);
  plan.repeats = repeat;
  if (counter) {
    const auto elements = static_cast<std::uint64_t>(row.elements);
    plan.repeats = (spec::counter_of(registers.mask) + elements - 1) / elements;
  }
  assert(plan.repeats <= most);
}

}  // namespace

Walk dst_walk(const spec::Conversion& row, const AddressingPlan& plan) {
  return walk_of(dst_blocks(row), plan.placed_repeats(), plan.dst.strides);
}

Walk src_walk(const spec::Conversion& row, const AddressingPlan& plan) {
  return walk_of(src_blocks(row), plan.placed_repeats(), plan.src.strides);
}

std::uint64_t max_repeats(const spec::Conversion& row, const Region& region) {
  return std::min(spec::kMaxRepeat, region.blocks / (src_blocks(row) + dst_blocks(row)));
}

Region whole_ub() {
  return {0, kUbBlocks};
}

AddressingPlan draw_addressing(ChoiceSource& choices, const spec::Conversion& row,
                               const spec::Registers& registers, spec::FeatureSet allowed,
                               const Region& region) {
  AddressingPlan plan;
  draw_repeats(choices, row, registers, allowed.has(Feature::kRepeat), max_repeats(row, region),
               plan);
  const Placer place = draw_placer(choices, row, allowed.has(Feature::kInPlace));
  const Layout layout =
      draw_layout(choices, row, region, plan.placed_repeats(), allowed.has(Feature::kStrides));
  place(layout, plan);
  return plan;
}

}  // namespace vconform::generators
