// libFuzzer on the family cast_deq.
#include <cstddef>
#include <cstdint>

#include "fuzz/target.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name that the engine calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return vconform::fuzz::test_one_input(vconform::spec::Family::kCastDeq, data, size);
}
