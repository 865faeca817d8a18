#include "generators/vector/vector_place.h"

#include <array>
#include <cassert>
#include <numeric>
#include <vector>

#include "spec/number/quantization.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

static_assert(kVectorBlocks * spec::kBlockBytes == spec::kVectorBytes);
static_assert(spec::kVectorAddressUnit == spec::kBlockBytes);

using Places = std::vector<std::uint64_t>;

// The blocks of UB that a walk touches.
class BlockSet {
 public:
  BlockSet(const Walk& walk, std::uint64_t first, std::uint64_t ub_blocks, std::uint64_t beyond)
      : before_(ub_blocks + 1, 0) {
    for (std::uint64_t r = 0; r < walk.repeats; ++r) {
      for (std::uint64_t b = 0; b < walk.blocks; ++b) {
        const std::uint64_t block = first + r * walk.repeat_stride + b * walk.block_stride;
        for (std::uint64_t i = 0; i <= beyond; ++i) {
          before_[block + i + 1] = 1;
        }
      }
    }
    std::partial_sum(before_.begin(), before_.end(), before_.begin());
  }

  // Whether a vector from block `place` on overlaps a touched block.
  bool meets(std::uint64_t place) const { return before_[place + kVectorBlocks] != before_[place]; }

 private:
  // The number of touched blocks below each block.
  std::vector<std::uint16_t> before_;
};

template <typename Condition>
Places places_where(std::uint64_t ub_blocks, Condition condition) {
  Places places;
  places.reserve(ub_blocks);
  for (std::uint64_t place = 0; place + kVectorBlocks <= ub_blocks; ++place) {
    if (condition(place)) {
      places.push_back(place);
    }
  }
  return places;
}

std::uint64_t any_of(const Places& places, std::uint64_t which) {
  return places[static_cast<std::size_t>(which % places.size())];
}

enum class Kind { kEnd, kStart, kAnywhere, kInSource };
constexpr std::array<Kind, 8> kKinds = {Kind::kEnd,      Kind::kAnywhere, Kind::kAnywhere,
                                        Kind::kStart,    Kind::kEnd,      Kind::kAnywhere,
                                        Kind::kInSource, Kind::kInSource};

}  // namespace

Region before_vector(std::uint64_t ub_blocks) {
  return {0, ub_blocks - kVectorBlocks};
}

VectorChoice draw_vector_choice(ChoiceSource& choices) {
  VectorChoice choice;
  choice.kind = choices.below(kKinds.size());
  choice.which = choices.below(std::uint64_t{1} << 16);
  return choice;
}

std::uint64_t vector_apart(const VectorChoice& choice, const spec::Conversion& row,
                           const AddressingPlan& plan, const VectorRoom& room) {
  const BlockSet dst(dst_walk(row, plan), plan.dst.first, room.ub_blocks, room.beyond);
  const BlockSet src(src_walk(row, plan), plan.src.first, room.ub_blocks, room.beyond);
  const Kind kind = kKinds[choice.kind];
  if (kind == Kind::kInSource && room.may_overlap_source) {
    const Places places = places_where(
        room.ub_blocks, [&](std::uint64_t place) { return !dst.meets(place) && src.meets(place); });
    if (!places.empty()) {
      return any_of(places, choice.which);
    }
  }
  const Places places = places_where(
      room.ub_blocks, [&](std::uint64_t place) { return !dst.meets(place) && !src.meets(place); });
  assert(!places.empty());
  switch (kind) {
    case Kind::kStart:
      return places.front();
    case Kind::kAnywhere:
      return any_of(places, choice.which);
    case Kind::kEnd:
    case Kind::kInSource:
      break;
  }
  return places.back();
}

std::uint64_t vector_in_destination(const VectorChoice& choice, const spec::Conversion& row,
                                    const AddressingPlan& plan, std::uint64_t ub_blocks) {
  const BlockSet dst(dst_walk(row, plan), plan.dst.first, ub_blocks, 0);
  return any_of(places_where(ub_blocks, [&](std::uint64_t place) { return dst.meets(place); }),
                choice.which);
}

}  // namespace vconform::generators
