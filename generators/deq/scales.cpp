#include "generators/deq/scales.h"

#include "generators/dequantise/scale_words.h"
#include "spec/deq/quantization.h"
#include "spec/number/units.h"

namespace vconform::generators {

DeqScales draw_deq_scales(ChoiceSource& choices, const spec::Conversion& row, bool by_tensor) {
  DeqScales scales;
  const std::uint64_t word = draw_scale_word(choices, row);
  scales.vector = draw_vector_choice(choices);
  const std::uint64_t reserved = draw_reserved_bits(choices, spec::Word::kVector);
  scales.base = word;
  scales.words = {word};
  if (spec::is_vdeq(row.deq)) {
    scales.is_tensor = by_tensor || reserved == 0;
    scales.reserved = scales.is_tensor ? 0 : reserved;
    scales.words.assign(spec::kVectorFactors, word);
  }
  return scales;
}

void draw_other_factors(ChoiceSource& choices, const spec::Conversion& row, DeqScales& scales) {
  if (!scales.is_vector()) {
    return;
  }
  for (std::uint64_t planted = 0; planted < spec::kVectorFactors; ++planted) {
    const std::uint64_t which = choices.below(spec::kVectorFactors + 1);
    if (which == 0) {
      return;
    }
    scales.words[which - 1] = draw_scale_word(choices, row);
  }
}

spec::SetDeqScale scale_step(const DeqScales& scales, std::uint64_t vector_block) {
  if (!scales.is_vector()) {
    return {scales.words.front(), false};
  }
  return {spec::kVectorAddress.put(scales.reserved, vector_block), scales.is_tensor};
}

std::vector<spec::Placement> vector_placements(const DeqScales& scales,
                                               std::uint64_t vector_block) {
  if (!scales.is_vector()) {
    return {};
  }
  const spec::Address at = {spec::MemoryId::kUb, vector_block * spec::kBlockBytes};
  std::vector<spec::Placement> placements = {
      spec::PlacePatterns{at, spec::NumberType::kS64, scales.words.size(), scales.base, 0}};
  for (std::uint64_t i = 0; i < scales.words.size(); ++i) {
    if (scales.words[i] != scales.base) {
      placements.emplace_back(spec::PlaceElement{at, spec::NumberType::kS64, i, scales.words[i]});
    }
  }
  return placements;
}

}  // namespace vconform::generators
