// Issued calls of which the pages promise nothing.
#pragma once

#include <optional>
#include <string_view>

#include "spec/case/issued.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// Why the pages promise nothing of the call's instruction, whatever the backend that executed it
// made of it: an argument is out of range, or its operands leave UB or overlap. An order
// of overlapping blocks that one backend keeps is none that a lowering may rely on. nullopt: the
// instruction is defined or contested, or the call has none. The call is untrusted.
std::optional<std::string_view> undefined_by(const spec::IssuedCall& call,
                                             const spec::Choices& choices);

}  // namespace vconform::oracle
