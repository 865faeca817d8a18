#define VCONFORM_PIPELINES kPipelinesBaseline
#include "adapters/golden/kernels/pipeline_kernels.inc"
