// The bytes that one issued call writes, walked again from its instruction; of a move, from its
// arguments.
#pragma once

#include <cstdint>
#include <functional>

#include "spec/case/issued.h"
#include "spec/profiles/choices.h"
#include "spec/rows/memories.h"

namespace vconform::oracle {

using EachWrite = std::function<void(std::uint64_t first, std::uint64_t end)>;

// Calls each(first, end), in bytes from the start of the memory, for every element or burst that
// the call writes there, in that order. Open rules about places have their first reading. The call
// is untrusted: false, and perhaps only some of its writes, if it is none that is walked here, if
// an argument of a copy is out of range, and if it has more elements than `left`, from which they
// are taken; of a move, more blocks.
bool for_each_write(const spec::IssuedCall& call, spec::MemoryId memory,
                    const spec::Choices& choices, std::uint64_t& left, const EachWrite& each);

// The elements of all calls of a report that are walked.
inline constexpr std::uint64_t kMostWalkedElements = std::uint64_t{1} << 22;

}  // namespace vconform::oracle
