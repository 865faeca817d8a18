// The library undeclared_order for tests: golden, except that it does not declare the order in
// which it reads and writes overlapping operands.
#pragma once

namespace vconform::adapters::undeclared {

// The reading of rule walk.order that it follows, "repeat" if unset. Read by create(), which fails
// for any other word.
inline constexpr const char* kOrderVariable = "VCONFORM_ORDER";

}  // namespace vconform::adapters::undeclared
