#include <array>

#include "generators/programs/hazards.h"
#include "generators/programs/illegal/argument_errors.h"
#include "generators/programs/illegal/out_of_range.h"
#include "generators/programs/instruction_cases.h"
#include "generators/programs/state/state_case.h"
#include "oracle/judge/judge.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/property.h"
#include "suites/judging/run_case.h"
#include "suites/properties/addressing_properties.h"
#include "suites/properties/blame.h"
#include "suites/properties/concurrency_properties.h"
#include "suites/properties/copy_properties.h"
#include "suites/properties/deq_properties.h"
#include "suites/properties/program_properties.h"
#include "suites/properties/value_properties.h"

namespace vconform::suites {

namespace {

using generators::argument_error_case;
using generators::hazard_case;
using generators::instruction_case;
using generators::out_of_range_case;
using generators::state_case;
using spec::Feature;
using spec::FeatureSet;
using spec::kAllFeatures;

// Features of cases about values alone: one full contiguous repeat, integers that saturate.
constexpr FeatureSet kValues = kAllFeatures.without(Feature::kCtrl59)
                                   .without(Feature::kMask)
                                   .without(Feature::kCounter)
                                   .without(Feature::kRepeat)
                                   .without(Feature::kStrides)
                                   .without(Feature::kInPlace);
// The same for copies: one contiguous matrix or block in NZ, with one quant word.
constexpr FeatureSet kOneShape =
    kValues.without(Feature::kNd).without(Feature::kChannelSplit).without(Feature::kVectorQuant);
constexpr FeatureSet kApart = kAllFeatures.without(Feature::kInPlace);
constexpr FeatureSet kNormalMode = kAllFeatures.without(Feature::kCounter);
// If operands share memory, running twice differs from running once.
constexpr FeatureSet kSeparate = kNormalMode.without(Feature::kInPlace);

bool has(const spec::Cell& cell, const Claims& claims, Feature feature) {
  const std::optional<FeatureSet> features = claims(cell);
  return features && features->has(feature);
}
bool has_hazards(const spec::Cell& cell, const Claims& claims) {
  const std::optional<FeatureSet> features = claims(cell);
  return features && generators::has_hazards(cell, *features);
}

// Properties that compare runs of one instruction change its addresses; the API form is compared as
// a whole.
bool is_instruction(const spec::Cell& cell, const Claims& claims) {
  const spec::Conversion& row = cell.conversion();
  return spec::is_vconv_step(row) && claims(cell).has_value();
}
bool is_masked(const spec::Cell& cell, const Claims& claims) {
  return is_instruction(cell, claims) && has(cell, claims, Feature::kMask);
}
bool is_counted(const spec::Cell& cell, const Claims& claims) {
  return is_instruction(cell, claims) && has(cell, claims, Feature::kCounter);
}
bool is_repeated(const spec::Cell& cell, const Claims& claims) {
  return is_instruction(cell, claims) && has(cell, claims, Feature::kRepeat);
}
spec::Case with_room_for_halves(generators::ChoiceSource& choices, const spec::Cell& cell,
                                const generators::Bounds& bounds) {
  constexpr std::uint64_t kBlocks = kRoomForHalves / spec::kBlockBytes;
  return instruction_case(choices, cell, {bounds.allowed, bounds.ub_blocks - kBlocks});
}

// Whether all lanes do the same, and results are as dense as sources.
bool has_equal_lanes(const spec::Cell& cell, const Claims& claims) {
  const spec::Conversion& row = cell.conversion();
  return is_instruction(cell, claims) &&
         (row.family == spec::Family::kVconv || row.deq == spec::DeqForm::kHalf);
}

// clang-format off
constexpr std::array<Property, 24> kProperties = {{
    {"MatchesOracle", "the memories after a case are ones that the rules permit",
     true, instruction_case, &Level::oracle_cases, kAllFeatures, is_claimed, matches_oracle},
    {"HazardsStayInside", "overlapping operands change nothing outside the destination's blocks, and inside them what the declared order gives",
     true, hazard_case, &Level::property_cases, kAllFeatures, has_hazards, matches_oracle},
    {"OutOfRangeStaysInside", "arguments outside the documented range are refused, or change nothing outside the destination's blocks",
     true, out_of_range_case, &Level::property_cases, kAllFeatures, is_claimed, matches_oracle},
    {"FloorBelowAllBelowCeil", "f(x) <= r(x), a(x), z(x), o(x) <= c(x)",
     false, instruction_case, &Level::property_cases, kValues, brackets, floor_below_all_below_ceil},
    {"NegationMirrors", "f(-x) = -c(x), and m(-x) = -m(x) for the other modes, inside the range",
     false, instruction_case, &Level::property_cases, kValues, mirrors, negation_mirrors},
    {"Monotone", "x <= y implies m(x) <= m(y)",
     false, instruction_case, &Level::property_cases, kValues, is_vconv, monotone},
    {"BareNameIsR", "the name without suffix converts as the one with r",
     false, instruction_case, &Level::property_cases, kAllFeatures, is_bare_beside_r, bare_name_is_r},
    {"OddThenAnyEqualsDirect", "f32 to f16 by o, then to an integer in any mode, is f32 to that integer in that mode",
     false, instruction_case, &Level::property_cases, kValues, has_odd_detour, odd_then_any_equals_direct},
    {"PermutingLanesPermutesResults", "reversing the sources of a repeat reverses its results",
     false, instruction_case, &Level::property_cases, kValues, has_equal_lanes, permuting_lanes_permutes_results, false, false, false, true},
    {"SplittingARepeatChangesNothing", "n repeats are k repeats followed by n-k from where those stopped",
     false, instruction_case, &Level::property_cases, kNormalMode, is_repeated, splitting_a_repeat_changes_nothing, false, false, false, true},
    {"MaskAndComplementMakeFull", "a mask and then its complement are the full mask",
     false, instruction_case, &Level::property_cases, kSeparate, is_masked, mask_and_complement_make_full, false, false, false, true},
    {"ContiguousEqualsBitwise", "the contiguous mask n is any two bitwise masks that share out the first n elements",
     false, instruction_case, &Level::property_cases, kSeparate, is_masked, contiguous_equals_bitwise, false, false, false, true},
    {"CounterEqualsNormal", "counter mode with the count of n full repeats is normal mode with n repeats",
     false, instruction_case, &Level::property_cases, kNormalMode, is_counted, counter_equals_normal, false, false, false, true},
    {"MovingTheBasesMovesTheResults", "the same operands elsewhere give the same results there",
     false, instruction_case, &Level::property_cases, kAllFeatures, is_instruction, moving_the_bases_moves_the_results, false, false, false, true},
    {"HalvesCompose", "l over the even source blocks and h over the odd ones fill whole destination blocks",
     false, with_room_for_halves, &Level::property_cases, kValues, has_both_halves, halves_compose},
    {"CountFormEqualsMaskForm", "count n is the contiguous mask n over one repeat",
     false, instruction_case, &Level::property_cases, kValues, is_api_form, count_form_equals_mask_form},
    {"ApiFormEqualsInstructions", "the API form is the register writes and the instruction that it stands for",
     false, instruction_case, &Level::property_cases, kAllFeatures, has_instructions_too, api_form_equals_instructions},
    {"ArgumentErrorsAreRejected", "arguments outside the documented range of the API form are refused",
     true, argument_error_case, &Level::property_cases, kAllFeatures, is_api_form, matches_oracle, true},
    {"EqualWordsEqualOne", "a vector of equal quant words or factors gives what one gives",
     false, instruction_case, &Level::property_cases, kOneShape, has_vector_form, equal_words_equal_one},
    {"SplittingRowsChangesNothing", "m rows are the first 16 and then the others from where those stopped",
     false, instruction_case, &Level::property_cases, kOneShape, is_matrix, splitting_rows_changes_nothing},
    {"NdHoldsWhatNzHolds", "NZ2ND_EN puts each element elsewhere and makes it the same",
     false, instruction_case, &Level::property_cases, kOneShape, is_matrix_with_nd, nd_holds_what_nz_holds},
    {"BlocksAreCopiedOneByOne", "n blocks are n copies of one block each",
     false, instruction_case, &Level::property_cases, kApart, copies_blocks, blocks_are_copied_one_by_one},
    {"SameAtOnce", "contexts that run at the same time give what each gives alone",
     false, instruction_case, &Level::concurrent_cases, kAllFeatures, is_claimed, same_at_once, false, true},
    {"StateIsWhatIsWritten", "a register holds what was last written to it, and zero at the start of a program, whatever runs in between",
     true, state_case, &Level::programs, kAllFeatures, is_claimed, state_is_what_is_written, false, false, true},
}};
// clang-format on

// The check's result; a case that the backend does not complete is a finding.
CheckResult completed(const Property& property, const Subject& subject,
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
  if (property.asks_oracle) {
    return completed(property, subject, test_case);
  }
  if (has_open_results(subject, test_case)) {
    return {};
  }
  std::vector<PropertyRun> runs;
  CheckResult result = completed(property, noting(subject, runs), test_case);
  return attributed(subject, *spec::cell_of(test_case.steps.back()), runs, std::move(result));
}

std::string claim_name(std::string_view what, const spec::Cell& cell) {
  return std::string(spec::name_of(cell.conversion().family).claim) + "." + std::string(what) +
         "/" + spec::cell_name(cell);
}

}  // namespace vconform::suites
