// Whether a case would take its implementation seconds.
#pragma once

#include "spec/case/case.h"
#include "spec/profiles/choices.h"

namespace vconform::fuzz {

// Whether an instruction converts more than 2^20 elements in counter mode: with repeat strides of 0
// no memory bounds the count, and 2^32 elements take seconds. A CastDeq runs as the readings say;
// the operands of its count form are contiguous, so memory bounds it.
bool runs_too_long(const spec::Case& test_case, const spec::Choices& readings);

}  // namespace vconform::fuzz
