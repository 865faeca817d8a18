#include "fuzz/feature_counters.h"

#include <array>
#include <cstdint>

namespace {

// libFuzzer takes what is not 0 in this section for covered. Nothing here reads it: a compiler
// would leave out what writes it.
__attribute__((section("__libfuzzer_extra_counters"),
               used)) std::array<std::uint8_t, vconform::fuzz::kFeatureCounters>
    feature_counters;

}  // namespace

void vconform::fuzz::count_feature(std::size_t which) {
  feature_counters[which] = 1;
}
