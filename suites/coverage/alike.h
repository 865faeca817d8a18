// Keys of elements: of those with equal keys, one is looked at. Classes follow from exact
// arithmetic, which takes microseconds; a run has millions of elements.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "oracle/number/element_input.h"
#include "oracle/number/expectation.h"
#include "suites/coverage/element_classes.h"

namespace vconform::suites {

class Alike {
 public:
  // Elements of a vconv with equal keys are in the same classes. Those of other instructions are
  // alike in the classes of their source and their word, and in their result as far as `expected`
  // shows it, but may round differently.
  std::uint64_t key_of(const Setting& setting, const oracle::ElementInput& input,
                       const oracle::Expectation& expected);

 private:
  struct Word {
    std::uint64_t scale;
    std::uint32_t alpha;
    std::uint64_t hash;
  };

  std::uint64_t word_hash(const Setting& setting, const oracle::ElementInput& input);

  // By scale, alpha and row.
  std::unordered_map<std::uint64_t, Word> words_;
};

}  // namespace vconform::suites
