#include "generators/vector/strides.h"

#include <array>
#include <cassert>
#include <vector>

namespace vconform::generators {

namespace {

bool fits(const StrideNeeds& needs, const Walk& walk) {
  return walk.repeat_stride <= kMaxStride && span_blocks(walk) <= needs.room &&
         (!needs.distinct || touches_distinct_blocks(walk));
}

// Every pair of the two lists that fits. An operand of B blocks with block stride S is contiguous
// at repeat stride B (for S = 1), leaves the same gaps between repeats as between blocks at B * S,
// and is tight at (B - 1) * S + 1.
std::vector<StridePair> fitting_pairs(const StrideNeeds& needs, std::uint64_t any_block,
                                      std::uint64_t any_repeat) {
  const std::array<std::uint64_t, 8> block_strides = {1, 2, 0, 7, 8, 9, 255, any_block};
  std::vector<StridePair> pairs;
  pairs.reserve(80);
  for (const std::uint64_t block : block_strides) {
    const std::array<std::uint64_t, 10> repeat_strides = {
        needs.blocks, needs.blocks * block, (needs.blocks - 1) * block + 1, 1, 0, 7, 8, 9, 255,
        any_repeat};
    for (const std::uint64_t repeat : repeat_strides) {
      if (fits(needs, {needs.blocks, needs.repeats, block, repeat})) {
        pairs.push_back({static_cast<std::uint16_t>(block), static_cast<std::uint16_t>(repeat)});
      }
    }
  }
  return pairs;
}

}  // namespace

StrideChoice draw_stride_choice(ChoiceSource& choices) {
  // More than the number of pairs.
  constexpr std::uint64_t kWhich = 256;
  StrideChoice choice;
  choice.contiguous = choices.below(3) == 0;
  choice.any_block = choices.below(kMaxStride + 1);
  choice.any_repeat = choices.below(kMaxStride + 1);
  choice.which = choices.below(kWhich);
  return choice;
}

StridePair fitting_strides(const StrideChoice& choice, const StrideNeeds& needs) {
  const StridePair contiguous = contiguous_strides(needs.blocks);
  assert(fits(needs, walk_of(needs.blocks, needs.repeats, contiguous)));
  if (choice.contiguous) {
    return contiguous;
  }
  const std::vector<StridePair> pairs = fitting_pairs(needs, choice.any_block, choice.any_repeat);
  return pairs[static_cast<std::size_t>(choice.which % pairs.size())];
}

}  // namespace vconform::generators
