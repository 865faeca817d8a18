// What an instruction makes of one element, whatever its family.
#pragma once

#include <cstddef>
#include <cstdint>

#include "oracle/number/expectation.h"
#include "oracle/reading/readings.h"
#include "spec/rows/conversions.h"

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

// Of which the low bits count. Patterns of 16 bits that follow each other stay together.
inline std::size_t hash_of(const ElementInput& input) {
  constexpr std::uint64_t kOddMultiplier = 0x9e3779b97f4a7c15;
  const std::uint64_t parameters = (input.scale + input.alpha * kOddMultiplier) * kOddMultiplier;
  const std::uint64_t high = (input.pattern >> 16) * kOddMultiplier;
  return static_cast<std::size_t>(input.pattern ^ high ^ high >> 32 ^ parameters >> 32);
}

// `cell` is an instruction: a row of the family vconv or deq.
Expectation convert_element(const spec::Cell& cell, std::uint64_t ctrl, const ElementInput& input,
                            Readings& readings);

}  // namespace vconform::oracle
