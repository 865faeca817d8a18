// An instruction that was executed, as a case: every register is set, then the instruction runs on
// the bytes that it read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/intrinsics/operands/reads.h"
#include "adapters/vconform_adapter.h"
#include "spec/case/case.h"
#include "spec/case/registers.h"

namespace vconform::adapters::intrinsics {

// An instruction with its operands as offsets into the memories that its backend is given.
struct PlacedStep {
  const golden::Behaviour& readings;
  spec::Cell cell;
  const vconform_step& step;
  // Those that it meets.
  spec::Registers registers;
};

// Elements that are placed one by one: beyond that a case is not written.
inline constexpr std::uint64_t kMostRecordedElements = 32 * 1024;
// Each range is one at least, so that find_reads gives up nothing that could be recorded.
static_assert(kMostReadRanges >= kMostRecordedElements);

// `bytes` are those of `reads`, one range after another. Memories reach as far as the instruction's
// whole blocks do, under every reading of the layout. Bytes that are written and not read begin as
// background. nullopt if the case would be too large: more than kMostRecordedElements places, or
// beyond the limits of a case.
std::optional<spec::Case> recorded_case(const PlacedStep& placed, std::span<const ReadBytes> reads,
                                        std::span<const std::uint8_t> bytes);

}  // namespace vconform::adapters::intrinsics
