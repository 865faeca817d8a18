#include "generators/features_used.h"

#include <array>
#include <cstdint>
#include <iterator>
#include <set>

#include "generators/masks.h"
#include "generators/sample_cases.h"

namespace vconform::generators {

namespace {

// A source and a destination block, or two of the destination, share bytes.
bool overlaps(const spec::Vconv& v, std::uint64_t repeats) {
  const spec::Conversion& row = v.cell.conversion();
  std::set<std::uint64_t> written;
  bool twice = false;
  for (std::uint64_t r = 0; r < repeats; ++r) {
    for (std::uint64_t b = 0; b < static_cast<std::uint64_t>(row.destination_blocks); ++b) {
      const std::uint64_t block =
          v.dst.offset + 32 * (r * v.dst_repeat_stride + b * v.dst_block_stride);
      twice |= !written.insert(block).second;
    }
  }
  for (std::uint64_t r = 0; r < repeats; ++r) {
    for (std::uint64_t b = 0; b < static_cast<std::uint64_t>(row.source_blocks); ++b) {
      const std::uint64_t block =
          v.src.offset + 32 * (r * v.src_repeat_stride + b * v.src_block_stride);
      const auto above = written.lower_bound(block);
      twice |= above != written.end() && *above < block + 32;
      twice |= above != written.begin() && *std::prev(above) + 32 > block;
    }
  }
  return twice;
}

}  // namespace

spec::FeatureSet features_used(const spec::Case& test_case) {
  const std::uint64_t ctrl = std::get<spec::SetCtrl>(test_case.steps[0]).value;
  const spec::Mask mask = std::get<spec::SetMask>(test_case.steps[1]).mask;
  const spec::Vconv& v = only_instruction(test_case);
  const spec::Conversion& row = v.cell.conversion();
  const bool half = row.to().is_floating() && row.to().bits == 16;
  const bool counter = (ctrl >> 56 & 1) != 0;
  const auto elements = static_cast<std::uint64_t>(row.elements);
  const std::uint64_t count = mask.mask0 & 0xffffffff;
  const std::uint64_t repeats = counter ? (count + elements - 1) / elements : v.repeat;
  const bool contiguous = v.dst_block_stride == 1 && v.src_block_stride == 1 &&
                          v.dst_repeat_stride == row.destination_blocks &&
                          v.src_repeat_stride == row.source_blocks;
  const std::array<bool, 8> used = {half && (ctrl >> 48 & 1) == 0,
                                    half && (ctrl >> 48 & 1) != 0,
                                    (ctrl >> 59 & 1) != 0,
                                    !counter && mask != kFullMask,
                                    counter,
                                    v.repeat != 1 || repeats > 1,
                                    !contiguous,
                                    overlaps(v, repeats)};
  spec::FeatureSet set;
  for (std::size_t i = 0; i < used.size(); ++i) {
    set.bits |= (used[i] ? 1u : 0u) << i;
  }
  return set;
}

}  // namespace vconform::generators
