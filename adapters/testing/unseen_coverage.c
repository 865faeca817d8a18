/* For a library built with coverage that a fuzzer must treat like one without: its instrumentation
 * announces its counters to these functions instead of the engine's. */
#include <stdint.h>

#define HIDDEN __attribute__((visibility("hidden"), no_sanitize("coverage")))

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the names that the
// compiler calls
HIDDEN void __sanitizer_cov_8bit_counters_init(char* first, char* past) {
  (void)first;
  (void)past;
}

HIDDEN void __sanitizer_cov_pcs_init(const uintptr_t* first, const uintptr_t* past) {
  (void)first;
  (void)past;
}

HIDDEN void __sanitizer_cov_trace_pc_guard_init(uint32_t* first, uint32_t* past) {
  (void)first;
  (void)past;
}

HIDDEN void __sanitizer_cov_trace_pc_guard(uint32_t* guard) {
  (void)guard;
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
