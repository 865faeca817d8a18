#include "adapters/golden/vector/deq_layout.h"

namespace vconform::adapters::golden {

namespace {

constexpr std::uint64_t kHalf = spec::kBlockBytes / 2;

}  // namespace

std::optional<HalfBlock> half_block(const Behaviour& behaviour, const spec::Conversion& row) {
  const bool narrows = row.family == spec::Family::kDeq && row.deq != spec::DeqForm::kHalf;
  if (!narrows || behaviour.follows(choice("deq.half", "four-blocks"))) {
    return std::nullopt;
  }
  const bool zeroes = behaviour.follows(choice("deq.other-half", "zeroed"));
  const bool high = spec::is_high(row.deq);
  if (behaviour.follows(choice("deq.half", "byte-of-lane"))) {
    return HalfBlock{high ? 1U : 0U, 2, 1, zeroes};
  }
  const bool later = high != behaviour.follows(choice("deq.half", "swapped"));
  return HalfBlock{later ? kHalf : 0, 1, kHalf, zeroes};
}

}  // namespace vconform::adapters::golden
