// Features for AFL++, which has no counters except those of code: each feature becomes a guard of
// trace-pc-guard.
#include <array>
#include <cstdint>

#include "fuzz/feature_counters.h"

// NOLINTBEGIN(readability-identifier-naming): what compilers call that insert trace-pc-guard
extern "C" {
void __sanitizer_cov_trace_pc_guard_init(std::uint32_t* first, std::uint32_t* past);
void __sanitizer_cov_trace_pc_guard(std::uint32_t* guard);
}
// NOLINTEND(readability-identifier-naming)

namespace {

std::array<std::uint32_t, vconform::fuzz::kFeatureCounters> guards;

// Runs as early as the code's own guards, before the engine counts them.
__attribute__((constructor(101))) void announce_guards() {
  __sanitizer_cov_trace_pc_guard_init(guards.data(), guards.data() + guards.size());
}

}  // namespace

void vconform::fuzz::count_feature(std::size_t which) {
  __sanitizer_cov_trace_pc_guard(&guards[which]);
}
