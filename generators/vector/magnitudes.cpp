#include "generators/vector/magnitudes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "generators/choices/bounds.h"
#include "generators/choices/magnitudes.h"
#include "generators/choices/pairwise.h"
#include "generators/vector/discriminating_case.h"
#include "generators/vector/masks.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

using spec::Mask;

// The readings of walk.stride-width agree on 12 bits of the strides of vconv.
constexpr std::uint64_t kMostWideStride = 4095;
// Up to twice as many lanes, each number of the first ones stands among the simpler cases.
constexpr std::uint64_t kTails = 16;
// Blocks that are left free for a vector behind the operands.
constexpr std::uint64_t kKeptFree = 32;
constexpr std::uint64_t kRoom = kUbBlocks - kKeptFree;

// The lanes [first, end); of a row with s4, pairs of lanes.
Mask lanes(LaneShape shape, std::uint64_t first, std::uint64_t end) {
  const std::uint64_t each = shape.pairs ? 2 : 1;
  return lanes_between(first * each, end * each);
}

class Arguments {
 public:
  explicit Arguments(const spec::Conversion& row)
      : row_(row),
        shape_(lane_shape(row)),
        lanes_(shape_.elements / (shape_.pairs ? 2 : 1)),
        both_ends_(either(lanes(shape_, 0, 1), lanes(shape_, lanes_ - 1, lanes_))) {}

  std::vector<VectorArguments> all(Pairs pairs) {
    add_repeats();
    add_repeat_strides();
    add_block_strides();
    if (row_.family == spec::Family::kVconv) {
      add_wide_strides();
    }
    add_places();
    add_woven();
    add_interleaved();
    if (row_.from().bits == row_.to().bits) {
      add_compacted();
    }
    add_masks();
    add_runs();
    add_blocks();
    add_periods();
    all_.insert(all_.end(), masks_.begin(), masks_.end());
    add_counts();
    add_strided_counts();
    if (pairs == Pairs::kAll) {
      add_pairs();
    }
    return std::move(all_);
  }

 private:
  std::uint64_t dst_span(const AddressingPlan& plan) const {
    return span_blocks(dst_walk(row_, plan));
  }
  std::uint64_t src_span(const AddressingPlan& plan) const {
    return span_blocks(src_walk(row_, plan));
  }

  // The destination directly behind the source, if both fit.
  void add_behind(AddressingPlan plan, const Mask& mask, bool is_extra) {
    plan.dst.first = plan.src.first + src_span(plan);
    if (plan.dst.first + dst_span(plan) <= kRoom) {
      all_.push_back({mask, std::nullopt, plan, is_extra});
    }
  }

  void add_repeats() {
    for (const Magnitude& repeats : magnitudes(spec::kMaxRepeat)) {
      add_behind(contiguous_plan(row_, repeats.value), both_ends_, repeats.is_extra);
    }
  }

  // Two repeats. Where the next repeat of the destination would meet the one before, the blocks of
  // a repeat lie so far apart that the repeats interleave.
  void add_repeat_strides() {
    const std::vector<Magnitude> strides = magnitudes(kMaxStride);
    for (std::size_t i = 0; i < strides.size(); ++i) {
      AddressingPlan plan = contiguous_plan(row_, 2);
      plan.dst.strides.repeat =
          static_cast<std::uint16_t>(std::max<std::uint64_t>(strides[i].value, 1));
      plan.src.strides.repeat = static_cast<std::uint16_t>(strides[(i + 5) % strides.size()].value);
      if (strides[i].value < dst_blocks(row_)) {
        plan.dst.strides.block = static_cast<std::uint16_t>(spec::kBlocksPerRepeat + 1);
      }
      add_behind(plan, kFullMask, false);
    }
  }

  void add_block_strides() {
    const std::vector<Magnitude> strides = magnitudes(kMaxStride);
    for (std::size_t i = 0; i < strides.size(); ++i) {
      AddressingPlan plan = contiguous_plan(row_, 1);
      plan.dst.strides.block =
          static_cast<std::uint16_t>(std::max<std::uint64_t>(strides[i].value, 1));
      plan.src.strides.block = static_cast<std::uint16_t>(strides[(i + 5) % strides.size()].value);
      add_behind(plan, kFullMask, false);
    }
  }

  // Strides of more than eight bits, each alone. Those that are neither powers of two nor the limit
  // are extra: such cases have much memory.
  void add_wide_strides() {
    for (const auto& [stride, is_extra] : magnitudes(kMostWideStride)) {
      if (stride <= kMaxStride) {
        continue;
      }
      const bool is_beside = !std::has_single_bit(stride) && stride != kMostWideStride;
      for (const bool is_of_blocks : {false, true}) {
        for (const bool is_dst : {false, true}) {
          AddressingPlan plan = contiguous_plan(row_, is_of_blocks ? 1 : 2);
          StridePair& strides = is_dst ? plan.dst.strides : plan.src.strides;
          (is_of_blocks ? strides.block : strides.repeat) = static_cast<std::uint16_t>(stride);
          add_behind(plan, kFullMask, is_beside);
        }
      }
    }
  }

  // One operand where the other's place is before or behind it.
  void add_places() {
    const AddressingPlan plain = contiguous_plan(row_, 1);
    const std::uint64_t dst = dst_span(plain);
    const std::uint64_t src = src_span(plain);
    for (const auto& [first, is_extra] : magnitudes(kRoom)) {
      AddressingPlan plan = plain;
      plan.src.first = first;
      plan.dst.first = first >= dst ? first - dst : first + src;
      if (first + src <= kRoom) {
        all_.push_back({kFullMask, std::nullopt, plan, is_extra});
      }
      plan.dst.first = first;
      plan.src.first = first >= src ? first - src : first + dst;
      if (first + dst <= kRoom) {
        all_.push_back({kFullMask, std::nullopt, plan, is_extra});
      }
    }
  }

  // The blocks of the destination between those of the source, of one repeat and of two.
  void add_woven() {
    for (const std::uint64_t repeats : {std::uint64_t{1}, std::uint64_t{2}}) {
      AddressingPlan plan = contiguous_plan(row_, repeats);
      plan.src.strides.block = plan.dst.strides.block = 2;
      plan.src.strides.repeat = static_cast<std::uint16_t>(2 * src_blocks(row_));
      plan.dst.strides.repeat = static_cast<std::uint16_t>(2 * dst_blocks(row_));
      plan.dst.first = plan.src.first + 1;
      all_.push_back({kFullMask, std::nullopt, plan});
    }
  }

  // The repeats of one operand between those of the other, either first.
  void add_interleaved() {
    const std::uint64_t dst = dst_blocks(row_);
    const std::uint64_t src = src_blocks(row_);
    for (const bool dst_first : {false, true}) {
      AddressingPlan plan = contiguous_plan(row_, kInterleaved);
      plan.src.strides.repeat = plan.dst.strides.repeat = static_cast<std::uint16_t>(dst + src);
      plan.src.first = dst_first ? dst : 0;
      plan.dst.first = dst_first ? 0 : src;
      all_.push_back({kFullMask, std::nullopt, plan});
    }
  }

  // In place, where the repeats of the source lie farther apart than those of the destination: the
  // first ones are the same blocks, later ones are written where nothing is read any more.
  void add_compacted() {
    const std::uint64_t blocks = src_blocks(row_);
    for (const std::uint64_t block_stride : {std::uint64_t{1}, std::uint64_t{2}}) {
      AddressingPlan plan = contiguous_plan(row_, kInterleaved);
      plan.src.first = plan.dst.first = 0;
      plan.src.strides.block = plan.dst.strides.block = static_cast<std::uint16_t>(block_stride);
      plan.dst.strides.repeat = static_cast<std::uint16_t>(block_stride * blocks);
      plan.src.strides.repeat = static_cast<std::uint16_t>(2 * block_stride * blocks);
      all_.push_back({kFullMask, std::nullopt, plan});
    }
  }

  // Each lane alone, missing, with its mirror image, and with each lane whose number differs in one
  // bit; at a power of two also the lanes before it, and two runs with a gap of one. Then the later
  // half of the lanes, and each number of the first ones.
  void add_masks() {
    const std::vector<Magnitude> listed = magnitudes(lanes_ - 1);
    for (std::uint64_t lane = 0; lane < lanes_; ++lane) {
      const auto found = std::ranges::find(listed, lane, &Magnitude::value);
      const bool is_extra = found == listed.end() || found->is_extra;
      const Mask one = lanes(shape_, lane, lane + 1);
      add_mask(one, false);
      add_mask(without(lanes(shape_, 0, lanes_), one), is_extra);
      add_mask(either(one, lanes(shape_, lanes_ - 1 - lane, lanes_ - lane)), is_extra);
      for (std::uint64_t bit = 1; bit < lanes_; bit *= 2) {
        if ((lane & bit) == 0) {
          add_mask(either(one, lanes(shape_, lane + bit, lane + bit + 1)), lane != 0);
        }
      }
      if (found != listed.end()) {
        add_mask(lanes(shape_, 0, lane), is_extra);
        add_mask(either(lanes(shape_, lane / 2, lane), lanes(shape_, lane + 1, lanes_)), is_extra);
      }
    }
    add_mask(lanes(shape_, lanes_ / 2, lanes_), false);
    for (std::uint64_t count = 1; count < lanes_; ++count) {
      const bool is_simple = count > kTails && count < 2 * kTails;
      add_mask(lanes(shape_, 0, count), !is_simple);
    }
  }
  // A run of lanes from one listed lane to another; of powers of two, all but that, too.
  void add_runs() {
    const std::vector<std::uint64_t> powers = values_for_pairs(lanes_ - 1, 1);
    const auto is_power = [&](const Magnitude& one) {
      return std::ranges::find(powers, one.value) != powers.end();
    };
    const std::vector<Magnitude> listed = magnitudes(lanes_ - 1);
    for (auto first = listed.begin(); first != listed.end(); ++first) {
      for (auto end = first + 1; end != listed.end(); ++end) {
        const Mask run = lanes(shape_, first->value, end->value);
        const bool is_simple = is_power(*first) && is_power(*end);
        add_mask(run, !is_simple);
        if (is_simple) {
          add_mask(without(lanes(shape_, 0, lanes_), run), false);
        }
      }
    }
  }
  // Whole blocks of the wider operand: two, all but two, at last any.
  void add_blocks() {
    constexpr unsigned kAll = (1U << spec::kBlocksPerRepeat) - 1;
    const std::uint64_t each = lanes_ / spec::kBlocksPerRepeat;
    for (unsigned blocks = 1; blocks < kAll; ++blocks) {
      Mask mask{};
      for (std::uint64_t i = 0; i < spec::kBlocksPerRepeat; ++i) {
        if ((blocks >> i & 1) != 0) {
          mask = either(mask, lanes(shape_, i * each, (i + 1) * each));
        }
      }
      const int count = std::popcount(blocks);
      add_mask(mask, count != 2 && count != 6);
    }
  }
  // As many lanes as not, in turn; one lane of so many.
  void add_periods() {
    for (std::uint64_t length = 1; length < lanes_; length *= 2) {
      Mask stripes{};
      for (std::uint64_t lane = 0; lane < lanes_; lane += 2 * length) {
        stripes = either(stripes, lanes(shape_, lane, lane + length));
      }
      add_mask(stripes, false);
      add_mask(without(lanes(shape_, 0, lanes_), stripes), false);
      for (std::uint64_t offset = 0; offset < length; ++offset) {
        Mask comb{};
        for (std::uint64_t lane = offset; lane < lanes_; lane += length) {
          comb = either(comb, lanes(shape_, lane, lane + 1));
        }
        add_mask(comb, offset != 0 && offset != length - 1);
      }
    }
  }
  // Each mask once.
  void add_mask(const Mask& mask, bool is_extra) {
    const auto same = std::ranges::find(masks_, mask, &VectorArguments::mask);
    if (same == masks_.end()) {
      masks_.push_back({mask, std::nullopt, contiguous_plan(row_, 1), is_extra});
    } else {
      same->is_extra = same->is_extra && is_extra;
    }
  }

  // As many repeats as have room, more than the 255 of normal mode too.
  void add_counts() {
    const std::uint64_t most = kRoom / (dst_blocks(row_) + src_blocks(row_)) * shape_.elements;
    for (const auto& [count, is_extra] : magnitudes(most)) {
      if (shape_.pairs && count % 2 != 0) {
        continue;
      }
      AddressingPlan plan = contiguous_plan(row_, (count + shape_.elements - 1) / shape_.elements);
      plan.dst.first = src_span(plan);
      all_.push_back({kFullMask, count, plan, is_extra});
    }
  }

  // Those repeats with a block between their results, sources that overlap, and a last one in part.
  void add_strided_counts() {
    for (const auto& [repeats, is_extra] : magnitudes(kRoom / (dst_blocks(row_) + 2))) {
      if (is_extra || repeats < 2) {
        continue;
      }
      AddressingPlan plan = contiguous_plan(row_, repeats);
      plan.dst.strides.repeat = static_cast<std::uint16_t>(dst_blocks(row_) + 1);
      plan.src.strides.repeat = 1;
      plan.dst.first = src_span(plan);
      if (plan.dst.first + dst_span(plan) <= kRoom) {
        all_.push_back({kFullMask, repeats * shape_.elements - kLeftOut, plan, false});
      }
    }
  }

  // Repeats and strides, each two of them at powers of two, where the destination's blocks stay
  // apart.
  void add_pairs() {
    const std::vector<std::uint64_t> repeats = values_for_pairs(spec::kMaxRepeat, 1);
    const std::vector<std::uint64_t> strides = values_for_pairs(kMaxStride, 1);
    const std::array<std::size_t, 5> sizes = {repeats.size(), strides.size(), strides.size(),
                                              strides.size(), strides.size()};
    const auto plan_of = [&](const Indices& row) {
      AddressingPlan plan = contiguous_plan(row_, repeats[row[0]]);
      plan.dst.strides.block = static_cast<std::uint16_t>(strides[row[1]]);
      plan.src.strides.block = static_cast<std::uint16_t>(strides[row[2]]);
      plan.dst.strides.repeat = static_cast<std::uint16_t>(strides[row[3]]);
      plan.src.strides.repeat = static_cast<std::uint16_t>(strides[row[4]]);
      plan.dst.first = src_span(plan);
      return plan;
    };
    const auto is_legal = [&](const Indices& row) {
      const AddressingPlan plan = plan_of(row);
      return plan.dst.first + dst_span(plan) <= kRoom &&
             touches_distinct_blocks(dst_walk(row_, plan));
    };
    for (const Indices& row : pairwise(sizes, is_legal)) {
      all_.push_back({both_ends_, std::nullopt, plan_of(row), true});
    }
  }

  static constexpr std::uint64_t kInterleaved = 3;
  // Lanes of the last repeat, a whole number of pairs.
  static constexpr std::uint64_t kLeftOut = 2;

  const spec::Conversion& row_;
  LaneShape shape_;
  std::uint64_t lanes_;
  Mask both_ends_;
  std::vector<VectorArguments> masks_;
  std::vector<VectorArguments> all_;
};

}  // namespace

std::vector<VectorArguments> vector_magnitudes(const spec::Conversion& row, Pairs pairs) {
  return Arguments(row).all(pairs);
}

spec::Registers registers_of(const VectorArguments& arguments, std::uint64_t ctrl) {
  if (!arguments.count) {
    return {arguments.mask, ctrl};
  }
  return {{0, *arguments.count}, ctrl | spec::with_ctrl_bit(spec::kCtrlCounterMode)};
}

}  // namespace vconform::generators
