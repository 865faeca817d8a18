// A pipeline over packed lanes: a kernel with its parameters for the sixteen columns that lanes
// belong to in turn.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "adapters/golden/kernels/pipelines.h"

namespace vconform::adapters::golden {

using LaneWords = std::array<std::uint64_t, kernels::kFactorLanes>;

// The scaling kernels, in the order of PipelineTable::scaled.
enum class Scaled : std::uint8_t {
  kF32ToB8,
  kS32ToB8,
  kS16ToB8,
  kF32ToHalf,
  kS32ToHalf,
  kF16ToHalf,
  kF32ToF32,
};

struct ScaledLanes {
  Scaled kernel = Scaled::kF32ToB8;
  kernels::ScaledFactors factors = {};
};

struct CutLanes {
  int bits = 0;
  kernels::CutPatterns cut = {};
};

// Elements that are moved unchanged.
struct MovedLanes {
  int bits = 0;
};

class LanePipeline {
 public:
  using Steps =
      std::variant<MovedLanes, CutLanes, kernels::ShiftFactors, kernels::DeqFactors, ScaledLanes>;

  LanePipeline(const Steps& steps, const kernels::PipelineTable& kernels = kernels::pipelines())
      : steps_(steps), kernels_(&kernels) {}

  // The first lane belongs to column 0. Source and destination must not overlap.
  void convert(const std::uint8_t* source, std::uint8_t* destination, std::size_t count) const;

  // The pipeline with the kernels of another instruction set; for tests.
  LanePipeline with(const kernels::PipelineTable& kernels) const { return {steps_, kernels}; }

 private:
  Steps steps_;
  const kernels::PipelineTable* kernels_;
};

}  // namespace vconform::adapters::golden
