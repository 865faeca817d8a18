#include "adapters/golden/deq/elements.h"

#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::golden {

namespace {

// An unsigned word of 64 bits; only the width of this format matters.
constexpr spec::NumberFormat kFactorWord = spec::format_of(spec::NumberType::kS64);

std::uint64_t converted(const DeqElement& element) {
  return element.cell.conversion().deq == spec::DeqForm::kHalf
             ? deq_f16(element.chain16, element.source, element.word)
             : deq_b8(element.chain, element.source, element.word);
}

}  // namespace

void dequantise(const Behaviour& behaviour, const VectorWalk& walk, const LaneGroup& group,
                std::span<std::uint64_t> results) {
  const bool has_vector = spec::is_vdeq(walk.cell.conversion().deq);
  const std::uint64_t ctrl = walk.registers.ctrl;
  const DeqElement common = {walk.cell,
                             ctrl,
                             0,
                             walk.registers.deq_scale,
                             deq_chain(behaviour),
                             deq16_chain(behaviour, ctrl)};
  for (std::size_t i = 0; i < results.size(); ++i) {
    DeqElement element = common;
    element.source = group.patterns[i];
    if (has_vector) {
      element.word = spec::load_element(group.memory, walk.factors, kFactorWord,
                                        behaviour.factor_index(group.lanes[i], i));
    }
    behaviour.deq(element);
    results[i] = converted(element);
  }
}

}  // namespace vconform::adapters::golden
