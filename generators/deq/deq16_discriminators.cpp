#include "generators/deq/discriminators.h"

#include <cstdint>

#include "generators/deq/discriminating_case.h"
#include "generators/dequantise/witnesses.h"

namespace vconform::generators {

namespace {

DiscriminatingCase with_witnesses(const DeqVariant& variant, std::uint64_t ctrl,
                                  const Witnesses& witnesses) {
  DeqQuestion question = plain_question(variant);
  question.ctrl = ctrl;
  question.words = {witnesses.factor};
  question.source = {0, 1};
  DiscriminatingCase made = deq_discriminating_case(question);
  for (std::uint64_t lane = 0; lane < witnesses.sources.size(); ++lane) {
    place_source(made, variant.row(), lane, witnesses.sources[lane]);
  }
  return made;
}

std::vector<DiscriminatingCase> half_witness_cases(const std::vector<Witnesses>& all) {
  std::vector<DiscriminatingCase> cases;
  std::vector<DiscriminatingCase> alone;
  for (const DeqVariant& variant : half_variants()) {
    for (const std::uint64_t ctrl : both_ctrl48(variant.row())) {
      for (const Witnesses& one : all) {
        cases.push_back(with_witnesses(variant, ctrl, one));
        for (const std::int64_t source : one.sources) {
          alone.push_back(with_witnesses(variant, ctrl, {one.factor, {source}}));
        }
      }
    }
  }
  cases.insert(cases.end(), alone.begin(), alone.end());
  return cases;
}

// Sources and scales such that no result and no intermediate number is subnormal.
std::vector<DiscriminatingCase> deq16_precision_cases() {
  return half_witness_cases(deq16_precision_witnesses());
}

// A subnormal scale: f16 results or intermediate f16 numbers are subnormal, wherever the product is
// rounded (deq16.precision).
std::vector<DiscriminatingCase> deq16_subnormal_cases() {
  // 2^-15: the product of 1 is subnormal; those of 256 and 1024 are where the source is / 2^17.
  return half_witness_cases({{0x0200, {1, -1, 256, -1024}}});
}

}  // namespace

std::vector<Discriminator> deq16_discriminators() {
  return {
      // Whether a half in between is subnormal depends on there being one.
      {200, {spec::cite("deq16.precision")}, deq16_precision_cases},
      {220,
       {spec::cite("subnormal.results"), spec::cite("subnormal.inputs")},
       deq16_subnormal_cases},
  };
}

}  // namespace vconform::generators
