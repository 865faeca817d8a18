// The active lanes of a repeat, and their elements in an array without gaps.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "adapters/elementwise/elementwise_walk.h"

namespace vconform::adapters {

// Consecutive bytes of a repeat that hold active lanes.
struct LaneRun {
  std::uint64_t at;
  std::uint64_t bytes;
};

class PackedLanes {
 public:
  // The lanes of `walk` that are active in a repeat.
  PackedLanes(const ElementwiseWalk& walk, std::uint64_t repeat);

  // Their numbers, ascending.
  std::span<const std::uint64_t> lanes() const { return lanes_; }
  std::uint64_t count() const { return lanes_.size(); }
  // Whether this repeat is packed in UB as well, from its start on.
  bool is_packed() const;

  // `packed` is aligned for every element type, and holds a repeat of the widest one.
  void gather_sources(std::uint64_t repeat, std::span<const std::uint8_t> ub,
                      std::span<std::uint8_t> packed) const;
  void gather_destinations(std::uint64_t repeat, std::span<const std::uint8_t> ub,
                           std::span<std::uint8_t> packed) const;
  void scatter(std::uint64_t repeat, std::span<const std::uint8_t> packed,
               std::span<std::uint8_t> ub) const;

 private:
  const ElementwiseWalk& walk_;
  std::vector<std::uint64_t> lanes_;
  std::vector<LaneRun> source_;
  std::vector<LaneRun> destination_;
};

}  // namespace vconform::adapters
