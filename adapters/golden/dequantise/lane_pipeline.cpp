#include "adapters/golden/dequantise/lane_pipeline.h"

#include <cstring>

#include "spec/number/units.h"

namespace vconform::adapters::golden {

namespace {

struct Convert {
  const kernels::PipelineTable& kernels;
  const std::uint8_t* source;
  std::uint8_t* destination;
  std::size_t count;

  void operator()(const MovedLanes& moved) const {
    std::memcpy(destination, source, count * static_cast<std::size_t>(moved.bits) / 8);
  }
  void operator()(const CutLanes& lanes) const {
    (lanes.bits == 16 ? kernels.cut_16_bits : kernels.cut_32_bits)(lanes.cut, source, destination,
                                                                   count);
  }
  void operator()(const kernels::ShiftFactors& factors) const {
    kernels.shift(factors, source, destination, count);
  }
  void operator()(const kernels::DeqFactors& factors) const {
    kernels.deq(factors, source, destination, count);
  }
  void operator()(const ScaledLanes& lanes) const {
    kernels.scaled[static_cast<std::size_t>(lanes.kernel)](lanes.factors, source, destination,
                                                           count);
  }
};

}  // namespace

void LanePipeline::convert(const std::uint8_t* source, std::uint8_t* destination,
                           std::size_t count) const {
  std::visit(Convert{*kernels_, source, destination, count}, steps_);
}

}  // namespace vconform::adapters::golden
