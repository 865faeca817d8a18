/* The control functions from C: exits 0 if a backend can be chosen and a bad name is explained. */
#include <stdio.h>
#include <string.h>

#include "adapters/vconform_intrinsics.h"

int main(void) {
  if (vconform_intrinsics_use("golden:deq.add=wrap9") != 0) {
    puts(vconform_intrinsics_error());
    return 1;
  }
  if (vconform_intrinsics_use("golden:deq.add") == 0 ||
      strstr(vconform_intrinsics_error(), "deq.add") == NULL) {
    puts("a bad name is not explained");
    return 1;
  }
  return vconform_memory_at(VCONFORM_UB, 0) == NULL;
}
