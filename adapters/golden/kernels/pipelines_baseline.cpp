#include "adapters/golden/kernels/deq_body.h"
#include "adapters/golden/kernels/pipelines_tables.h"

namespace vconform::adapters::golden::kernels {

const PipelineKernels kBaselinePipelines = {"baseline", deq_lanes};

}  // namespace vconform::adapters::golden::kernels
