#include "generators/deq/magnitudes.h"

#include <algorithm>

#include "generators/choices/bounds.h"
#include "generators/choices/magnitudes.h"
#include "generators/deq/discriminating_case.h"
#include "generators/vector/magnitudes.h"
#include "generators/vector/masks.h"
#include "spec/number/quantization.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

using spec::CastDeqForm;

std::vector<DeqVariant> variants_of(const spec::Cell& cell) {
  std::vector<DeqVariant> variants = all_deq_variants();
  std::erase_if(variants, [&](const DeqVariant& variant) { return variant.cell != cell; });
  return variants;
}

// The mask of a CastDeq must have a bit; by count it has no strides.
bool can_say(const DeqVariant& variant, const VectorArguments& arguments) {
  const bool is_empty = arguments.mask.mask0 == 0 && arguments.mask.mask1 == 0;
  const std::uint64_t blocks = dst_blocks(variant.row());
  const bool has_strides = arguments.plan.dst.strides.repeat != blocks;
  return !variant.is_api() || (arguments.count ? !has_strides : !is_empty);
}

Elements elements_of(const DeqVariant& variant, const VectorArguments& arguments) {
  if (arguments.count) {
    return {CastDeqForm::kCount, {}, *arguments.count};
  }
  const auto lanes = static_cast<std::uint64_t>(variant.row().elements);
  for (std::uint64_t number = 1; number <= lanes; ++number) {
    const bool is_all = number == lanes && arguments.mask == kFullMask;
    if (is_all || arguments.mask == spec::contiguous_mask(number)) {
      return {CastDeqForm::kContiguous, {}, number};
    }
  }
  return {CastDeqForm::kBitwise, arguments.mask, 0};
}

// A CastDeq with a vector has it in UB; the places that the operands leave free.
void add_vector_places(const DeqVariant& variant, std::uint64_t ctrl,
                       std::vector<MagnitudeCase>& cases) {
  constexpr std::uint64_t kVectorBlocks = spec::kVectorBytes / spec::kBlockBytes;
  for (const auto& [block, is_extra] : magnitudes(kUbBlocks - kVectorBlocks)) {
    DeqQuestion question = plain_question(variant);
    question.ctrl = ctrl;
    question.vector_block = block;
    const std::uint64_t behind = block + kVectorBlocks;
    const bool is_behind = block >= 2 * spec::kBlocksPerRepeat;
    question.plan.src.first += is_behind ? 0 : behind;
    question.plan.dst.first += is_behind ? 0 : behind;
    cases.push_back({deq_discriminating_case(question), is_extra});
    spec::CaseMemory& ub = cases.back().made.test_case.memories.front();
    ub.size = std::max(ub.size, behind * spec::kBlockBytes);
  }
}

}  // namespace

std::vector<MagnitudeCase> deq_magnitudes(const spec::Cell& cell, std::uint64_t ctrl, Pairs pairs) {
  std::vector<MagnitudeCase> cases;
  for (const DeqVariant& variant : variants_of(cell)) {
    for (const VectorArguments& arguments : vector_magnitudes(variant.row(), pairs)) {
      if (!can_say(variant, arguments)) {
        continue;
      }
      DeqQuestion question = plain_question(variant);
      question.ctrl = ctrl;
      question.plan = arguments.plan;
      question.elements = elements_of(variant, arguments);
      cases.push_back({deq_discriminating_case(question), arguments.is_extra});
    }
    if (variant.is_vector()) {
      add_vector_places(variant, ctrl, cases);
    }
  }
  return cases;
}

}  // namespace vconform::generators
