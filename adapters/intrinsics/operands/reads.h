// The bytes that an instruction reads: of its source those of active lanes and of elements that
// count, and the factors, quant words and alphas that it takes from memory.
#pragma once

#include <vector>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/vconform_adapter.h"
#include "spec/case/memory_bytes.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::intrinsics {

struct ReadBytes {
  spec::MemoryId memory;
  spec::ByteRange bytes;
};

// More than a case holds. A counter may ask for 2^32 elements, which a backend then refuses.
inline constexpr std::size_t kMostReadRanges = 32 * 1024;
inline constexpr std::uint64_t kMostReadBytes = spec::kMaxMemoryBytes;

// Replaces the contents of `reads`, whose capacity is reused. Ranges may meet where repeats do;
// those that touch are joined. `cell` is the row of the step. False, with only the first in
// `reads`, if there are more than kMostReadRanges or kMostReadBytes.
bool find_reads(const golden::Behaviour& behaviour, const spec::Cell& cell,
                const vconform_step& step, const spec::Registers& registers,
                std::vector<ReadBytes>& reads);

}  // namespace vconform::adapters::intrinsics
