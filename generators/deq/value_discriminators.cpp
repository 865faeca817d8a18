#include "generators/deq/value_discriminators.h"

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

}  // namespace

std::vector<DiscriminatingCase> deq_s9_rounding_cases() {
  return b8_witness_cases(s9_rounding_witnesses());
}
std::vector<DiscriminatingCase> deq_offset_order_cases() {
  return b8_witness_cases(offset_order_witnesses());
}
std::vector<DiscriminatingCase> deq_s9_clamp_cases() {
  return b8_witness_cases(s9_clamp_witnesses());
}
std::vector<DiscriminatingCase> deq_add_cases() {
  return b8_witness_cases(add_witnesses());
}
std::vector<DiscriminatingCase> deq_offset_sign_cases() {
  return b8_witness_cases(offset_sign_witnesses());
}
std::vector<DiscriminatingCase> deq_scale_bits_cases() {
  return b8_witness_cases(scale_bits_witnesses());
}
std::vector<DiscriminatingCase> deq_product_cases() {
  return b8_witness_cases(product_witnesses());
}

}  // namespace vconform::generators
