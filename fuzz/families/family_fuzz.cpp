// The target of one family, or of programs of 2 to 16 conversions: VCONFORM_FUZZED is a
// spec::Family, or std::nullopt for programs.
#include <cstddef>
#include <cstdint>
#include <optional>

#include "fuzz/target.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name that the engine calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return vconform::fuzz::test_one_input(VCONFORM_FUZZED, data, size);
}
