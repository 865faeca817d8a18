// One source element with the parameters that an instruction applies to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>

namespace vconform::oracle {

struct ElementInput {
  std::uint64_t pattern = 0;
  // The factor, the half scale or the quant word; unused by a vconv.
  std::uint64_t scale = 0;
  // The bits of an f32; used by FIXPIPE under leaky ReLU or pReLU.
  std::uint32_t alpha = 0;

  friend bool operator==(const ElementInput&, const ElementInput&) = default;
};

// A hash of which the low bits are used. Consecutive 16-bit patterns stay together.
inline std::size_t hash_of(const ElementInput& input) {
  constexpr std::uint64_t kOddMultiplier = 0x9e3779b97f4a7c15;
  const std::uint64_t parameters = (input.scale + input.alpha * kOddMultiplier) * kOddMultiplier;
  const std::uint64_t high = (input.pattern >> 16) * kOddMultiplier;
  return static_cast<std::size_t>(input.pattern ^ high ^ high >> 32 ^ parameters >> 32);
}

struct HashOfInput {
  std::size_t operator()(const ElementInput& input) const { return hash_of(input); }
};
using ElementInputs = std::unordered_set<ElementInput, HashOfInput>;

}  // namespace vconform::oracle
