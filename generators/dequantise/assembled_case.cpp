#include "generators/dequantise/assembled_case.h"

#include <array>

#include "generators/dequantise/scaled_sources.h"
#include "generators/vector/case_parts.h"
#include "generators/vector/payload.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

// Patterns of neighbours lie far apart, and every pattern of an s16 occurs before one occurs again.
spec::Placement scattered(const spec::Conversion& row, const AddressingPlan& plan) {
  constexpr std::uint64_t kStep = 0x9e3779b1;
  const std::uint64_t blocks = span_blocks(src_walk(row, plan));
  const std::uint64_t per_block =
      spec::kBlockBytes * spec::kBitsPerByte / static_cast<std::uint64_t>(row.from().bits);
  const spec::Address at = {spec::MemoryId::kUb, plan.src.first * spec::kBlockBytes};
  return spec::PlacePatterns{at, row.source, blocks * per_block, kStep, kStep};
}

}  // namespace

Region deq_region(const spec::Conversion& row, std::uint64_t ub_blocks) {
  const bool may_have_vector = row.family == spec::Family::kDeq
                                   ? spec::is_vdeq(row.deq)
                                   : row.source == spec::NumberType::kS16;
  return may_have_vector ? before_vector(ub_blocks) : Region{0, ub_blocks};
}

spec::Case assembled_deq_case(ChoiceSource& choices, const DeqCall& call, DeqScales scales,
                              const AddressingPlan& plan, std::uint64_t vector_block,
                              std::uint64_t ub_blocks) {
  const spec::Conversion& row = call.row();
  spec::Case test_case = empty_case(ub_blocks);
  test_case.placements = background(row, plan);
  if (choices.below(2) != 0) {
    test_case.placements.back() = scattered(row, plan);
  }
  draw_other_factors(choices, row, scales);
  append(test_case.placements,
         planted_elements(
             choices, row, call.inside, plan, [&](ChoiceSource& source, std::uint64_t lane) {
               return interesting_source(source, multiplier(row, scales.word_of(lane)));
             }));
  append(test_case.placements, vector_placements(scales, vector_block));
  test_case.steps = {spec::SetCtrl{call.outside.ctrl}, spec::SetMask{call.outside.mask},
                     scale_step(scales, vector_block), step_of(call, plan)};
  return test_case;
}

spec::Case dequantisation_case(ChoiceSource& choices, const spec::Cell& cell,
                               const Bounds& bounds) {
  const Region region = deq_region(cell.conversion(), bounds.ub_blocks);
  const DeqCall call = draw_deq_call(choices, cell, bounds.allowed, region, Writes::kMaybe);
  const DeqScales scales = draw_deq_scales(choices, call.row(), call.api.has_value());
  const AddressingPlan plan =
      draw_addressing(choices, call.row(), call.inside, call.allowed, region);
  const bool in_place = bounds.allowed.has(spec::Feature::kInPlace);
  const std::uint64_t vector = scales.is_vector() ? vector_apart(scales.vector, call.row(), plan,
                                                                 {bounds.ub_blocks, in_place})
                                                  : 0;
  return assembled_deq_case(choices, call, scales, plan, vector, bounds.ub_blocks);
}

}  // namespace vconform::generators
