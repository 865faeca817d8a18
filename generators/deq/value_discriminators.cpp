#include "generators/deq/discriminators.h"

#include <cassert>

#include "generators/deq/discriminating_case.h"
#include "generators/dequantise/witnesses.h"
#include "spec/number/quantization.h"

namespace vconform::generators {

namespace {

// Not the result of any witness.
constexpr NumberRange kNoResult = {0x55, 1};
constexpr NumberRange kZeros = {0, 1};

DeqQuestion question_of(const DeqVariant& variant, std::uint64_t word) {
  DeqQuestion question = plain_question(variant);
  question.words = words_of(variant, word);
  question.source = kZeros;
  question.old_destination = kNoResult;
  return question;
}

// One factor, with its sources in the first lanes.
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
std::vector<DiscriminatingCase> b8_witness_cases(const std::vector<Witnesses>& all) {
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

// M = 1/2 and no offset: products half way between two integers.
std::vector<DiscriminatingCase> deq_s9_rounding_cases() {
  return b8_witness_cases(s9_rounding_witnesses());
}
// The witnesses of deq_s9_rounding_cases with an offset of 1: sums on the other side of 0 than
// their products.
std::vector<DiscriminatingCase> deq_offset_order_cases() {
  return b8_witness_cases(offset_order_witnesses());
}
// Products beyond an s9 whose sum with the offset is an s9 again: nothing wraps or saturates.
std::vector<DiscriminatingCase> deq_s9_clamp_cases() {
  return b8_witness_cases(s9_clamp_witnesses());
}
// Two numbers in the range of s9 with a sum outside it; the offsets are positive.
std::vector<DiscriminatingCase> deq_add_cases() {
  return b8_witness_cases(add_witnesses());
}
// Negative offsets; if sums wrap, both readings give the same.
std::vector<DiscriminatingCase> deq_offset_sign_cases() {
  return b8_witness_cases(offset_sign_witnesses());
}
// Scales whose low 13 bits are three quarters, half and a quarter of the last bit of 1-8-10, and
// one that an IEEE half does not have.
std::vector<DiscriminatingCase> deq_scale_bits_cases() {
  return b8_witness_cases(scale_bits_witnesses());
}
// double_roundings(), and products that an f32 rounds to an integer, for the other roundings.
std::vector<DiscriminatingCase> deq_product_cases() {
  return b8_witness_cases(product_witnesses());
}

}  // namespace

std::vector<Discriminator> deq_value_discriminators() {
  return {
      {130, {spec::cite("deq.s9-rounding")}, deq_s9_rounding_cases},
      {140, {spec::cite("deq.offset-order")}, deq_offset_order_cases},
      {150, {spec::cite("deq.s9-clamp")}, deq_s9_clamp_cases},
      // Where sums wrap, the sign of the offset makes no difference.
      {160, {spec::cite("deq.add")}, deq_add_cases},
      {170, {spec::cite("deq.offset-sign")}, deq_offset_sign_cases},
      {180, {spec::cite("deq.scale-bits")}, deq_scale_bits_cases},
      {190, {spec::cite("deq.product")}, deq_product_cases},
  };
}

}  // namespace vconform::generators
