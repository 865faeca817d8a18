#include "fuzz/feature_counters.h"

#include <array>
#include <cstdint>

namespace {

// libFuzzer takes nonzero bytes in this section as covered. Nothing here reads them, so without
// `used` a compiler would remove the writes.
__attribute__((section("__libfuzzer_extra_counters"),
               used)) std::array<std::uint8_t, vconform::fuzz::kFeatureCounters>
    feature_counters;

}  // namespace

void vconform::fuzz::count_feature(std::size_t which) {
  feature_counters[which] = 1;
}
