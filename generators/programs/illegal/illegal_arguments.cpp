#include "generators/programs/illegal/illegal_arguments.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "generators/choices/draws.h"
#include "generators/programs/families.h"
#include "generators/programs/illegal/argument_errors.h"
#include "generators/programs/illegal/out_of_range.h"
#include "generators/programs/instruction_cases.h"
#include "generators/programs/operands.h"
#include "generators/vector/masks.h"
#include "spec/case/registers.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

using spec::Feature;

constexpr std::uint64_t kOffsets = spec::kBlockBytes - 1;
// Half of UB away from everything else in the simplest case.
constexpr std::uint64_t kFarAway = 96 * 1024;

// Each lane of s4 is inactive once while the other one of its pair is active.
std::uint64_t splits_of(const spec::Conversion& row) {
  return static_cast<std::uint64_t>(row.elements);
}

std::vector<std::uint64_t> odd_counts_of(const spec::Conversion& row) {
  std::vector<std::uint64_t> counts = {1, 3};
  for (std::uint64_t power = 4; power <= 2 * static_cast<std::uint64_t>(row.elements); power *= 2) {
    counts.push_back(power - 1);
    counts.push_back(power + 1);
  }
  return counts;
}

// One full contiguous repeat with the destination far from everything else.
spec::Case simplest_case(const spec::Cell& cell, spec::FeatureSet claimed) {
  constexpr spec::FeatureSet kHalfResults = {static_cast<std::uint32_t>(Feature::kSaturate) |
                                             static_cast<std::uint32_t>(Feature::kKeepInf)};
  ReplaySource simplest({});
  spec::Case made =
      instruction_case(simplest, cell, spec::FeatureSet{claimed.bits & kHalfResults.bits});
  destination_of(made.steps.back()).offset = kFarAway;
  return made;
}

template <typename Set>
Set& register_of(spec::Case& made) {
  return std::get<Set>(*std::ranges::find_if(
      made.steps, [](const spec::Step& step) { return std::holds_alternative<Set>(step); }));
}

spec::Case split_pair_case(const spec::Cell& cell, std::uint64_t lane, spec::FeatureSet claimed) {
  spec::Case made = simplest_case(cell, claimed);
  const spec::Mask without = lane < 64 ? spec::Mask{0, std::uint64_t{1} << lane}
                                       : spec::Mask{std::uint64_t{1} << (lane - 64), 0};
  register_of<spec::SetMask>(made).mask = {kFullMask.mask1 & ~without.mask1,
                                           kFullMask.mask0 & ~without.mask0};
  return made;
}

spec::Case odd_count_case(const spec::Cell& cell, std::uint64_t count, spec::FeatureSet claimed) {
  spec::Case made = simplest_case(cell, claimed);
  register_of<spec::SetCtrl>(made).value |= spec::with_ctrl_bit(spec::kCtrlCounterMode);
  register_of<spec::SetMask>(made).mask = {0, count};
  return made;
}

}  // namespace

std::uint64_t illegal_case_count(const spec::Cell& cell, spec::FeatureSet claimed) {
  const spec::Conversion& row = cell.conversion();
  if (const auto illegal_draws = generators_of(row).illegal_draws) {
    return illegal_draws(row, claimed).size();
  }
  const bool has_pairs = lane_shape(row).pairs && row.family == spec::Family::kVconv;
  const bool has_counts = claimed.has(Feature::kCounter) && claimed.has(Feature::kRepeat);
  return 2 * kOffsets + (has_pairs && claimed.has(Feature::kMask) ? splits_of(row) : 0) +
         (has_pairs && has_counts ? odd_counts_of(row).size() : 0);
}

spec::Case illegal_case(const spec::Cell& cell, std::uint64_t index, spec::FeatureSet claimed) {
  const spec::Conversion& row = cell.conversion();
  if (const auto illegal_draws = generators_of(row).illegal_draws) {
    const std::vector<Draws> all = illegal_draws(row, claimed);
    ReplaySource draws(all.at(index));
    return out_of_range_case(draws, cell, claimed);
  }
  if (index < 2 * kOffsets) {
    spec::Case made = simplest_case(cell, claimed);
    spec::Step& step = made.steps.back();
    spec::Address& operand = index < kOffsets ? destination_of(step) : source_of(step);
    operand.offset += 1 + index % kOffsets;
    return made;
  }
  index -= 2 * kOffsets;
  const std::uint64_t splits = claimed.has(Feature::kMask) ? splits_of(row) : 0;
  return index < splits ? split_pair_case(cell, index, claimed)
                        : odd_count_case(cell, odd_counts_of(row).at(index - splits), claimed);
}

std::uint64_t listed_argument_error_count(const spec::Cell& cell, spec::FeatureSet claimed) {
  return has_argument_errors(cell) ? argument_error_draws(claimed).size() : 0;
}

spec::Case listed_argument_error(const spec::Cell& cell, std::uint64_t index,
                                 spec::FeatureSet claimed) {
  const std::vector<Draws> all = argument_error_draws(claimed);
  ReplaySource draws(all.at(index));
  return argument_error_case(draws, cell, {claimed, 2 * kLeastUbBlocks});
}

}  // namespace vconform::generators
