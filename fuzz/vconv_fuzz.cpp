// libFuzzer on the family vconv: cases from bytes, golden against the oracle.
#include <cstddef>
#include <cstdint>

#include "adapters/open_backend.h"
#include "fuzz/fuzz_one_case.h"

// The backend under test; a second program is built with a mutant, which it must find.
#ifndef VCONFORM_FUZZED_BACKEND
#define VCONFORM_FUZZED_BACKEND "golden"
#endif

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static vconform::fuzz::CaseFuzzer fuzzer(
      vconform::adapters::open_backend(VCONFORM_FUZZED_BACKEND));
  fuzzer.vconv({data, size});
  return 0;
}
