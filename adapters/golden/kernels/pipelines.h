// The kernels of the dequantisation pipelines, compiled for each instruction set.
#pragma once

#include "adapters/golden/kernels/instruction_sets.h"
#include "adapters/golden/kernels/pipeline_tables.h"

namespace vconform::adapters::golden::kernels {

// The kernels for an instruction set that this machine runs, and for the best of them.
const PipelineTable& pipelines(InstructionSet set);
const PipelineTable& pipelines();

}  // namespace vconform::adapters::golden::kernels
