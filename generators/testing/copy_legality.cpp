#include "generators/testing/copy_legality.h"

#include <variant>

#include "generators/testing/copy_legality_parts.h"
#include "spec/case/case_limits.h"

namespace vconform::generators {

RegistersMet registers_met(const spec::Case& test_case) {
  RegistersMet r;
  for (const spec::Step& step : test_case.steps) {
    if (const auto* set = std::get_if<spec::SetFixpipe>(&step)) {
      std::uint64_t* const to[] = {&r.nd, &r.alpha, &r.quant, &r.fpc};
      *to[static_cast<std::size_t>(set->which) - 3] = set->value;
    }
    if (const auto* ctrl = std::get_if<spec::SetCtrl>(&step)) {
      r.ctrl = ctrl->value;
    }
    if (const auto* mask = std::get_if<spec::SetMask>(&step)) {
      r.mask = mask->mask;
    }
  }
  return r;
}

std::string copy_illegality(const spec::Case& test_case) {
  if (const auto problem = spec::case_problem(test_case)) {
    return *problem;
  }
  if (const auto* matrix = std::get_if<spec::CopyMatrix>(&test_case.steps.back())) {
    return matrix_illegality(test_case, *matrix);
  }
  return block_illegality(test_case, std::get<spec::DataCopy>(test_case.steps.back()));
}

spec::FeatureSet copy_features(const spec::Case& test_case) {
  const RegistersMet registers = registers_met(test_case);
  const auto* matrix = std::get_if<spec::CopyMatrix>(&test_case.steps.back());
  Used used = matrix != nullptr ? used_by(*matrix, registers)
                                : used_by(std::get<spec::DataCopy>(test_case.steps.back()));
  const spec::Mask full = {~std::uint64_t{0}, ~std::uint64_t{0}};
  used.emplace_back(spec::Feature::kCtrl59, (registers.ctrl >> 59 & 1) != 0);
  used.emplace_back(spec::Feature::kCounter, (registers.ctrl >> 56 & 1) != 0);
  used.emplace_back(spec::Feature::kMask, registers.mask != full);
  spec::FeatureSet set;
  for (const auto& [feature, is_used] : used) {
    set.bits |= is_used ? static_cast<std::uint32_t>(feature) : 0;
  }
  return set;
}

}  // namespace vconform::generators
