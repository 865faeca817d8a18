// What a backend did with a case.
#pragma once

#include <cstdint>
#include <string>

#include "spec/memory_image.h"

namespace vconform::spec {

enum class OutcomeStatus : std::uint8_t {
  kCompleted,    // executed; `after` holds the memories
  kUnsupported,  // the backend says that it has no such instruction
  kRejected,     // the backend refused the arguments
  kError,        // the backend reported a failure of its own, described in `message`
  kCrashed,      // it ended its process; `message` says how
  kTimedOut,     // it took too long, twice; `message` says how long
  // It was opened again, and describes itself otherwise; `message` names both.
  kChangedClaims,
};

struct Outcome {
  OutcomeStatus status = OutcomeStatus::kCompleted;
  MemoryImage after;
  std::string message;
};

}  // namespace vconform::spec
