// A backend's description on its way through shared memory.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "adapters/abi/backend.h"
#include "adapters/region/control_block.h"

namespace vconform::adapters {

// Cut where it does not fit; ends with a zero.
void write_text(std::span<char> to, std::string_view text);
// Up to the first zero, whatever is there.
std::string read_text(std::span<const char> from);

void flatten(const Description& description, FlatDescription& flat);

// The description of `flat`, which may hold anything. Throws LoadError, which names the backend as
// `where`, when flatten() cannot have made it.
Description unflattened(const FlatDescription& flat, const std::string& where);

}  // namespace vconform::adapters
