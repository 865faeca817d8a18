// The one action that needs C++.
#include "adapters/testing/hostile.h"

extern "C" void hostile_throw(long number) {
  throw number;
}
