#include "adapters/elementwise/vector_run.h"

#include <array>
#include <optional>

#include "adapters/abi/cell.h"
#include "adapters/elementwise/packed_lanes.h"
#include "spec/number/quantization.h"

namespace vconform::adapters {

namespace {

// A mask cannot activate more lanes.
constexpr std::size_t kMaxLanes = spec::kMaskBits;

constexpr bool rows_fit() {
  for (const spec::Conversion& row : spec::kVectorRows) {
    if (static_cast<std::size_t>(row.elements) > kMaxLanes) {
      return false;
    }
  }
  return true;
}
static_assert(rows_fit());

// An unsigned word of 64 bits; only the width of this format matters.
constexpr spec::NumberFormat kFactorWord = spec::format_of(spec::NumberType::kU64);

// Elements without gaps, aligned for every type.
using Packed = std::array<std::uint64_t, kMaxLanes>;

std::span<std::uint8_t> bytes_of(Packed& packed) {
  return {reinterpret_cast<std::uint8_t*>(packed.data()), sizeof packed};
}

std::uint32_t convert(const Served& library, const ElementwiseWalk& walk, const void* source,
                      void* destination, std::uint64_t count) {
  const spec::Conversion& row = walk.cell.conversion();
  return library.table.convert(library.context, source, destination, count,
                               static_cast<std::uint32_t>(row.source),
                               static_cast<std::uint32_t>(row.destination),
                               static_cast<std::uint32_t>(walk.cell.rounding), walk.registers.ctrl);
}

// The elements of a DEQ or a cast_deq, one by one.
class Elements {
 public:
  explicit Elements(const ElementwiseWalk& walk) : walk_(walk) {
    const spec::Conversion& row = walk.named.conversion();
    element_.struct_size = sizeof element_;
    element_.family = static_cast<std::uint32_t>(row.family);
    element_.variant = variant_of(row);
    element_.source_type = static_cast<std::uint32_t>(row.source);
    element_.destination_type = static_cast<std::uint32_t>(row.destination);
    element_.word = walk.registers.deq_scale;
    element_.ctrl = walk.registers.ctrl;
  }

  // `ub` is that from which the repeat reads.
  std::uint32_t run(const Served& library, std::span<const std::uint64_t> lanes,
                    std::span<const std::uint8_t> sources, std::span<std::uint8_t> results,
                    std::span<const std::uint8_t> ub) {
    const spec::Conversion& row = walk_.cell.conversion();
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      element_.source = spec::load_element(sources, 0, row.from(), i);
      if (spec::is_vdeq(row.deq)) {
        element_.word =
            spec::load_element(ub, factors_of(walk_), kFactorWord, lanes[i] % spec::kVectorFactors);
      }
      std::uint64_t result = spec::load_element(results, 0, row.to(), i);
      const std::uint32_t status = library.table.element(library.context, &element_, &result);
      if (status != VCONFORM_OK) {
        return status;
      }
      spec::store_element(results, 0, row.to(), i, result);
    }
    return VCONFORM_OK;
  }

 private:
  const ElementwiseWalk& walk_;
  vconform_element element_{};
};

// One repeat after another, by way of arrays without gaps.
class Repeats {
 public:
  Repeats(const Served& library, const ElementwiseWalk& walk, std::span<std::uint8_t> ub)
      : library_(library), walk_(walk), ub_(ub), elements_(walk) {}

  std::uint32_t run(std::uint64_t repeat, const PackedLanes& lanes) {
    lanes.gather_sources(repeat, ub_, bytes_of(sources_));
    // A result that the library leaves unwritten is what stood there before.
    lanes.gather_destinations(repeat, ub_, bytes_of(results_));
    const bool is_array = walk_.cell.conversion().family == spec::Family::kVconv;
    const std::uint32_t status =
        is_array
            ? convert(library_, walk_, sources_.data(), results_.data(), lanes.count())
            : elements_.run(library_, lanes.lanes(), bytes_of(sources_), bytes_of(results_), ub_);
    if (status == VCONFORM_OK) {
      lanes.scatter(repeat, bytes_of(results_), ub_);
    }
    return status;
  }

 private:
  const Served& library_;
  const ElementwiseWalk& walk_;
  std::span<std::uint8_t> ub_;
  Elements elements_;
  Packed sources_ = {};
  Packed results_ = {};
};

// The elements of operands that are arrays in UB already, one behind the other and apart from each
// other: nullopt if they are not.
std::optional<std::uint64_t> elements_in_place(const ElementwiseWalk& walk,
                                               const PackedLanes& first) {
  const spec::Conversion& row = walk.cell.conversion();
  const auto follow = [&](const ElementwiseOperand& operand) {
    return walk.repeats == 1 ||
           (first.count() == walk.lanes && operand.repeat_at(1) - operand.repeat_at(0) ==
                                               spec::byte_count(operand.format(), walk.lanes));
  };
  if (row.family != spec::Family::kVconv || !first.is_packed() || !follow(walk.source) ||
      !follow(walk.destination)) {
    return std::nullopt;
  }
  const std::uint64_t count =
      walk.counter_mode ? spec::counter_of(walk.registers.mask) : walk.repeats * first.count();
  const std::uint64_t source = walk.source.repeat_at(0);
  const std::uint64_t destination = walk.destination.repeat_at(0);
  const bool are_apart = source + spec::byte_count(row.from(), count) <= destination ||
                         destination + spec::byte_count(row.to(), count) <= source;
  return are_apart ? std::optional(count) : std::nullopt;
}

}  // namespace

std::uint32_t run_vector(const Served& library, const ElementwiseWalk& walk,
                         std::span<std::uint8_t> ub) {
  if (walk.repeats == 0) {
    return VCONFORM_OK;
  }
  const PackedLanes first(walk, 0);
  if (first.count() == 0) {
    return VCONFORM_OK;
  }
  if (const auto count = elements_in_place(walk, first)) {
    return convert(library, walk, ub.data() + walk.source.repeat_at(0),
                   ub.data() + walk.destination.repeat_at(0), *count);
  }
  Repeats repeats(library, walk, ub);
  // In counter mode the last repeat may be partial.
  const std::uint64_t alike = walk.counter_mode ? walk.repeats - 1 : walk.repeats;
  for (std::uint64_t repeat = 0; repeat < alike; ++repeat) {
    if (const std::uint32_t status = repeats.run(repeat, first); status != VCONFORM_OK) {
      return status;
    }
  }
  const bool has_partial = alike < walk.repeats;
  return has_partial ? repeats.run(alike, PackedLanes(walk, alike)) : std::uint32_t{VCONFORM_OK};
}

}  // namespace vconform::adapters
