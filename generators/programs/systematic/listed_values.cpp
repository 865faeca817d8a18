#include "generators/programs/systematic/listed_values.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "generators/choices/wide.h"
#include "generators/number/every_pattern.h"
#include "generators/number/exact_pattern.h"
#include "generators/number/interesting_values.h"
#include "generators/vector/background.h"
#include "generators/vector/masks.h"
#include "spec/case/registers.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

constexpr std::uint64_t kRepeatsPerCase = 64;

// Ties just beyond the limit of a floating-point destination, after an even and an odd neighbour:
// the families end half a last bit beyond it.
std::vector<std::uint64_t> ties_beyond(const spec::Conversion& row) {
  const spec::NumberFormat& to = row.to();
  if (!to.is_floating() || !row.from().is_floating() ||
      row.from().max_exponent() <= to.max_exponent() || row.from().precision() <= to.precision()) {
    return {};
  }
  const int half_of_last_bit = to.max_exponent() - to.fraction_bits;
  const std::uint64_t first = to.fraction_mask() + 1;
  std::vector<std::uint64_t> patterns;
  for (const std::uint64_t neighbour : {first, first + 1}) {
    for (const bool negative : {false, true}) {
      patterns.push_back(
          pattern_toward_zero(row.from(), {negative, Wide{2 * neighbour + 1}, half_of_last_bit}));
    }
  }
  return patterns;
}

std::vector<std::uint64_t> collect(const spec::Conversion& row) {
  std::vector<std::uint64_t> patterns = ties_beyond(row);
  for (const ValueFamily* family : families_of(row)) {
    const std::uint64_t count = family->count(row);
    const std::uint64_t taken = std::min(count, kMostOfAFamily);
    for (std::uint64_t i = 0; i < taken; ++i) {
      // The last of `taken` is the last of the family; the product needs 128 bits.
      const auto index = static_cast<std::uint64_t>(
          taken == 1 ? 0 : static_cast<Wide>(count - 1) * i / (taken - 1));
      patterns.push_back(family->pattern(row, index));
    }
  }
  std::sort(patterns.begin(), patterns.end());
  patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
  return patterns;
}

// Kept, one for each row: lists take long to make and are few.
const std::vector<std::uint64_t>& kept_patterns(const spec::Conversion& row) {
  static std::array<std::vector<std::uint64_t>, spec::kConversions.size()> kept;
  std::vector<std::uint64_t>& patterns = kept[spec::position_of(row)];
  if (patterns.empty()) {
    patterns = collect(row);
  }
  return patterns;
}

std::uint64_t elements_per_case(const spec::Conversion& row, spec::FeatureSet claimed) {
  const std::uint64_t repeats = claimed.has(spec::Feature::kRepeat) ? kRepeatsPerCase : 1;
  return repeats * static_cast<std::uint64_t>(row.elements);
}

}  // namespace

std::vector<std::uint64_t> listed_patterns(const spec::Conversion& row) {
  return kept_patterns(row);
}

std::size_t vconv_listed_case_count(const spec::Conversion& row, spec::FeatureSet claimed) {
  const std::uint64_t per_case = elements_per_case(row, claimed);
  return static_cast<std::size_t>((kept_patterns(row).size() + per_case - 1) / per_case);
}

spec::Case vconv_listed_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                             spec::FeatureSet claimed) {
  const spec::Conversion& row = cell.conversion();
  const std::vector<std::uint64_t>& patterns = kept_patterns(row);
  const auto elements = static_cast<std::uint64_t>(row.elements);
  const std::uint64_t per_case = elements_per_case(row, claimed);
  const std::uint64_t first = index * per_case;
  const std::uint64_t listed = std::min(per_case, patterns.size() - first);
  const std::uint64_t repeats = (listed + elements - 1) / elements;

  spec::Vconv vconv;
  vconv.cell = cell;
  vconv.repeat = static_cast<std::uint8_t>(repeats);
  vconv.src_repeat_stride = static_cast<std::uint16_t>(row.source_blocks);
  vconv.dst_repeat_stride = static_cast<std::uint16_t>(row.destination_blocks);
  vconv.dst.offset = repeats * vconv.src_repeat_stride * spec::kBlockBytes;

  const NumberRange old = destination_numbers(row);
  spec::Case test_case;
  test_case.memories = {{spec::MemoryId::kUb, spec::memory_of(spec::MemoryId::kUb).a2_size}};
  test_case.placements = {
      spec::PlaceNumbers{vconv.dst, row.destination, repeats * elements, old.low, old.modulus}};
  for (std::uint64_t i = 0; i < repeats * elements; ++i) {
    const std::uint64_t pattern = patterns[first + std::min(i, listed - 1)];
    test_case.placements.push_back(spec::PlaceElement{vconv.src, row.source, i, pattern});
  }
  test_case.steps = {spec::SetCtrl{ctrl}, spec::SetMask{kFullMask}, vconv};
  return test_case;
}

}  // namespace vconform::generators
