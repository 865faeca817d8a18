#include "generators/deq/discriminating_case.h"

#include <algorithm>

#include "generators/dequantise/scale_words.h"
#include "generators/dequantise/scales.h"
#include "generators/vector/masks.h"
#include "generators/vector/payload.h"
#include "spec/case/lowering.h"
#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

DeqVariant api_variant(const spec::Cell& cell, bool is_vec_deq, bool half_block) {
  spec::CastDeq api;
  api.cell = cell;
  api.is_vec_deq = is_vec_deq;
  api.half_block = half_block;
  return {cell, spec::lowered_cell(api), half_block};
}

spec::Registers registers_of(const Elements& elements, std::uint64_t ctrl, std::uint64_t lanes) {
  switch (elements.form) {
    case spec::CastDeqForm::kCount:
      return {{0, elements.number}, ctrl | spec::with_ctrl_bit(spec::kCtrlCounterMode)};
    case spec::CastDeqForm::kBitwise:
      return {elements.bits, ctrl};
    case spec::CastDeqForm::kContiguous:
      break;
  }
  const bool full = elements.number == lanes;
  return {full ? kFullMask : spec::contiguous_mask(elements.number), ctrl};
}

// The CastDeq that stands for the instruction.
spec::CastDeq api_call(const DeqQuestion& question, const spec::Vconv& vconv) {
  spec::CastDeq api;
  api.cell = question.variant.cell;
  api.form = question.elements.form;
  api.dst = vconv.dst;
  api.src = vconv.src;
  api.is_vec_deq = question.variant.is_vector();
  api.half_block = question.variant.half_block;
  if (api.form == spec::CastDeqForm::kCount) {
    api.count = static_cast<std::uint32_t>(question.elements.number);
    return api;
  }
  const bool bitwise = api.form == spec::CastDeqForm::kBitwise;
  api.mask = bitwise ? question.elements.bits : spec::Mask{0, question.elements.number};
  api.repeat_time = vconv.repeat;
  api.dst_blk_stride = vconv.dst_block_stride;
  api.src_blk_stride = vconv.src_block_stride;
  api.dst_rep_stride = vconv.dst_repeat_stride;
  api.src_rep_stride = vconv.src_repeat_stride;
  return api;
}

std::uint64_t block_behind(const spec::Conversion& row, const AddressingPlan& plan) {
  constexpr std::uint64_t kApart = 16;
  return kApart + std::max(plan.dst.first + span_blocks(dst_walk(row, plan)),
                           plan.src.first + span_blocks(src_walk(row, plan)));
}

}  // namespace

std::vector<DeqVariant> b8_variants(HalfBlocks half_blocks) {
  std::vector<DeqVariant> variants;
  for (const spec::Conversion& row : spec::kVectorRows) {
    const spec::Cell cell = {row.number, spec::Rounding::kNull};
    if (row.source != spec::NumberType::kS16 || row.family == spec::Family::kVconv) {
      continue;
    }
    if (row.family == spec::Family::kDeq) {
      variants.push_back({cell, cell});
      continue;
    }
    for (const bool is_vec_deq : {false, true}) {
      variants.push_back(api_variant(cell, is_vec_deq, true));
      if (half_blocks == HalfBlocks::kBoth) {
        variants.push_back(api_variant(cell, is_vec_deq, false));
      }
    }
  }
  return variants;
}

std::vector<DeqVariant> half_variants() {
  std::vector<DeqVariant> variants;
  for (const spec::Conversion& row : spec::kVectorRows) {
    if (row.family != spec::Family::kVconv && row.source == spec::NumberType::kS32) {
      const spec::Cell cell = {row.number, spec::Rounding::kNull};
      variants.push_back(row.family == spec::Family::kDeq ? DeqVariant{cell, cell}
                                                          : api_variant(cell, false, true));
    }
  }
  return variants;
}

std::vector<DeqVariant> all_deq_variants() {
  std::vector<DeqVariant> variants = b8_variants();
  for (const DeqVariant& variant : half_variants()) {
    variants.push_back(variant);
  }
  return variants;
}

Elements all_elements(const spec::Conversion& row) {
  return {spec::CastDeqForm::kContiguous, {}, static_cast<std::uint64_t>(row.elements)};
}

DeqQuestion plain_question(const DeqVariant& variant, std::uint64_t repeats) {
  constexpr NumberRange kSmallPositive = {1, 113};
  // Numbers from 8 on: some reading of deq16.precision takes source / 2^17 as an f16, which is then
  // not subnormal.
  constexpr NumberRange kNormalEverywhere = {8, 113};
  const spec::Conversion& row = variant.row();
  const bool half = row.deq == spec::DeqForm::kHalf;
  DeqQuestion question{variant,
                       all_elements(row),
                       contiguous_plan(row, repeats),
                       0,
                       words_of(variant, plain_word(row)),
                       half ? kNormalEverywhere : kSmallPositive,
                       destination_numbers(row),
                       std::nullopt};
  return question;
}

std::vector<std::uint64_t> words_of(const DeqVariant& variant, std::uint64_t word) {
  return std::vector<std::uint64_t>(variant.is_vector() ? spec::kVectorFactors : 1, word);
}

DiscriminatingCase deq_discriminating_case(const DeqQuestion& question) {
  const spec::Conversion& row = question.variant.row();
  const spec::Registers registers =
      registers_of(question.elements, question.ctrl, static_cast<std::uint64_t>(row.elements));
  DiscriminatingCase made =
      discriminating_case(question.variant.worker, registers, question.plan, question.source);
  auto& old = std::get<spec::PlaceNumbers>(made.test_case.placements.front());
  old.low = question.old_destination.low;
  old.modulus = question.old_destination.modulus;

  DeqScales scales;
  scales.words = question.words;
  scales.base = question.words.front();
  scales.is_tensor = scales.is_vector();
  const std::uint64_t vector = question.vector_block.value_or(block_behind(row, question.plan));
  for (const spec::Placement& placement : vector_placements(scales, vector)) {
    made.test_case.placements.push_back(placement);
  }
  std::vector<spec::Step>& steps = made.test_case.steps;
  steps.insert(steps.end() - 1, scale_step(scales, vector));
  if (question.variant.is_api()) {
    steps[0] = spec::SetCtrl{question.ctrl};
    steps[1] = spec::SetMask{kFullMask};
    steps.back() = api_call(question, std::get<spec::Vconv>(steps.back()));
  }
  return made;
}

void place_source(DiscriminatingCase& made, const spec::Conversion& row, std::uint64_t lane,
                  std::int64_t source) {
  const auto& placed = std::get<spec::PlaceNumbers>(made.test_case.placements[1]);
  made.test_case.placements.emplace_back(spec::PlaceElement{
      placed.at, row.source, lane, spec::pattern_of_integer(row.from(), source)});
}

}  // namespace vconform::generators
