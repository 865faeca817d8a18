#include "adapters/golden/behaviour/behaviour.h"

#include "spec/number/quantization.h"

namespace vconform::adapters::golden {

std::uint64_t factor_of_lane(std::uint64_t lane, std::uint64_t /*nth*/) {
  return lane % spec::kVectorFactors;
}

std::uint64_t integer_limit(const spec::NumberFormat& to, bool negative) {
  if (negative) {
    return to.sign_mask();
  }
  return to.is_signed() ? to.sign_mask() - 1 : to.pattern_mask();
}

Behaviour golden_behaviour() {
  Behaviour golden{};
  golden.choices = spec::choices_of_golden();
  golden.unpack = unpack;
  golden.round = kRoundingTable;
  golden.factor_index = factor_of_lane;
  return golden;
}

}  // namespace vconform::adapters::golden
