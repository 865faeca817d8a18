#include "adapters/elementwise/packed_lanes.h"

#include <cstring>

namespace vconform::adapters {

namespace {

// A pair of s4 lanes makes a byte: mask bits and counts are in pairs (s4.mask-pairs).
void add_lane(const ElementwiseOperand& operand, std::uint64_t lane, std::vector<LaneRun>& runs) {
  if (operand.format().bits < 8 && lane % 2 != 0) {
    return;
  }
  const std::uint64_t at = operand.lane_at(lane);
  const std::uint64_t bytes = spec::byte_count(operand.format(), 1);
  if (!runs.empty() && runs.back().at + runs.back().bytes == at) {
    runs.back().bytes += bytes;
  } else {
    runs.push_back({at, bytes});
  }
}

// memcpy of a size that is known becomes a few instructions: most runs are an element or a block.
void copy(std::uint8_t* to, const std::uint8_t* from, std::uint64_t bytes) {
  switch (bytes) {
    case 1:
      *to = *from;
      return;
    case 2:
      std::memcpy(to, from, 2);
      return;
    case 4:
      std::memcpy(to, from, 4);
      return;
    case 8:
      std::memcpy(to, from, 8);
      return;
    case spec::kBlockBytes:
      std::memcpy(to, from, spec::kBlockBytes);
      return;
    default:
      std::memcpy(to, from, bytes);
  }
}

void gather(const std::vector<LaneRun>& runs, const std::uint8_t* from, std::uint8_t* packed) {
  for (const LaneRun& run : runs) {
    copy(packed, from + run.at, run.bytes);
    packed += run.bytes;
  }
}

bool is_from_start(const std::vector<LaneRun>& runs) {
  return runs.size() == 1 && runs.front().at == 0;
}

}  // namespace

PackedLanes::PackedLanes(const ElementwiseWalk& walk, std::uint64_t repeat) : walk_(walk) {
  for (std::uint64_t lane = 0; lane < walk.lanes; ++lane) {
    if (walk.is_active(repeat, lane)) {
      lanes_.push_back(lane);
      add_lane(walk.source, lane, source_);
      add_lane(walk.destination, lane, destination_);
    }
  }
}

bool PackedLanes::is_packed() const {
  return is_from_start(source_) && is_from_start(destination_);
}

void PackedLanes::gather_sources(std::uint64_t repeat, std::span<const std::uint8_t> ub,
                                 std::span<std::uint8_t> packed) const {
  gather(source_, ub.data() + walk_.source.repeat_at(repeat), packed.data());
}

void PackedLanes::gather_destinations(std::uint64_t repeat, std::span<const std::uint8_t> ub,
                                      std::span<std::uint8_t> packed) const {
  gather(destination_, ub.data() + walk_.destination.repeat_at(repeat), packed.data());
}

void PackedLanes::scatter(std::uint64_t repeat, std::span<const std::uint8_t> packed,
                          std::span<std::uint8_t> ub) const {
  const std::uint8_t* from = packed.data();
  std::uint8_t* to = ub.data() + walk_.destination.repeat_at(repeat);
  for (const LaneRun& run : destination_) {
    copy(to + run.at, from, run.bytes);
    from += run.bytes;
  }
}

}  // namespace vconform::adapters
