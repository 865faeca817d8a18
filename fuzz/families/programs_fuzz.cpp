// libFuzzer on programs of 2 to 16 conversions.
#include <cstddef>
#include <cstdint>
#include <optional>

#include "fuzz/target.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name that the engine calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return vconform::fuzz::test_one_input(std::nullopt, data, size);
}
