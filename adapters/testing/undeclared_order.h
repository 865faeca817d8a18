// For tests: the library undeclared_order is golden, except that it does not declare in which order
// it reads and writes overlapping operands.
#pragma once

namespace vconform::adapters::undeclared {

// Read by create(): the reading of rule walk.order that it follows, "repeat" without it. create()
// fails for any other word.
inline constexpr const char* kOrderVariable = "VCONFORM_ORDER";

}  // namespace vconform::adapters::undeclared
