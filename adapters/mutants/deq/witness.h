// Witnesses of DEQ, VDEQ and CastDeq.
#pragma once

#include "adapters/mutants/witness.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::mutants::deq {

inline constexpr std::string_view kHigh = "vconv_deqs162b8h_s8";
inline constexpr std::string_view kLow = "vconv_deqs162b8l_s8";

// One s16 and its factor.
struct Element {
  int source = 100;
  std::uint32_t scale = kOne;
  int offset = 0;
  bool sign = true;
  std::uint64_t reserved = 0;
};

inline spec::Case program(std::string_view instruction, const Element& element) {
  const std::uint64_t factor =
      spec::deq_factor(element.scale, element.offset, element.sign) | element.reserved;
  return one_deq(instruction, {static_cast<std::uint64_t>(element.source) & 0xffff},
                 Patterns(spec::kVectorFactors, factor));
}

inline Witnesses by_element(const Element& differs, const Element& agrees) {
  return by(program(kHigh, differs), program(kHigh, agrees));
}

inline Witnesses by_instruction(const Element& element, std::string_view differs,
                                std::string_view agrees) {
  return by(program(differs, element), program(agrees, element));
}

inline Witnesses by_s32(std::uint64_t differs, std::uint64_t agrees, std::uint64_t scale) {
  return by(one_deq("vconv_deq", {differs}, {scale}), one_deq("vconv_deq", {agrees}, {scale}));
}

// A vector whose factors differ in their offsets.
inline Patterns sixteen_factors() {
  Patterns factors;
  for (int i = 0; i < 16; ++i) {
    factors.push_back(spec::deq_factor(kOne, i, true));
  }
  return factors;
}

}  // namespace vconform::adapters::mutants::deq
