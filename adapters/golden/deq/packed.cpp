#include "adapters/golden/deq/packed.h"

#include <cstring>

#include "adapters/golden/dequantise/chain_lanes.h"
#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::golden {

bool dequantise_packed(const Behaviour& behaviour, const VectorWalk& walk,
                       std::span<std::uint8_t> ub) {
  if (!behaviour.deq.empty() || behaviour.factor_index != factor_of_lane) {
    return false;
  }
  run_packed(walk, ub, PackedDequantiser(behaviour, walk, ub).converter());
  return true;
}

PackedDequantiser::PackedDequantiser(const Behaviour& behaviour, const VectorWalk& walk,
                                     std::span<const std::uint8_t> ub)
    : walk_(walk),
      ub_(ub),
      is_half_(walk.cell.conversion().deq == spec::DeqForm::kHalf),
      chain_(deq_chain(behaviour)),
      chain16_(deq16_chain(behaviour, walk.registers.ctrl)) {}

PackedConverter PackedDequantiser::converter() const {
  const auto convert = [](const void* context, const PackedLanes& lanes) {
    static_cast<const PackedDequantiser*>(context)->convert(lanes);
  };
  return {convert, this};
}

LaneWords PackedDequantiser::words() const {
  LaneWords words;
  if (spec::is_vdeq(walk_.cell.conversion().deq)) {
    static_assert(sizeof words == spec::kVectorBytes);
    std::memcpy(words.data(), ub_.data() + walk_.factors, sizeof words);
  } else {
    words.fill(walk_.registers.deq_scale);
  }
  return words;
}

void PackedDequantiser::prepare(const LaneWords& words) const {
  if (prepared_ != words) {
    pipeline_ = is_half_ ? deq_f16_lanes(chain16_, words, false) : deq_b8_lanes(chain_, words);
    prepared_ = words;
  }
}

void PackedDequantiser::convert(const PackedLanes& lanes) const {
  const LaneWords words = this->words();
  prepare(words);
  if (pipeline_) {
    pipeline_->convert(lanes.source, lanes.destination, lanes.count);
    return;
  }
  const spec::Conversion& row = walk_.cell.conversion();
  const std::span source(lanes.source, spec::byte_count(row.from(), lanes.count));
  const std::span destination(lanes.destination, spec::byte_count(row.to(), lanes.count));
  for (std::size_t i = 0; i < lanes.count; ++i) {
    const std::uint64_t pattern = spec::load_element(source, 0, row.from(), i);
    const std::uint64_t word = words[i % words.size()];
    spec::store_element(
        destination, 0, row.to(), i,
        is_half_ ? deq_f16(chain16_, pattern, word) : deq_b8(chain_, pattern, word));
  }
}

}  // namespace vconform::adapters::golden
