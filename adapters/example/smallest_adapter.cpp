// The smallest adapter in C++: a library that converts arrays of one pair of types, s16 to f32.
#include <algorithm>

#include "adapters/vconform.hpp"

namespace {

struct Smallest {
  vconform::Claims claims() const {
    return {.rows = {{.source_type = VCONFORM_S16, .destination_type = VCONFORM_F32}}};
  }

  void convert(const vconform::Arrays& arrays) const {
    std::ranges::copy(arrays.source<std::int16_t>(), arrays.destination<float>().begin());
  }
};

}  // namespace

VCONFORM_ADAPTER(Smallest, "smallest", "1")
