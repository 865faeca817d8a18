#define VCONFORM_VCONV_TABLE kVconvBaseline
#include "adapters/golden/kernels/vconv_kernels.inc"
