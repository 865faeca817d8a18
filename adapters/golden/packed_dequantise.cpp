#include "adapters/golden/packed_dequantise.h"

#include <cstring>

#include "adapters/golden/kernels/pipelines.h"
#include "spec/memory_image.h"
#include "spec/quantization.h"

namespace vconform::adapters::golden {

bool dequantise_packed(const Behaviour& behaviour, const VectorWalk& walk,
                       std::span<std::uint8_t> ub) {
  if (behaviour.deq != nullptr || behaviour.factor_index != factor_of_lane) {
    return false;
  }
  run_packed(walk, ub, PackedDequantiser(behaviour, walk, ub).converter());
  return true;
}

PackedDequantiser::PackedDequantiser(const Behaviour& behaviour, const VectorWalk& walk,
                                     std::span<const std::uint8_t> ub)
    : walk_(walk),
      ub_(ub),
      chain_(deq_chain(behaviour)),
      chain16_(deq16_chain(behaviour, walk.registers.ctrl)) {}

void PackedDequantiser::convert(const void* context, const PackedLanes& lanes) {
  const auto& self = *static_cast<const PackedDequantiser*>(context);
  if (self.walk_.cell.conversion().deq == spec::DeqForm::kHalf) {
    self.to_half(lanes);
  } else {
    self.to_b8(lanes);
  }
}

FactorWords PackedDequantiser::words() const {
  FactorWords words;
  if (spec::is_vdeq(walk_.cell.conversion().deq)) {
    static_assert(sizeof words == spec::kVectorBytes);
    std::memcpy(words.data(), ub_.data() + walk_.factors, sizeof words);
  } else {
    words.fill(walk_.registers.deq_scale);
  }
  return words;
}

void PackedDequantiser::prepare(const FactorWords& words) const {
  if (prepared_ != words) {
    factors_ = deq_factors(chain_, words);
    prepared_ = words;
  }
}

void PackedDequantiser::to_b8(const PackedLanes& lanes) const {
  const FactorWords words = this->words();
  prepare(words);
  if (factors_) {
    kernels::pipelines().deq(*factors_, lanes.source, lanes.destination, lanes.count);
    return;
  }
  for (std::size_t i = 0; i < lanes.count; ++i) {
    const std::uint64_t source = spec::load_word<std::uint16_t>(lanes.source + 2 * i);
    lanes.destination[i] =
        static_cast<std::uint8_t>(deq_b8(chain_, source, words[i % words.size()]));
  }
}

void PackedDequantiser::to_half(const PackedLanes& lanes) const {
  for (std::size_t i = 0; i < lanes.count; ++i) {
    const std::uint64_t source = spec::load_word<std::uint32_t>(lanes.source + 4 * i);
    spec::store_word<std::uint16_t>(lanes.destination + 2 * i,
                                    deq_f16(chain16_, source, walk_.registers.deq_scale));
  }
}

}  // namespace vconform::adapters::golden
