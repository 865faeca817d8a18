// The body shared by the targets of all families.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "spec/rows/family.h"

namespace vconform::fuzz {

// LLVMFuzzerTestOneInput of one family or of programs. Ends the program if it cannot start.
int test_one_input(std::optional<spec::Family> family, const std::uint8_t* data, std::size_t size);

}  // namespace vconform::fuzz
