#include "generators/vector/masks.h"

#include <algorithm>
#include <array>

#include "generators/choices/random_words.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

using spec::Mask;

// All draws for a mask or a count, used or not: always the same number, so that later draws keep
// their meaning when they become simpler.
struct RawMask {
  std::uint64_t kind;
  // A block border, 0 to kBlocksPerRepeat, and an offset from it.
  std::uint64_t border;
  int beside;
  std::uint64_t noise;
  std::uint64_t above;
};

RawMask draw_raw(ChoiceSource& choices) {
  constexpr std::array<int, 3> kBeside = {0, 1, -1};
  RawMask raw{};
  raw.kind = choices.below(8);
  raw.border = choices.below(spec::kBlocksPerRepeat + 1);
  raw.beside = choices.pick(kBeside);
  raw.noise = choices.below(std::uint64_t{1} << 32);
  raw.above = choices.below(3);
  return raw;
}

Mask noise_mask(const RawMask& raw) {
  return {RandomWords(2 * raw.noise + 1).next(), RandomWords(2 * raw.noise).next()};
}

// Makes a mask for 1 to 128 lanes; the bits above them may be anything.
using MaskMaker = Mask (*)(const RawMask&, std::uint64_t lanes);

Mask full(const RawMask&, std::uint64_t) {
  return kFullMask;
}
Mask none(const RawMask&, std::uint64_t) {
  return {};
}
Mask random_mask(const RawMask& raw, std::uint64_t) {
  return noise_mask(raw);
}

// A number of lanes up to the end of a block of the wider operand, or one beside it; within [1,
// lanes].
std::uint64_t lanes_at_border(const RawMask& raw, std::uint64_t lanes) {
  const auto end = static_cast<std::int64_t>(raw.border * lanes / spec::kBlocksPerRepeat);
  const auto most = static_cast<std::int64_t>(lanes);
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(end + raw.beside, 1, most));
}

Mask contiguous(const RawMask& raw, std::uint64_t lanes) {
  return spec::contiguous_mask(lanes_at_border(raw, lanes));
}

Mask complement(const Mask& mask) {
  return {~mask.mask1, ~mask.mask0};
}

Mask alternating(const RawMask& raw, std::uint64_t) {
  constexpr std::uint64_t kEven = 0x5555555555555555;
  const Mask even = {kEven, kEven};
  return raw.border % 2 == 0 ? even : complement(even);
}

Mask single(const RawMask& raw, std::uint64_t lanes) {
  const std::uint64_t lane = lanes_at_border(raw, lanes) - 1;
  const std::uint64_t bit = std::uint64_t{1} << (lane % 64);
  return lane < 64 ? Mask{0, bit} : Mask{bit, 0};
}

Mask all_but_one(const RawMask& raw, std::uint64_t lanes) {
  return complement(single(raw, lanes));
}

constexpr std::array<MaskMaker, 8> kMakers = {full,   contiguous,  contiguous,  alternating,
                                              single, all_but_one, random_mask, none};

// Bit i becomes bits 2i and 2i+1.
Mask doubled(std::uint64_t bits) {
  Mask mask;
  for (std::uint64_t i = 0; i < 64; ++i) {
    const std::uint64_t both = ((bits >> i) & 1) * 3;
    (i < 32 ? mask.mask0 : mask.mask1) |= both << (2 * i % 64);
  }
  return mask;
}

// Fills the bits above the lanes, which must not matter.
Mask with_garbage_above(const RawMask& raw, const Mask& mask, std::uint64_t lanes) {
  const std::array<Mask, 3> garbage = {kFullMask, Mask{}, noise_mask(raw)};
  const Mask lane_bits = spec::contiguous_mask(lanes);
  const Mask& above = garbage[raw.above];
  return {(mask.mask1 & lane_bits.mask1) | (above.mask1 & ~lane_bits.mask1),
          (mask.mask0 & lane_bits.mask0) | (above.mask0 & ~lane_bits.mask0)};
}

// Counts by RawMask::kind: a few repeats or one element beside; the most; any.
std::uint64_t count_of(const RawMask& raw, std::uint64_t elements, std::uint64_t max_count) {
  const std::uint64_t most_repeats = max_count / elements;
  const std::uint64_t few_repeats = 1 + raw.border % std::min<std::uint64_t>(most_repeats, 4);
  const std::uint64_t any_repeats = 1 + raw.noise % most_repeats;
  const auto beside = static_cast<std::uint64_t>(raw.beside);
  const std::array<std::uint64_t, 8> counts = {few_repeats * elements + beside,
                                               few_repeats * elements + beside,
                                               few_repeats * elements + beside,
                                               any_repeats * elements + beside,
                                               max_count - raw.border,
                                               raw.noise % (max_count + 1),
                                               1,
                                               0};
  return std::min(counts[raw.kind], max_count);
}

}  // namespace

LaneShape lane_shape(const spec::Conversion& row) {
  const bool pairs = row.from().bits < 8 || row.to().bits < 8;
  return {static_cast<std::uint64_t>(row.elements), pairs};
}

Mask draw_mask(ChoiceSource& choices, LaneShape shape) {
  const RawMask raw = draw_raw(choices);
  const MaskMaker make = kMakers[raw.kind];
  if (shape.pairs) {
    return doubled(make(raw, shape.elements / 2).mask0);
  }
  return with_garbage_above(raw, make(raw, shape.elements), shape.elements);
}

Mask draw_count(ChoiceSource& choices, LaneShape shape, std::uint64_t max_count) {
  const RawMask raw = draw_raw(choices);
  const std::uint64_t count = count_of(raw, shape.elements, max_count);
  const std::uint64_t even = shape.pairs ? count + count % 2 : count;
  const Mask garbage = raw.above == 0 ? Mask{} : noise_mask(raw);
  return {garbage.mask1, even | (garbage.mask0 & ~std::uint64_t{0xffffffff})};
}

Mask active_lanes(const Mask& mask, bool counter_mode, LaneShape shape, std::uint64_t repeat) {
  if (!counter_mode) {
    return mask;
  }
  const std::uint64_t count = spec::counter_of(mask);
  const std::uint64_t before = repeat * shape.elements;
  return spec::contiguous_mask(count <= before ? 0 : std::min(count - before, shape.elements));
}

}  // namespace vconform::generators
