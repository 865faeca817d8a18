#include "generators/deq/exhaustive.h"

#include <algorithm>
#include <cassert>

#include "generators/deq/factor_grid.h"
#include "generators/dequantise/scales.h"
#include "generators/number/every_pattern.h"
#include "generators/vector/background.h"
#include "generators/vector/case_parts.h"
#include "generators/vector/masks.h"
#include "spec/case/registers.h"

namespace vconform::generators {

namespace {

constexpr std::uint64_t kSources = 1 << 16;

// Contiguous full repeats from block 0 on, the destination after the source, a vector after both.
spec::Case full_repeats(const spec::Cell& cell, std::uint64_t ctrl, const DeqScales& scales,
                        std::uint64_t repeats, const spec::PlacePatterns& source) {
  const spec::Conversion& row = cell.conversion();
  AddressingPlan plan;
  plan.src.strides = contiguous_strides(src_blocks(row));
  plan.dst.strides = contiguous_strides(dst_blocks(row));
  plan.dst.first = repeats * plan.src.strides.repeat;
  plan.repeat = static_cast<std::uint8_t>(repeats);
  plan.repeats = repeats;
  const std::uint64_t end = plan.dst.first + repeats * plan.dst.strides.repeat;
  const spec::Vconv vconv = instruction(cell, plan);
  const NumberRange old = destination_numbers(row);
  const std::uint64_t old_count = repeats * plan.dst.strides.repeat * spec::kBlockBytes;
  spec::Case test_case = empty_case();
  test_case.placements = {
      spec::PlaceNumbers{vconv.dst, row.destination, old_count, old.low, old.modulus}, source};
  append(test_case.placements, vector_placements(scales, end));
  test_case.steps = {spec::SetCtrl{ctrl}, spec::SetMask{kFullMask}, scale_step(scales, end), vconv};
  return test_case;
}

std::uint64_t elements_of(const spec::Conversion& row) {
  return static_cast<std::uint64_t>(row.elements);
}

// The elements from `first` on in the endlessly repeated list of all patterns.
spec::PlacePatterns patterns_from(const spec::Conversion& row, std::uint64_t first,
                                  std::uint64_t count) {
  return {spec::Address{}, row.source, count, first * kPatternStep % kSources, kPatternStep};
}

constexpr std::uint64_t kScalarParts = 3;
constexpr std::uint64_t kVectorCases = 2;

DeqScales one_factor(std::uint64_t factor) {
  DeqScales scales;
  scales.words = {factor};
  return scales;
}

// The grid, rotated by row: in each row a source meets the factor of another lane.
DeqScales rotated_grid(const spec::Conversion& row) {
  const std::uint64_t by = 2 * (row.number % 4);
  DeqScales scales;
  scales.is_tensor = true;
  for (std::uint64_t i = 0; i < kFactorGrid.size(); ++i) {
    scales.words.push_back(kFactorGrid[(i + by) % kFactorGrid.size()]);
  }
  return scales;
}

// The distribution of the repeats of one factor, or of one vector, over cases.
struct Parts {
  std::uint64_t all_repeats;
  std::uint64_t most;

  std::uint64_t count() const { return (all_repeats + most - 1) / most; }
};

Parts parts_of(const spec::Conversion& row, spec::FeatureSet claimed) {
  const std::uint64_t all = kSources / elements_of(row);
  if (!claimed.has(spec::Feature::kRepeat)) {
    return {all, 1};
  }
  return spec::is_vdeq(row.deq) ? Parts{kVectorCases * spec::kMaxRepeat, spec::kMaxRepeat}
                                : Parts{all, (all + kScalarParts - 1) / kScalarParts};
}

}  // namespace

std::size_t deq_exhaustive_case_count(const spec::Conversion& row, spec::FeatureSet claimed) {
  if (row.family != spec::Family::kDeq || row.source != spec::NumberType::kS16) {
    return 0;
  }
  const std::uint64_t factors = spec::is_vdeq(row.deq) ? 1 : kScalarFactors;
  return static_cast<std::size_t>(factors * parts_of(row, claimed).count());
}

spec::Case deq_exhaustive_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                               spec::FeatureSet claimed) {
  const spec::Conversion& row = cell.conversion();
  assert(index < deq_exhaustive_case_count(row, claimed));
  assert(!spec::ctrl_bit(ctrl, spec::kCtrlCounterMode));
  const Parts parts = parts_of(row, claimed);
  const std::uint64_t before = index % parts.count() * parts.most;
  const std::uint64_t repeats = std::min(parts.most, parts.all_repeats - before);
  const std::uint64_t point = index / parts.count() + kScalarFactors * (row.number % 4);
  const DeqScales scales =
      spec::is_vdeq(row.deq) ? rotated_grid(row) : one_factor(kFactorGrid[point]);
  const std::uint64_t elements = elements_of(row);
  return full_repeats(cell, ctrl, scales, repeats,
                      patterns_from(row, before * elements, repeats * elements));
}

}  // namespace vconform::generators
