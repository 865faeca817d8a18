/* A program that uses golden as a library and prints its name and whether it has rows. */
#include <stdio.h>

#include "adapters/vconform_adapter.h"

int main(void) {
  const vconform_adapter* golden = vconform_get_adapter(VCONFORM_ABI_VERSION);
  if (golden == NULL) {
    return 1;
  }
  void* context = golden->create();
  printf("%s has %s\n", golden->name,
         golden->capabilities(context)->row_count > 0 ? "rows" : "nothing");
  golden->destroy(context);
  return 0;
}
