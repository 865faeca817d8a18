#include "generators/dequantise/witnesses.h"

#include <array>
#include <initializer_list>

#include "generators/dequantise/double_rounding.h"
#include "spec/number/quantization.h"

namespace vconform::generators {

namespace {

constexpr bool kS8 = true;
constexpr bool kU8 = false;

constexpr std::uint32_t kQuarter = 0x3e800000;

Witnesses witnesses(std::uint32_t scale, int offset, bool sign,
                    std::initializer_list<std::int64_t> sources) {
  return {spec::deq_factor(scale, offset, sign), sources};
}

// A product {source, mantissa, exponent} and its negative.
Witnesses both_signs(const DoubleRounding& product) {
  const std::int64_t source = product.source;
  return witnesses(scale_bits(product), 0, kS8, {source, -source});
}

}  // namespace

std::vector<Witnesses> s9_rounding_witnesses() {
  return {
      witnesses(kScaleHalf, 0, kS8, {3, 5, -3, -5}),
      witnesses(kQuarter, 0, kS8, {7, 5, -7, -5}),
  };
}

std::vector<Witnesses> offset_order_witnesses() {
  return {witnesses(kScaleHalf, 1, kS8, {3, 5, -3, -5, 1, -1})};
}

std::vector<Witnesses> s9_clamp_witnesses() {
  return {
      witnesses(kScaleOne, 200, kS8, {-300, -320}),
      witnesses(kScaleOne, 160, kS8, {-280}),
      witnesses(kScaleTwo, 255, kS8, {-170}),
  };
}

std::vector<Witnesses> add_witnesses() {
  return {
      witnesses(kScaleOne, 255, kS8, {255, 200}),
      witnesses(kScaleOne, 255, kU8, {255, 200}),
      witnesses(kScaleOne, 100, kS8, {200}),
  };
}

std::vector<Witnesses> offset_sign_witnesses() {
  return {
      witnesses(kScaleOne, -1, kU8, {10, 20}),
      witnesses(kScaleOne, -1, kS8, {10}),
      witnesses(kScaleOne, -200, kS8, {100}),
  };
}

std::vector<Witnesses> scale_bits_witnesses() {
  return {
      // Three quarters: truncated, all bits and rounded give three different scales.
      witnesses(0x3b829800, 0, kS8, {29730, 29995, 28601, 29870, -29730, -29995, -28601, -29870}),
      // Half, after an even and after an odd last bit.
      witnesses(0x3b829000, 0, kS8, {29999, 30124, -29999, -30124}),
      witnesses(0x3b82b000, 0, kS8, {29705, 29970, 29329, 29594, -29705, -29970, -29329, -29594}),
      // A quarter.
      witnesses(0x3ba2a800, 0, kS8, {22263, 24177, -22263, -24177}),
      // 2^-15 * (1 + 2^-10): as an IEEE half 2^-15. Products around 1/2 and 1.
      witnesses(0x38002000, 0, kS8, {16384, 16383, 32767, -16384, -16383, -32767}),
  };
}

std::vector<Witnesses> product_witnesses() {
  // The f32 is half way between two integers. Nearest rounding goes up from there, then down;
  // rounding away from zero always goes up.
  constexpr std::array<DoubleRounding, 12> kToTies = {{{9839, 1905, -18},
                                                       {10769, 1777, -19},
                                                       {15035, 1421, -18},
                                                       {15209, 1241, -22},
                                                       {17965, 1627, -18},
                                                       {19547, 1958, -20},
                                                       {23765, 1798, -19},
                                                       {22355, 1243, -20},
                                                       {29711, 1297, -19},
                                                       {27375, 1039, -18},
                                                       {12667, 1459, -18},
                                                       {29581, 1861, -20}}};
  // The f32 is an integer, the product just below it, then just above: toward zero, floor, ceil.
  constexpr std::array<DoubleRounding, 4> kToIntegers = {
      {{11045, 1875, -18}, {22001, 1263, -18}, {10769, 1777, -18}, {26139, 1043, -19}}};
  std::vector<Witnesses> all;
  for (const DoubleRounding& product : kToTies) {
    all.push_back(both_signs(product));
  }
  for (const DoubleRounding& product : kToIntegers) {
    all.push_back(both_signs(product));
  }
  return all;
}

std::vector<Witnesses> s5_clamp_witnesses() {
  return {witnesses(kScaleOne, 12, kU8, {-19, -20})};
}

std::vector<Witnesses> s5_add_witnesses() {
  return {witnesses(kScaleOne, 15, kU8, {10, 15})};
}

std::vector<Witnesses> s5_offset_sign_witnesses() {
  // In five bits -1 is 31.
  return {witnesses(kScaleOne, 31, kU8, {3, 4})};
}

std::vector<Witnesses> s5_scale_bits_witnesses() {
  return {
      // Three quarters, half after an even and after an odd last bit, a quarter.
      witnesses(0x39829800, 0, kU8, {2007, 2008, 4014, 4015, -2007, -2008, -4014, -4015}),
      witnesses(0x39829000, 0, kU8, {2008, 4016, -2008, -4016}),
      witnesses(0x3982b000, 0, kU8, {2005, 2006, 4010, 4012, -2005, -2006, -4010, -4012}),
      witnesses(0x39a2a800, 0, kU8, {4835, 6447, -4835, -6447}),
  };
}

std::vector<Witnesses> s5_product_witnesses() {
  // The f32 is half way between two integers, the product below it, above it twice; then an
  // integer, the product below and above.
  constexpr std::array<DoubleRounding, 5> kProducts = {{{38965, 1507, -24},
                                                        {60743, 1381, -25},
                                                        {16571, 1139, -22},
                                                        {18631, 1801, -24},
                                                        {41605, 1613, -25}}};
  std::vector<Witnesses> all;
  for (const DoubleRounding& product : kProducts) {
    Witnesses one = both_signs(product);
    one.factor = spec::kFactorSign.put(one.factor, 0);
    all.push_back(one);
  }
  return all;
}

std::vector<Witnesses> deq16_precision_witnesses() {
  // For each scale: a product for which two roundings differ from one, a source that an f16 rounds,
  // and a source beyond f16.
  return {
      {0x15d5, {-2968039, -51919, 2837738}},
      {0x2f1c, {237586, 14687, 566680}},
      {0x249c, {492964, 30893, 3153665}},
  };
}

}  // namespace vconform::generators
