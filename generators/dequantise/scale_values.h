// Scales worth multiplying by: families of patterns of a format with 11 significant bits, each one
// idea, each a finite list that is computed on demand.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "generators/choices/choice_source.h"
#include "spec/number/number_format.h"

namespace vconform::generators {

// For spec::kScaleFormat (the M of a factor, 1-8-10) and f16 (the M of vconv_deq).
struct ScaleFamily {
  std::string_view name;
  // The number of patterns for a format, repetitions counted; 0 if the idea does not apply.
  std::uint64_t (*count)(const spec::NumberFormat& format);
  // The pattern at index < count(format); the simplest at 0.
  std::uint64_t (*pattern)(const spec::NumberFormat& format, std::uint64_t index);
};

// All families; the first pattern of the first one is 1.
std::span<const ScaleFamily> scale_families();

// A scale in two draws: a family, and an index into it.
std::uint64_t interesting_scale(ChoiceSource& choices, const spec::NumberFormat& format);

}  // namespace vconform::generators
