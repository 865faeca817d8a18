// A program that prints double_rounding_list.inc, the result of find_double_roundings().
#include <cstdio>

#include "generators/dequantise/double_rounding.h"

int main() {
  const auto found = vconform::generators::find_double_roundings();
  std::printf("// %zu entries {source, mantissa, exponent}, printed by list_double_roundings.\n",
              found.size());
  for (const auto& entry : found) {
    std::printf("DoubleRounding{%u, %u, %d},\n", unsigned{entry.source}, unsigned{entry.mantissa},
                int{entry.exponent});
  }
}
