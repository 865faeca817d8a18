// The calls that an operation issued, in the form that passes through shared memory.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "adapters/vconform_adapter.h"
#include "spec/case/issued.h"

namespace vconform::adapters {

// The calls that are reported; all are counted.
struct SharedReport {
  std::uint32_t is_present = 0;
  std::uint64_t issued_count = 0;
  std::uint64_t recorded_count = 0;
  std::array<char, 512> problem;
  std::uint64_t ctrl = 0;
  std::array<std::uint64_t, 2> mask;
  std::uint64_t deqscale = 0;
  std::array<std::uint64_t, 4> fixpipe;
  std::array<vconform_issued, VCONFORM_MOST_ISSUED> issued;
};

// Null, or a report that whole_report refuses: there is none.
void write_report(const vconform_report* said, SharedReport& shared);

// A copy of what stands there, which may be anything.
std::optional<spec::IssuedReport> read_report(const SharedReport& shared);

}  // namespace vconform::adapters
