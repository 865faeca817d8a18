// The places that the calls of an operation write, walked again from their instructions: who wrote
// an element, an instruction or the lowering's own code.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/vector/vector_walk.h"
#include "spec/case/instruction.h"
#include "spec/case/issued.h"
#include "spec/profiles/choices.h"
#include "spec/rows/memories.h"

namespace vconform::oracle {

struct Writer {
  // The last call that writes the place; null: none does.
  const spec::IssuedCall* call = nullptr;
  // False if another call may write it: one that is not reported, or that is not walked here.
  bool is_certain = true;
};

// `report` is untrusted and must outlive the result; its calls are walked as
// oracle/operation/call_writes.h says.
Writer writer_of(const spec::IssuedReport& report, spec::MemoryId memory, Nibble place,
                 const spec::Choices& choices);

// The first executed conversion to the operation's destination type that writes into its scratch,
// or into an array of the host that stands for UB: what no call writes may be its result, moved by
// host code. Null if there is none.
const spec::IssuedCall* computed_in_scratch(const spec::IssuedReport& report,
                                            const spec::Operation& operation);

// The bytes of a memory, as far as `bytes`, that some call writes.
struct WrittenBytes {
  std::vector<std::uint8_t> is_written;
  // As in Writer.
  bool is_certain = true;
};
WrittenBytes written_by_calls(const spec::IssuedReport& report, spec::MemoryId memory,
                              std::uint64_t bytes, const spec::Choices& choices);

}  // namespace vconform::oracle
