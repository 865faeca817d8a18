// What an instruction makes of one element, whatever its family.
#pragma once

#include <cstddef>
#include <cstdint>

#include "oracle/expectation.h"
#include "oracle/readings.h"
#include "spec/conversions.h"

namespace vconform::oracle {

// A source element as an instruction meets it.
struct ElementInput {
  std::uint64_t pattern = 0;
  // The factor, the half scale, or the quant word; of a vconv without a say.
  std::uint64_t scale = 0;
  // Of FIXPIPE under leaky ReLU or pReLU, the bits of an f32.
  std::uint32_t alpha = 0;

  friend bool operator==(const ElementInput&, const ElementInput&) = default;
};

struct HashOfInput {
  std::size_t operator()(const ElementInput& input) const;
};

// `cell` is an instruction: a row of the family vconv or deq.
Expectation convert_element(const spec::Cell& cell, std::uint64_t ctrl, const ElementInput& input,
                            Readings& readings);

}  // namespace vconform::oracle
