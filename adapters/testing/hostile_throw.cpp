// The one action that C cannot do.
#include "adapters/testing/hostile.h"

extern "C" void hostile_throw(long number) {
  throw number;
}
