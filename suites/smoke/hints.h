// Common mistakes of a first adapter, and what to do about them.
#pragma once

#include <cstdint>
#include <string_view>

#include "adapters/abi/capabilities.h"
#include "suites/smoke/tried.h"

namespace vconform::suites {

// In whose words: of a library's C ABI, or of the protocol that a program speaks.
enum class Door : std::uint8_t { kLibrary, kProgram };

// For a backend that claims nothing.
std::string_view hint_about_claims(Door door);

// Advice about this result of a row that is served in this form; "" if nothing common explains it.
std::string_view hint_of(const Tried& tried, adapters::Form form, Door door);

}  // namespace vconform::suites
