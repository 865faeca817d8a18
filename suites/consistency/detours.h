// Lowerings that convert by way of another type: test support.
#pragma once

#include <string_view>
#include <vector>

#include "spec/rows/operation_rows.h"

namespace vconform::suites {

// One conversion, and two whose result may be the same.
struct Detour {
  spec::OperationRow direct;
  spec::OperationRow chain;
};

// Each pair of the vconv table through each type from which the table goes on, in every pair of
// roundings.
std::vector<Detour> all_detours();

// Why a detour that no case of an operation tells from one conversion is exact; "" if nothing says
// so.
std::string_view reason_of(const Detour& detour);

}  // namespace vconform::suites
