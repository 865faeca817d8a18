// The operands of an instruction of any family.
#pragma once

#include "spec/case/case.h"
#include "spec/rows/memories.h"

namespace vconform::generators {

spec::Address& destination_of(spec::Step& instruction);
spec::Address& source_of(spec::Step& instruction);

}  // namespace vconform::generators
