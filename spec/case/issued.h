// The calls that an operation issued, as the lowering's process reports them: untrusted, and never
// the ground of a verdict that an operation is right.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/case/instruction.h"
#include "spec/case/registers.h"

namespace vconform::spec {

struct IssuedCall {
  // "vconv_f322f16r".
  std::string function;
  // The end of its path; empty if not known.
  std::string file;
  std::uint32_t line = 0;
  // Whether it was executed as the pages say.
  bool was_executed = true;
  // In the order of the page; operands as offsets into their memory.
  std::vector<std::int64_t> arguments;
  // The instruction that the backend was asked to execute for it; nullopt: none of the pages.
  std::optional<Step> instruction;
  // Those that stood when it ended: of a CastDeq what it leaves, of others what they met.
  Registers registers;
};

struct IssuedReport {
  // All calls; `calls` holds the first of them.
  std::uint64_t count = 0;
  std::vector<IssuedCall> calls;
  // The first call that was not executed as the pages say, in one line; empty if there is none.
  std::string problem;
  // At the end of the operation.
  Registers left;
};

}  // namespace vconform::spec
