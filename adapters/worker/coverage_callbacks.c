/* Functions that a library calls if it was compiled with coverage for a fuzzer: this program has no
 * engine to report to, and can load the library all the same. */
#include <stdint.h>

#if defined(__clang__)
#define UNCOUNTED __attribute__((visibility("default"), no_sanitize("coverage")))
#else
#define UNCOUNTED __attribute__((visibility("default")))
#endif

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the names that the
// compiler calls
UNCOUNTED void __sanitizer_cov_8bit_counters_init(char* first, char* past);
UNCOUNTED void __sanitizer_cov_pcs_init(const uintptr_t* first, const uintptr_t* past);
UNCOUNTED void __sanitizer_cov_trace_pc_guard_init(uint32_t* first, uint32_t* past);
UNCOUNTED void __sanitizer_cov_trace_pc_guard(uint32_t* guard);

void __sanitizer_cov_8bit_counters_init(char* first, char* past) {
  (void)first;
  (void)past;
}

void __sanitizer_cov_pcs_init(const uintptr_t* first, const uintptr_t* past) {
  (void)first;
  (void)past;
}

void __sanitizer_cov_trace_pc_guard_init(uint32_t* first, uint32_t* past) {
  (void)first;
  (void)past;
}

void __sanitizer_cov_trace_pc_guard(uint32_t* guard) {
  (void)guard;
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
