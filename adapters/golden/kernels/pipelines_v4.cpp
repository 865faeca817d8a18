#define VCONFORM_PIPELINES kPipelinesV4
#include "adapters/golden/kernels/pipeline_kernels.inc"
