// A backend's description in the form that passes through shared memory.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "adapters/abi/backend.h"
#include "adapters/region/control_block.h"

namespace vconform::adapters {

// Writes a text, cut to fit, with a zero at its end.
void write_text(std::span<char> to, std::string_view text);
// Reads up to the first zero, whatever the bytes are.
std::string read_text(std::span<const char> from);

void flatten(const Description& description, FlatDescription& flat);

// The description in `flat`, which may hold anything. Throws LoadError, which names the backend as
// `where`, if flatten() cannot have made it.
Description unflattened(const FlatDescription& flat, const std::string& where);

}  // namespace vconform::adapters
