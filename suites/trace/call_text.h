// A traced call in words, and what an instruction promises.
#pragma once

#include <string>
#include <vector>

#include "suites/trace/address_space.h"
#include "suites/trace/issued.h"
#include "suites/trace/message.h"

namespace vconform::suites {

// "kernel.cpp:17: vconv_f322f16r(dst=UB+0x0, src=UB+0x1000, repeat=1, ...)", and its status if it
// was not executed as the pages say.
std::string call_text(const TracedCall& call, const AddressSpace& space);

// "dst UB+0x20, src UB+0x0".
std::string operands_text(const TracedCall& call, const AddressSpace& space);

// The row of the pages' tables, its rounding, its status and source: "f32 -> f16, rounding r
// (rint); documented: vconv: table of types and rounding modes". Empty for a function that is no
// instruction.
std::string promise_text(const Issued& issued);

// The slugs of the rules that its calls touched, in the order of the rules.
std::vector<std::string> rule_slugs(const Issued& issued);

}  // namespace vconform::suites
