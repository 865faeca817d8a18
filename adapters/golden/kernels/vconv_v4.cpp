#define VCONFORM_VCONV_TABLE kVconvV4
#include "adapters/golden/kernels/vconv_kernels.inc"
