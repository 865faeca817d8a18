// The operations that a library declares, checked when it is opened.
#pragma once

#include <string>
#include <vector>

#include "adapters/vconform_adapter.h"
#include "spec/rows/operation_rows.h"

namespace vconform::adapters {

inline constexpr std::uint32_t kMostOperations = 512;

// In the order of the table. Throws LoadError, with `where` and the name of the operation, for one
// that no lowering can have, and for two of one name and rounding.
std::vector<spec::DeclaredOperation> checked_operations(const vconform_capabilities& declared,
                                                        const std::string& where);

}  // namespace vconform::adapters
