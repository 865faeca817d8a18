#include "generators/testing/features_used.h"

#include <array>
#include <cstdint>
#include <iterator>
#include <set>
#include <variant>
#include <vector>

#include "generators/testing/copy_legality.h"
#include "generators/testing/sample_cases.h"
#include "generators/vector/masks.h"
#include "spec/case/lowering.h"

namespace vconform::generators {

namespace {

// A vector of factors begins in these 32 bytes and takes four of them.
bool in_vector(std::uint64_t vector, std::uint64_t address) {
  return address < vector + 128 && vector < address + 32;
}

// Whether a source and a destination block share bytes, or two blocks of the destination, or a
// vector and any of them.
bool overlaps(const spec::Vconv& v, std::uint64_t repeats, std::uint64_t scale) {
  const spec::Conversion& row = v.cell.conversion();
  std::set<std::uint64_t> written;
  const bool has_vector = spec::is_vdeq(row.deq);
  const std::uint64_t vector = (scale & 0x3fff) * 32;
  bool twice = false;
  for (std::uint64_t r = 0; r < repeats; ++r) {
    for (std::uint64_t b = 0; b < static_cast<std::uint64_t>(row.destination_blocks); ++b) {
      const std::uint64_t block =
          v.dst.offset + 32 * (r * v.dst_repeat_stride + b * v.dst_block_stride);
      twice |= !written.insert(block).second || (has_vector && in_vector(vector, block));
    }
  }
  for (std::uint64_t r = 0; r < repeats; ++r) {
    for (std::uint64_t b = 0; b < static_cast<std::uint64_t>(row.source_blocks); ++b) {
      const std::uint64_t block =
          v.src.offset + 32 * (r * v.src_repeat_stride + b * v.src_block_stride);
      const auto above = written.lower_bound(block);
      twice |= above != written.end() && *above < block + 32;
      twice |= above != written.begin() && *std::prev(above) + 32 > block;
      twice |= has_vector && in_vector(vector, block);
    }
  }
  return twice;
}

// The registers when the instruction runs.
struct Met {
  std::uint64_t ctrl = 0;
  spec::Mask mask;
  std::uint64_t scale = 0;
  spec::Vconv vconv;
  bool counter_mode_outside = false;

  void operator()(const spec::SetMask& step) { mask = step.mask; }
  void operator()(const spec::SetCtrl& step) { ctrl = step.value; }
  void operator()(const spec::SetDeqScale& step) { scale = step.value; }
  template <typename ReadByCopies>
  void operator()(const ReadByCopies&) {}
  void operator()(const spec::Vconv& step) { vconv = step; }
  // An API form of a vector instruction.
  template <typename Call>
    requires requires(const Call& call) { spec::lowered(call, 0); }
  void operator()(const Call& step) {
    counter_mode_outside = (ctrl >> 56 & 1) != 0;
    for (const spec::Step& lower : spec::lowered(step, ctrl)) {
      std::visit(*this, lower);
      if (std::holds_alternative<spec::Vconv>(lower)) {
        break;
      }
    }
  }
};

bool is_api(const spec::Case& test_case) {
  return !std::holds_alternative<spec::Vconv>(test_case.steps.back());
}

}  // namespace

spec::FeatureSet features_used(const spec::Case& test_case) {
  if (spec::cell_of(test_case.steps.back())->conversion().is_copy()) {
    return copy_features(test_case);
  }
  Met met;
  for (const spec::Step& step : test_case.steps) {
    std::visit(met, step);
  }
  const spec::Vconv& v = met.vconv;
  const spec::Conversion& row = v.cell.conversion();
  const bool half = row.to().is_floating() && row.to().bits == 16;
  const bool counter = (met.ctrl >> 56 & 1) != 0;
  const auto elements = static_cast<std::uint64_t>(row.elements);
  const std::uint64_t count = met.mask.mask0 & 0xffffffff;
  const std::uint64_t repeats = counter ? (count + elements - 1) / elements : v.repeat;
  const bool contiguous = v.dst_block_stride == 1 && v.src_block_stride == 1 &&
                          v.dst_repeat_stride == row.destination_blocks &&
                          v.src_repeat_stride == row.source_blocks;
  const spec::Mask full = is_api(test_case) ? spec::contiguous_mask(elements) : kFullMask;
  const bool full_mask =
      (met.mask.mask0 & full.mask0) == full.mask0 && (met.mask.mask1 & full.mask1) == full.mask1;
  const std::array<bool, 8> used = {half && (met.ctrl >> 48 & 1) == 0,
                                    half && (met.ctrl >> 48 & 1) != 0,
                                    (met.ctrl >> 59 & 1) != 0,
                                    !counter && !full_mask,
                                    counter || met.counter_mode_outside,
                                    v.repeat != 1 || repeats > 1,
                                    !contiguous,
                                    overlaps(v, repeats, met.scale)};
  spec::FeatureSet set;
  for (std::size_t i = 0; i < used.size(); ++i) {
    set.bits |= (used[i] ? 1u : 0u) << i;
  }
  return set;
}

}  // namespace vconform::generators
