#include "generators/deq/listed_values.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "generators/choices/wide.h"
#include "generators/dequantise/scaled_sources.h"
#include "generators/vector/case_parts.h"
#include "generators/vector/discriminating_case.h"
#include "generators/vector/masks.h"
#include "generators/vector/payload.h"
#include "spec/case/registers.h"

namespace vconform::generators {

namespace {

constexpr std::array<std::uint16_t, 26> kHalves = {
    0x3c00, 0x3800, 0x4000, 0xbc00, 0x3c01, 0x3bff, 0x2000, 0x1c00, 0x9c00,
    0x7800, 0x0400, 0x8400, 0x0200, 0x03ff, 0x0001, 0x8001, 0x7bff, 0xfbff,
    0x3555, 0x2e66, 0x15d5, 0x2f1c, 0x249c, 0x0c7e, 0x0000, 0x8000};

}  // namespace

std::span<const std::uint16_t> listed_half_scales() {
  return kHalves;
}

std::vector<std::uint64_t> listed_sources(const spec::Conversion& row, std::uint16_t half) {
  const Multiplier by = multiplier(row, half);
  std::vector<std::uint64_t> patterns;
  for (const ScaledFamily& family : scaled_families(row)) {
    const std::uint64_t count = family.count(by);
    const std::uint64_t taken = std::min(count, kMostOfAScaledFamily);
    for (std::uint64_t i = 0; i < taken; ++i) {
      // The last of `taken` is the last of the family; the product needs 128 bits.
      const auto index = static_cast<std::uint64_t>(
          taken == 1 ? 0 : static_cast<Wide>(count - 1) * i / (taken - 1));
      patterns.push_back(family.pattern(by, index));
    }
  }
  std::sort(patterns.begin(), patterns.end());
  patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
  return patterns;
}

namespace {

// The part of a scale's sources that one case converts, from `first` on.
struct Part {
  std::uint16_t half;
  std::uint64_t first;
  std::uint64_t count;
};

std::vector<Part> all_parts(const spec::Conversion& row, bool whole) {
  std::vector<Part> parts;
  for (const std::uint16_t half : kHalves) {
    const std::uint64_t all = listed_sources(row, half).size();
    const std::uint64_t most = whole ? all : static_cast<std::uint64_t>(row.elements);
    for (std::uint64_t first = 0; first < all; first += most) {
      parts.push_back({half, first, std::min(most, all - first)});
    }
  }
  return parts;
}

// Kept: the lists take long to make and are the same each time; vconv_deq is the only row.
const std::vector<Part>& kept_parts(const spec::Conversion& row, spec::FeatureSet claimed) {
  static const std::vector<Part> whole = all_parts(row, true);
  static const std::vector<Part> split = all_parts(row, false);
  return claimed.has(spec::Feature::kRepeat) ? whole : split;
}

}  // namespace

std::size_t deq_listed_case_count(const spec::Conversion& row, spec::FeatureSet claimed) {
  const bool is_it = row.family == spec::Family::kDeq && row.deq == spec::DeqForm::kHalf;
  return is_it ? kept_parts(row, claimed).size() : 0;
}

spec::Case deq_listed_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                           spec::FeatureSet claimed) {
  const spec::Conversion& row = cell.conversion();
  assert(index < deq_listed_case_count(row, claimed));
  assert(!spec::ctrl_bit(ctrl, spec::kCtrlCounterMode));
  const Part& part = kept_parts(row, claimed)[index];
  const std::vector<std::uint64_t> sources = listed_sources(row, part.half);
  const auto elements = static_cast<std::uint64_t>(row.elements);
  const std::uint64_t repeats = (part.count + elements - 1) / elements;
  const AddressingPlan plan = contiguous_plan(row, repeats);
  const spec::Vconv vconv = instruction(cell, plan);
  spec::Case test_case = empty_case();
  test_case.placements = background(row, plan);
  for (std::uint64_t i = 0; i < repeats * elements; ++i) {
    const std::uint64_t pattern = sources[part.first + std::min(i, part.count - 1)];
    test_case.placements.emplace_back(spec::PlaceElement{vconv.src, row.source, i, pattern});
  }
  test_case.steps = {spec::SetCtrl{ctrl}, spec::SetMask{kFullMask},
                     spec::SetDeqScale{part.half, false}, vconv};
  return test_case;
}

}  // namespace vconform::generators
