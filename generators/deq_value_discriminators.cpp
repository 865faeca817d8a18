#include "generators/deq_value_discriminators.h"

#include <array>
#include <cassert>
#include <initializer_list>

#include "generators/deq_discriminating_case.h"
#include "generators/double_rounding.h"
#include "spec/quantization.h"

namespace vconform::generators {

namespace {

// Sources for one factor.
struct Witnesses {
  std::uint64_t factor;
  std::vector<std::int64_t> sources;
};

constexpr bool kS8 = true;
constexpr bool kU8 = false;

constexpr std::uint32_t kOne = 0x3f800000;
constexpr std::uint32_t kTwo = 0x40000000;
constexpr std::uint32_t kHalf = 0x3f000000;
constexpr std::uint32_t kQuarter = 0x3e800000;

Witnesses witnesses(std::uint32_t scale, int offset, bool sign,
                    std::initializer_list<std::int64_t> sources) {
  return {spec::deq_factor(scale, offset, sign), sources};
}

// No result of a witness.
constexpr NumberRange kNoResult = {0x55, 1};
constexpr NumberRange kZeros = {0, 1};

DeqQuestion question_of(const DeqVariant& variant, std::uint64_t word) {
  DeqQuestion question = plain_question(variant);
  question.words = words_of(variant, word);
  question.source = kZeros;
  question.old_destination = kNoResult;
  return question;
}

// One factor, its sources in the first lanes.
DiscriminatingCase with_factor(const DeqVariant& variant, std::uint64_t factor,
                               const std::vector<std::int64_t>& sources) {
  DiscriminatingCase made = deq_discriminating_case(question_of(variant, factor));
  for (std::uint64_t lane = 0; lane < sources.size(); ++lane) {
    place_source(made, variant.row(), lane, sources[lane]);
  }
  return made;
}

// The factors one after another in the vector; the sources of each in its lanes, one in each of the
// first blocks.
DiscriminatingCase with_vector(const DeqVariant& variant, const std::vector<Witnesses>& all) {
  assert(all.size() <= spec::kVectorFactors);
  DeqQuestion question = question_of(variant, all.front().factor);
  for (std::size_t i = 0; i < all.size(); ++i) {
    question.words[i] = all[i].factor;
  }
  DiscriminatingCase made = deq_discriminating_case(question);
  for (std::uint64_t i = 0; i < all.size(); ++i) {
    for (std::uint64_t block = 0; block < all[i].sources.size(); ++block) {
      place_source(made, variant.row(), block * spec::kVectorFactors + i, all[i].sources[block]);
    }
  }
  return made;
}

// All witnesses of a factor together, of a vector those of all factors; then each by itself.
std::vector<DiscriminatingCase> witness_cases(const std::vector<Witnesses>& all) {
  std::vector<DiscriminatingCase> cases;
  std::vector<DiscriminatingCase> alone;
  for (const DeqVariant& variant : b8_variants()) {
    if (variant.is_vector()) {
      cases.push_back(with_vector(variant, all));
    }
    for (const Witnesses& one : all) {
      if (!variant.is_vector()) {
        cases.push_back(with_factor(variant, one.factor, one.sources));
      }
      for (const std::int64_t source : one.sources) {
        if (variant.is_vector() || one.sources.size() > 1) {
          alone.push_back(with_factor(variant, one.factor, {source}));
        }
      }
    }
  }
  cases.insert(cases.end(), alone.begin(), alone.end());
  return cases;
}

// A product {source, mantissa, exponent} and its negative.
Witnesses both_signs(const DoubleRounding& product) {
  const std::int64_t source = product.source;
  return witnesses(scale_bits(product), 0, kS8, {source, -source});
}

}  // namespace

std::vector<DiscriminatingCase> deq_s9_rounding_cases() {
  return witness_cases({
      witnesses(kHalf, 0, kS8, {3, 5, -3, -5}),
      witnesses(kQuarter, 0, kS8, {7, 5, -7, -5}),
  });
}

std::vector<DiscriminatingCase> deq_offset_order_cases() {
  return witness_cases({witnesses(kHalf, 1, kS8, {3, 5, -3, -5, 1, -1})});
}

std::vector<DiscriminatingCase> deq_s9_clamp_cases() {
  return witness_cases({
      witnesses(kOne, 200, kS8, {-300, -320}),
      witnesses(kOne, 160, kS8, {-280}),
      witnesses(kTwo, 255, kS8, {-170}),
  });
}

std::vector<DiscriminatingCase> deq_add_cases() {
  return witness_cases({
      witnesses(kOne, 255, kS8, {255, 200}),
      witnesses(kOne, 255, kU8, {255, 200}),
      witnesses(kOne, 100, kS8, {200}),
  });
}

std::vector<DiscriminatingCase> deq_offset_sign_cases() {
  return witness_cases({
      witnesses(kOne, -1, kU8, {10, 20}),
      witnesses(kOne, -1, kS8, {10}),
      witnesses(kOne, -200, kS8, {100}),
  });
}

std::vector<DiscriminatingCase> deq_scale_bits_cases() {
  return witness_cases({
      // Three quarters: truncated, all bits and rounded are three scales.
      witnesses(0x3b829800, 0, kS8, {29730, 29995, 28601, 29870, -29730, -29995, -28601, -29870}),
      // Half, after an even and after an odd last bit.
      witnesses(0x3b829000, 0, kS8, {29999, 30124, -29999, -30124}),
      witnesses(0x3b82b000, 0, kS8, {29705, 29970, 29329, 29594, -29705, -29970, -29329, -29594}),
      // A quarter.
      witnesses(0x3ba2a800, 0, kS8, {22263, 24177, -22263, -24177}),
      // 2^-15 * (1 + 2^-10): as an IEEE half 2^-15. Products around 1/2 and 1.
      witnesses(0x38002000, 0, kS8, {16384, 16383, 32767, -16384, -16383, -32767}),
  });
}

std::vector<DiscriminatingCase> deq_product_cases() {
  // The f32 is half way between two integers. Nearest rounding goes up from there, then down; away
  // from zero, it always goes up.
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
  return witness_cases(all);
}

}  // namespace vconform::generators
