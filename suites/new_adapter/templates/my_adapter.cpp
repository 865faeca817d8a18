// my_adapter: an adapter of vconform. It converts s16 to f32, and conforms on that row as it is;
// FILL IN marks what to replace by your library. README.md says how to build and try it.
#include <algorithm>

#include "adapters/vconform.hpp"

namespace {

// FILL IN 1: members, and a constructor, for what your library needs from one call to the next. An
// exception is an answer: vconform::Unsupported, vconform::Rejected, and any other as a failure.
class Library {
 public:
  // FILL IN 2: what your library is meant to do and nothing else; a row for each pair of types,
  // with its suffixes, as in .roundings = vconform::roundings("rafcz"), and .features: results of
  // 16 bits need VCONFORM_FEATURE_SATURATE (CTRL[48] is 0), VCONFORM_FEATURE_KEEP_INF (it is 1) or
  // both.
  vconform::Claims claims() const {
    return {.rows = {{.source_type = VCONFORM_S16, .destination_type = VCONFORM_F32}}};
  }

  // FILL IN 3: call your library for each pair and rounding that is claimed. The suite does masks,
  // repeats and strides itself. A library that has those of its own gets
  // execute(vconform::Steps, vconform::Memories) instead, and one of dequantisations or copies
  // std::uint64_t element(const vconform::Element&).
  void convert(const vconform::Arrays& arrays) const {
    if (arrays.are<std::int16_t, float>()) {
      std::ranges::copy(arrays.source<std::int16_t>(), arrays.destination<float>().begin());
      return;
    }
    throw vconform::Unsupported("no such pair of types");
  }
};

}  // namespace

// FILL IN 4: the version of your library.
VCONFORM_ADAPTER(Library, "my_adapter", "1")
