// The tables of pipeline kernels; the file of each instruction set defines one.
#pragma once

#include "adapters/golden/kernels/scaled_factors.h"

namespace vconform::adapters::golden::kernels {

struct PipelineTable {
  DeqKernel deq;
  // In the order of golden::Scaled.
  ScaledKernel scaled[7];
  ShiftKernel shift;
  CutKernel cut_16_bits;
  CutKernel cut_32_bits;
};

extern const PipelineTable kPipelinesBaseline;
extern const PipelineTable kPipelinesV3;
extern const PipelineTable kPipelinesV4;

}  // namespace vconform::adapters::golden::kernels
