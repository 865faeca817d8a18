// The outcome of a case: how a backend ended it, and the memory images afterwards.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "spec/case/issued.h"
#include "spec/case/memory_image.h"

namespace vconform::spec {

enum class OutcomeStatus : std::uint8_t {
  kCompleted,    // executed; `after` holds the memory images
  kUnsupported,  // the backend says that it has no such instruction
  kRejected,     // the backend refused the arguments
  kError,        // the backend reported a failure of its own, described in `message`
  kCrashed,      // it ended its process; `message` says how
  kTimedOut,     // it took too long, twice; `message` says how long
  // It was opened again, and describes itself otherwise; `message` names both.
  kChangedClaims,
  // Results were supplied as files, and there is none of this case.
  kNotReturned,
};

struct Outcome {
  OutcomeStatus status = OutcomeStatus::kCompleted;
  MemoryImage after;
  std::string message;
  // Instead of `after`: where the memories stand until the backend runs again, which can write to
  // them meanwhile.
  std::optional<MemoryView> in_place = std::nullopt;
  // Only after a case whose last step is an operation.
  std::optional<IssuedReport> issued = std::nullopt;
};

}  // namespace vconform::spec
