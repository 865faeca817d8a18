/* A library whose constructor crashes. */
#include <stdlib.h>

__attribute__((constructor)) static void start(void) {
  abort();
}
