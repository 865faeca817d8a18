#define VCONFORM_VCONV_TABLE kVconvV3
#include "adapters/golden/kernels/vconv_kernels.inc"
