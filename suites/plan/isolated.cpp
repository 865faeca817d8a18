#include "suites/plan/isolated.h"

#include "generators/choices/choice_source.h"
#include "generators/choices/draws.h"
#include "generators/programs/instruction_cases.h"
#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/run_case.h"
#include "suites/plan/deviations.h"

namespace vconform::suites {

namespace {

// A case with the scale of another one, and for a VDEQ with its vector, at the same address.
spec::Case with_scale_of(const spec::Case& test_case, const spec::Case& other) {
  const spec::SetDeqScale scale = deq_scale_of(other);
  spec::Case changed = with_deq_scale(test_case, scale);
  if (!is_vdeq(instruction_of(test_case).cell.conversion().deq)) {
    return changed;
  }
  const spec::MemoryImage before = spec::initial_image(other);
  const spec::Address at{spec::MemoryId::kUb,
                         spec::kVectorAddress.of(scale.value) * spec::kVectorAddressUnit};
  for (std::uint64_t i = 0; i < spec::kVectorFactors; ++i) {
    const std::uint64_t factor = spec::load_element(before.of(at.memory), at.offset,
                                                    spec::format_of(spec::NumberType::kS64), i);
    changed.placements.push_back(spec::PlaceElement{at, spec::NumberType::kS64, i, factor});
  }
  return changed;
}

// The result may depend on the lane, since each lane of a VDEQ has its factor.
std::size_t lanes_to_try(const spec::Cell& cell) {
  return is_vdeq(cell.conversion().deq) ? spec::kVectorFactors : 1;
}

}  // namespace

std::optional<Deviation> isolated(const Unit& unit, const Subject& subject,
                                  const spec::Case& failed, const Finding& finding) {
  // Cases of the API form are small already.
  const bool is_instruction = std::holds_alternative<spec::Vconv>(failed.steps.back());
  if (!finding.source || !is_instruction) {
    return std::nullopt;
  }
  const spec::FeatureSet values{static_cast<std::uint32_t>(spec::Feature::kSaturate) |
                                static_cast<std::uint32_t>(spec::Feature::kKeepInf)};
  generators::ReplaySource simplest({});
  // The simplest case has no count.
  const std::uint64_t ctrl = unit.ctrl & ~spec::with_ctrl_bit(spec::kCtrlCounterMode);
  spec::Case small = with_sources(
      with_ctrl(with_scale_of(generators::instruction_case(simplest, unit.cell, values), failed),
                ctrl),
      std::vector<std::uint64_t>(lanes_to_try(unit.cell), *finding.source));
  small.claim = claim_name(unit);
  small.seed = failed.seed;
  for (const Finding& again : matches_oracle(subject, small).findings) {
    if (again.rule == finding.rule && again.verdict == finding.verdict) {
      return deviation_of(small.claim, again, small);
    }
  }
  return std::nullopt;
}

}  // namespace vconform::suites
