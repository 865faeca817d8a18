#include "generators/deq16_discriminators.h"

#include <cstdint>

#include "generators/deq_discriminating_case.h"

namespace vconform::generators {

namespace {

struct Witnesses {
  std::uint64_t half;
  std::vector<std::int64_t> sources;
};

DiscriminatingCase with_witnesses(const DeqVariant& variant, std::uint64_t ctrl,
                                  const Witnesses& witnesses) {
  DeqQuestion question = plain_question(variant);
  question.ctrl = ctrl;
  question.words = {witnesses.half};
  question.source = {0, 1};
  DiscriminatingCase made = deq_discriminating_case(question);
  for (std::uint64_t lane = 0; lane < witnesses.sources.size(); ++lane) {
    place_source(made, variant.row(), lane, witnesses.sources[lane]);
  }
  return made;
}

std::vector<DiscriminatingCase> witness_cases(const std::vector<Witnesses>& all) {
  std::vector<DiscriminatingCase> cases;
  std::vector<DiscriminatingCase> alone;
  for (const DeqVariant& variant : half_variants()) {
    for (const std::uint64_t ctrl : both_ctrl48(variant.row())) {
      for (const Witnesses& one : all) {
        cases.push_back(with_witnesses(variant, ctrl, one));
        for (const std::int64_t source : one.sources) {
          alone.push_back(with_witnesses(variant, ctrl, {one.half, {source}}));
        }
      }
    }
  }
  cases.insert(cases.end(), alone.begin(), alone.end());
  return cases;
}

}  // namespace

std::vector<DiscriminatingCase> deq16_precision_cases() {
  // Of each scale: a product that one rounding takes elsewhere than two, a source that an f16
  // rounds, and a source beyond f16.
  return witness_cases({
      {0x15d5, {-2968039, -51919, 2837738}},
      {0x2f1c, {237586, 14687, 566680}},
      {0x249c, {492964, 30893, 3153665}},
  });
}

std::vector<DiscriminatingCase> deq16_subnormal_cases() {
  // 2^-15: the product of 1 is subnormal; those of 256 and 1024 are where the source is / 2^17.
  return witness_cases({{0x0200, {1, -1, 256, -1024}}});
}

}  // namespace vconform::generators
