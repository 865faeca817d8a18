#include <array>

#include "generators/hazards.h"
#include "generators/out_of_range.h"
#include "generators/vconv_cases.h"
#include "oracle/judge.h"
#include "suites/properties/addressing_properties.h"
#include "suites/properties/machine.h"
#include "suites/properties/matches_oracle.h"
#include "suites/properties/property.h"
#include "suites/properties/value_properties.h"

namespace vconform::suites {

namespace {

using generators::hazard_case;
using generators::out_of_range_case;
using generators::vconv_case;
using spec::Feature;
using spec::FeatureSet;
using spec::kAllFeatures;

// Values alone: one full contiguous repeat, integers that saturate.
constexpr FeatureSet kValues = kAllFeatures.without(Feature::kCtrl59)
                                   .without(Feature::kMask)
                                   .without(Feature::kCounter)
                                   .without(Feature::kRepeat)
                                   .without(Feature::kStrides)
                                   .without(Feature::kInPlace);
constexpr FeatureSet kNormalMode = kAllFeatures.without(Feature::kCounter);
// Running twice over operands that share memory is something else than running once.
constexpr FeatureSet kSeparate = kNormalMode.without(Feature::kInPlace);

bool has(const spec::Cell& cell, const Claims& claims, Feature feature) {
  const std::optional<FeatureSet> features = claims(cell);
  return features && features->has(feature);
}
bool claims_masks(const spec::Cell& cell, const Claims& claims) {
  return has(cell, claims, Feature::kMask);
}
bool claims_counter(const spec::Cell& cell, const Claims& claims) {
  return has(cell, claims, Feature::kCounter);
}
bool claims_in_place(const spec::Cell& cell, const Claims& claims) {
  return has(cell, claims, Feature::kInPlace);
}
bool claims_repeats(const spec::Cell& cell, const Claims& claims) {
  return has(cell, claims, Feature::kRepeat);
}

// clang-format off
constexpr std::array<Property, 14> kProperties = {{
    {"MatchesOracle", "the memories after a case are ones that the rules permit",
     true, vconv_case, &Level::oracle_cases, kAllFeatures, is_claimed, matches_oracle},
    {"HazardsStayInside", "overlapping operands change nothing outside the destination's blocks, and inside them what the declared order gives",
     true, hazard_case, &Level::property_cases, kAllFeatures, claims_in_place, matches_oracle},
    {"OutOfRangeStaysInside", "arguments outside the documented range are refused, or change nothing outside the destination's blocks",
     true, out_of_range_case, &Level::property_cases, kAllFeatures, is_claimed, matches_oracle},
    {"FloorBelowAllBelowCeil", "f(x) <= r(x), a(x), z(x), o(x) <= c(x)",
     false, vconv_case, &Level::property_cases, kValues, brackets, floor_below_all_below_ceil},
    {"NegationMirrors", "f(-x) = -c(x), and m(-x) = -m(x) for the other modes, inside the range",
     false, vconv_case, &Level::property_cases, kValues, mirrors, negation_mirrors},
    {"Monotone", "x <= y implies m(x) <= m(y)",
     false, vconv_case, &Level::property_cases, kValues, is_claimed, monotone},
    {"BareNameIsR", "the name without suffix converts as the one with r",
     false, vconv_case, &Level::property_cases, kAllFeatures, is_bare_beside_r, bare_name_is_r},
    {"OddThenAnyEqualsDirect", "f32 to f16 by o, then to an integer in any mode, is f32 to that integer in that mode",
     false, vconv_case, &Level::property_cases, kValues, has_odd_detour, odd_then_any_equals_direct},
    {"PermutingLanesPermutesResults", "reversing the sources of a repeat reverses its results",
     false, vconv_case, &Level::property_cases, kValues, is_claimed, permuting_lanes_permutes_results},
    {"SplittingARepeatChangesNothing", "n repeats are k repeats followed by n-k from where those stopped",
     false, vconv_case, &Level::property_cases, kNormalMode, claims_repeats, splitting_a_repeat_changes_nothing},
    {"MaskAndComplementMakeFull", "a mask and then its complement are the full mask",
     false, vconv_case, &Level::property_cases, kSeparate, claims_masks, mask_and_complement_make_full},
    {"ContiguousEqualsBitwise", "the contiguous mask n is any two bitwise masks that share out the first n elements",
     false, vconv_case, &Level::property_cases, kSeparate, claims_masks, contiguous_equals_bitwise},
    {"CounterEqualsNormal", "counter mode with the count of n full repeats is normal mode with n repeats",
     false, vconv_case, &Level::property_cases, kNormalMode, claims_counter, counter_equals_normal},
    {"MovingTheBasesMovesTheResults", "the same operands elsewhere give the same results there",
     false, vconv_case, &Level::property_cases, kAllFeatures, is_claimed, moving_the_bases_moves_the_results},
}};
// clang-format on

}  // namespace

std::span<const Property> properties() {
  return kProperties;
}

const Property* property_named(std::string_view name) {
  for (const Property& property : kProperties) {
    if (property.name == name) {
      return &property;
    }
  }
  return nullptr;
}

CheckResult check_property(const Property& property, const Subject& subject,
                           const spec::Case& test_case) {
  try {
    return property.check(subject, test_case);
  } catch (const Refusal& refusal) {
    Finding finding;
    finding.verdict = oracle::name_of(oracle::verdict_of(refusal.status(), true));
    finding.details = std::string("  reason   ") + refusal.what() + "\n";
    finding.in_short = refusal.what();
    CheckResult result;
    result.findings = {finding};
    return result;
  }
}

std::string claim_name(const Property& property, const spec::Cell& cell) {
  return "Vconv." + std::string(property.name) + "/" + spec::cell_name(cell);
}

}  // namespace vconform::suites
