#include "generators/programs/illegal/out_of_range.h"

#include <array>
#include <utility>
#include <vector>

#include "generators/dequantise/assembled_case.h"
#include "generators/vector/addressing.h"
#include "generators/vector/case_parts.h"
#include "generators/vector/masks.h"
#include "generators/vector/payload.h"
#include "generators/vector/register_choices.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

using spec::Feature;

// The faults of a case.
struct Fault {
  bool dst_misaligned;
  bool src_misaligned;
  bool pairs_split;
};

constexpr Fault kDstMisaligned = {true, false, false};
constexpr Fault kSrcMisaligned = {false, true, false};
constexpr Fault kBothMisaligned = {true, true, false};
constexpr Fault kPairsSplit = {false, false, true};

Fault draw_fault(ChoiceSource& choices, bool can_split_pairs) {
  constexpr std::array<Fault, 6> kFaults = {kDstMisaligned, kSrcMisaligned, kBothMisaligned,
                                            kPairsSplit,    kPairsSplit,    kPairsSplit};
  return kFaults[static_cast<std::size_t>(choices.below(can_split_pairs ? 6 : 3))];
}

// An offset from a block's start in bytes, in two draws.
std::uint64_t draw_misalignment(ChoiceSource& choices) {
  constexpr std::array<std::uint64_t, 6> kListed = {16, 1, 31, 8, 4, 2};
  const std::uint64_t which = choices.below(kListed.size() + 2);
  const std::uint64_t any = 1 + choices.below(spec::kBlockBytes - 1);
  return which < kListed.size() ? kListed[which] : any;
}

// Makes mask bits 2i and 2i+1 differ for one i; or makes the count, even and not 0, odd.
spec::Mask with_split_pair(ChoiceSource& choices, spec::Mask mask, bool counter) {
  const std::uint64_t pair = choices.below(spec::kMaskBits / 2);
  const bool second = choices.below(2) != 0;
  if (counter) {
    return {mask.mask1, mask.mask0 - 1};
  }
  std::uint64_t& word = pair < spec::kMaskBits / 4 ? mask.mask0 : mask.mask1;
  const std::uint64_t first_bit = std::uint64_t{1} << (2 * pair % 64);
  word = (word & ~(first_bit * 3)) | (second ? first_bit * 2 : first_bit);
  return mask;
}

// The region without two blocks, one between the operands and one behind them: a misaligned operand
// then reaches nothing else.
Region smaller(const Region& region) {
  return {region.first, region.blocks - 2};
}

AddressingPlan draw_plan(ChoiceSource& choices, const spec::Conversion& row,
                         const spec::Registers& registers, spec::FeatureSet allowed,
                         const Region& region) {
  AddressingPlan plan =
      draw_addressing(choices, row, registers, allowed.without(Feature::kInPlace), region);
  if (plan.repeats == 0) {
    plan.repeats = 1;
    plan.repeat = 1;
  }
  OperandPlan& second = plan.dst.first > plan.src.first ? plan.dst : plan.src;
  second.first += 1;
  return plan;
}

void move(std::vector<spec::Placement>& placements, std::uint64_t bytes) {
  for (spec::Placement& placement : placements) {
    std::visit([bytes](auto& place) { place.at.offset += bytes; }, placement);
  }
}

void misalign(const Fault& fault, std::uint64_t dst_off, std::uint64_t src_off, spec::Address& dst,
              spec::Address& src) {
  dst.offset += fault.dst_misaligned ? dst_off : 0;
  src.offset += fault.src_misaligned ? src_off : 0;
}

void misalign(const Fault& fault, std::uint64_t dst_off, std::uint64_t src_off, spec::Step& step) {
  if (auto* vconv = std::get_if<spec::Vconv>(&step)) {
    misalign(fault, dst_off, src_off, vconv->dst, vconv->src);
  }
  if (auto* cast_deq = std::get_if<spec::CastDeq>(&step)) {
    misalign(fault, dst_off, src_off, cast_deq->dst, cast_deq->src);
  }
}

}  // namespace

// The contents of the operands are placed before they are misaligned, so that no placement leaves
// its blocks.
spec::Case deq_out_of_range_case(ChoiceSource& choices, const spec::Cell& cell,
                                 const Bounds& bounds) {
  const Region region = smaller(deq_region(cell.conversion(), bounds.ub_blocks));
  const DeqCall call = draw_deq_call(choices, cell, bounds.allowed, region, Writes::kAlways);
  const DeqScales scales = draw_deq_scales(choices, call.row(), call.api.has_value());
  const Fault fault = draw_fault(choices, false);
  const std::uint64_t dst_off = draw_misalignment(choices);
  const std::uint64_t src_off = draw_misalignment(choices);
  const AddressingPlan plan = draw_plan(choices, call.row(), call.inside, call.allowed, region);
  const std::uint64_t vector = scales.is_vector() ? vector_apart(scales.vector, call.row(), plan,
                                                                 {bounds.ub_blocks, false, 1})
                                                  : 0;
  spec::Case test_case = assembled_deq_case(choices, call, scales, plan, vector, bounds.ub_blocks);
  misalign(fault, dst_off, src_off, test_case.steps.back());
  return test_case;
}

spec::Case vconv_out_of_range_case(ChoiceSource& choices, const spec::Cell& cell,
                                   const Bounds& bounds) {
  const spec::FeatureSet allowed = bounds.allowed;
  const spec::Conversion& row = cell.conversion();
  const Region region = smaller({0, bounds.ub_blocks});
  const RegisterNeeds needs = register_needs({&cell, 1}, allowed, region);
  spec::Registers registers;
  registers.ctrl = draw_ctrl(choices, needs);
  registers.mask = draw_writing_mask_register(choices, needs, registers.ctrl, row);
  const bool counter = spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode);
  const Fault fault = draw_fault(choices, needs.pairs && (counter || allowed.has(Feature::kMask)));
  const std::uint64_t dst_off = draw_misalignment(choices);
  const std::uint64_t src_off = draw_misalignment(choices);
  const spec::Mask split = with_split_pair(choices, registers.mask, counter);
  registers.mask = fault.pairs_split ? split : registers.mask;
  const AddressingPlan plan = draw_plan(choices, row, registers, allowed, region);

  std::vector<spec::Placement> sources = background(row, plan);
  std::vector<spec::Placement> destination = {sources.front()};
  sources.erase(sources.begin());
  append(sources, planted_elements(choices, row, registers, plan));
  spec::Vconv vconv = instruction(cell, plan);
  if (fault.dst_misaligned) {
    vconv.dst.offset += dst_off;
    move(destination, dst_off);
  }
  if (fault.src_misaligned) {
    vconv.src.offset += src_off;
    move(sources, src_off);
  }
  spec::Case test_case = empty_case(bounds.ub_blocks);
  test_case.placements = std::move(destination);
  append(test_case.placements, sources);
  test_case.steps = {spec::SetCtrl{registers.ctrl}, spec::SetMask{registers.mask}, vconv};
  return test_case;
}

}  // namespace vconform::generators
