#include "generators/vector/payload.h"

#include <array>

#include "generators/choices/draws.h"
#include "generators/number/interesting_values.h"
#include "generators/vector/masks.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

std::uint64_t elements_per_block(const spec::NumberFormat& format) {
  return spec::kBlockBytes * spec::kBitsPerByte / static_cast<std::uint64_t>(format.bits);
}

spec::Address address_of(std::uint64_t block) {
  return {spec::MemoryId::kUb, block * spec::kBlockBytes};
}

using Lanes = std::vector<std::uint64_t>;

// First and last lane, and both sides of every block border of the wider operand and of every
// change in the mask.
Lanes edge_lanes(std::uint64_t elements, const spec::Mask& active) {
  const std::uint64_t per_block = elements / spec::kBlocksPerRepeat;
  Lanes lanes = {0, elements - 1};
  lanes.reserve(elements + 2);
  for (std::uint64_t lane = 1; lane + 1 < elements; ++lane) {
    const bool block_end = lane % per_block == 0 || (lane + 1) % per_block == 0;
    const bool mask_edge =
        active.bit(lane) != active.bit(lane - 1) || active.bit(lane) != active.bit(lane + 1);
    if (block_end || mask_edge) {
      lanes.push_back(lane);
    }
  }
  return lanes;
}

// The repeats and lanes in which an element may be planted.
enum class Repeats { kFirst, kLast, kAny };
enum class LaneChoice { kEdges, kAny };
struct Place {
  Repeats repeats;
  LaneChoice lanes;
};
constexpr std::array<Place, 12> kPlaces = {{
    {Repeats::kFirst, LaneChoice::kEdges},
    {Repeats::kFirst, LaneChoice::kEdges},
    {Repeats::kFirst, LaneChoice::kEdges},
    {Repeats::kFirst, LaneChoice::kAny},
    {Repeats::kLast, LaneChoice::kEdges},
    {Repeats::kLast, LaneChoice::kEdges},
    {Repeats::kLast, LaneChoice::kEdges},
    {Repeats::kLast, LaneChoice::kAny},
    {Repeats::kAny, LaneChoice::kEdges},
    {Repeats::kAny, LaneChoice::kEdges},
    {Repeats::kAny, LaneChoice::kAny},
    {Repeats::kAny, LaneChoice::kAny},
}};

// Plants elements into the lanes of one instruction.
class Planter {
 public:
  Planter(const spec::Conversion& row, const spec::Registers& registers, const AddressingPlan& plan,
          const PatternOfLane& pattern)
      : row_(row), plan_(plan), pattern_(pattern) {
    const LaneShape shape = lane_shape(row);
    const bool counter = spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode);
    const std::uint64_t last = plan.placed_repeats() - 1;
    edges_ = edge_lanes(shape.elements, active_lanes(registers.mask, counter, shape, last));
  }

  // Takes three draws, which with the one for the place make a part (kDrawsPerPart).
  spec::Placement plant(ChoiceSource& choices, const Place& place) const {
    const RepeatLane at = draw_lane(choices, place);
    const std::uint64_t pattern = pattern_(choices, at.lane);
    return spec::PlaceElement{address_of(plan_.src.first), row_.source,
                              element_index(at.repeat, at.lane), pattern};
  }

 private:
  struct RepeatLane {
    std::uint64_t repeat;
    std::uint64_t lane;
  };

  RepeatLane draw_lane(ChoiceSource& choices, const Place& place) const {
    const std::uint64_t repeats = plan_.placed_repeats();
    const std::uint64_t free_repeats = place.repeats == Repeats::kAny ? repeats : 1;
    const bool edges = place.lanes == LaneChoice::kEdges;
    const std::uint64_t lanes = edges ? edges_.size() : static_cast<std::uint64_t>(row_.elements);
    const std::uint64_t which = choices.below(free_repeats * lanes);
    const std::uint64_t repeat = place.repeats == Repeats::kLast ? repeats - 1 : which / lanes;
    const std::uint64_t lane = edges ? edges_[which % lanes] : which % lanes;
    return {repeat, lane};
  }

  // The index in elements from the start of the source.
  std::uint64_t element_index(std::uint64_t repeat, std::uint64_t lane) const {
    const std::uint64_t per_block = elements_per_block(row_.from());
    const std::uint64_t block =
        repeat * plan_.src.strides.repeat + lane / per_block * plan_.src.strides.block;
    return block * per_block + lane % per_block;
  }

  const spec::Conversion& row_;
  const AddressingPlan& plan_;
  const PatternOfLane& pattern_;
  Lanes edges_;
};

}  // namespace

spec::Placement fill_blocks(const spec::NumberFormat& format, std::uint64_t first,
                            std::uint64_t blocks, const NumberRange& numbers) {
  return spec::PlaceNumbers{address_of(first), format.type, blocks * elements_per_block(format),
                            numbers.low, numbers.modulus};
}

std::vector<spec::Placement> background(const spec::Conversion& row, const AddressingPlan& plan) {
  return background(row, plan, source_numbers(row));
}

std::vector<spec::Placement> background(const spec::Conversion& row, const AddressingPlan& plan,
                                        const NumberRange& source) {
  const std::uint64_t dst_span = span_blocks(dst_walk(row, plan));
  const std::uint64_t src_span = span_blocks(src_walk(row, plan));
  return {fill_blocks(row.to(), plan.dst.first, dst_span, destination_numbers(row)),
          fill_blocks(row.from(), plan.src.first, src_span, source)};
}

std::vector<spec::Placement> planted_elements(ChoiceSource& choices, const spec::Conversion& row,
                                              const spec::Registers& registers,
                                              const AddressingPlan& plan,
                                              const PatternOfLane& pattern) {
  const Planter planter(row, registers, plan, pattern);
  std::vector<spec::Placement> placements;
  while (placements.size() < kMaxPlanted) {
    const std::uint64_t place = choices.below(kPlaces.size() + 1);
    if (place == 0) {
      break;
    }
    placements.push_back(planter.plant(choices, kPlaces[place - 1]));
  }
  return placements;
}

std::vector<spec::Placement> planted_elements(ChoiceSource& choices, const spec::Conversion& row,
                                              const spec::Registers& registers,
                                              const AddressingPlan& plan) {
  return planted_elements(
      choices, row, registers, plan,
      [&row](ChoiceSource& source, std::uint64_t) { return interesting_pattern(source, row); });
}

}  // namespace vconform::generators
