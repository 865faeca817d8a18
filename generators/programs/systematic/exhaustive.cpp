#include "generators/programs/systematic/exhaustive.h"

#include <algorithm>
#include <cassert>

#include "generators/number/every_pattern.h"
#include "generators/vector/addressing.h"
#include "generators/vector/background.h"
#include "generators/vector/masks.h"
#include "spec/case/registers.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

std::uint64_t elements(const spec::Conversion& row) {
  return static_cast<std::uint64_t>(row.elements);
}

std::uint64_t all_repeats(const spec::Conversion& row) {
  const std::uint64_t patterns = row.from().pattern_mask() + 1;
  return std::max<std::uint64_t>(1, patterns / elements(row));
}

std::uint64_t repeats_per_case(const spec::Conversion& row, spec::FeatureSet claimed) {
  return claimed.has(spec::Feature::kRepeat) ? max_repeats(row, whole_ub()) : 1;
}

spec::Address block_address(std::uint64_t block) {
  return {spec::MemoryId::kUb, block * spec::kBlockBytes};
}

}  // namespace

std::size_t vconv_exhaustive_case_count(const spec::Conversion& row, spec::FeatureSet claimed) {
  if (row.from().bits > kExhaustiveSource) {
    return 0;
  }
  const std::uint64_t most = repeats_per_case(row, claimed);
  return static_cast<std::size_t>((all_repeats(row) + most - 1) / most);
}

spec::Case vconv_exhaustive_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                                 spec::FeatureSet claimed) {
  const spec::Conversion& row = cell.conversion();
  const std::uint64_t most = repeats_per_case(row, claimed);
  const std::uint64_t before = index * most;
  const std::uint64_t repeats = std::min(most, all_repeats(row) - before);
  const std::uint64_t count = repeats * elements(row);
  const auto src_blocks = static_cast<std::uint64_t>(row.source_blocks);

  spec::Vconv vconv;
  vconv.cell = cell;
  vconv.repeat = static_cast<std::uint8_t>(repeats);
  vconv.src = block_address(0);
  vconv.dst = block_address(repeats * src_blocks);
  vconv.src_repeat_stride = static_cast<std::uint16_t>(row.source_blocks);
  vconv.dst_repeat_stride = static_cast<std::uint16_t>(row.destination_blocks);

  const NumberRange old = destination_numbers(row);
  const std::uint64_t first = before * elements(row) * kPatternStep & row.from().pattern_mask();
  spec::Case test_case;
  test_case.memories = {{spec::MemoryId::kUb, spec::memory_of(spec::MemoryId::kUb).a2_size}};
  test_case.placements = {
      spec::PlaceNumbers{vconv.dst, row.destination, count, old.low, old.modulus},
      spec::PlacePatterns{vconv.src, row.source, count, first, kPatternStep},
  };
  test_case.steps = {spec::SetCtrl{ctrl}, spec::SetMask{kFullMask}, vconv};
  return test_case;
}

}  // namespace vconform::generators
