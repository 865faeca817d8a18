#define VCONFORM_PIPELINES kPipelinesV3
#include "adapters/golden/kernels/pipeline_kernels.inc"
