// Short programs in great number: they stand in slots, each with memories of its own that keep what
// they hold from run to run, and run in batches while others are prepared and looked at.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "adapters/abi/backend.h"
#include "adapters/region/guarded_memories.h"
#include "adapters/region/limits.h"
#include "adapters/vconform_adapter.h"
#include "spec/case/outcome.h"

namespace vconform::adapters {

inline constexpr std::size_t kMaxBatchSteps = 64;

// Why a batch went no further.
struct Breakdown {
  // kCrashed, kTimedOut or kChangedClaims.
  spec::OutcomeStatus status = spec::OutcomeStatus::kCrashed;
  // One line, such as "signal 11 (Segmentation fault), at an access 0 bytes behind the end of UB".
  std::string how;
  // By a signal that comes from outside: somebody's SIGKILL, a limit of the shell.
  bool from_outside = false;
};

// What became of a batch.
struct BatchEnding {
  // Of the programs that ended, in order: kCompleted, kUnsupported, kRejected or kError. Valid
  // until one of these slots is started again.
  std::span<const spec::OutcomeStatus> statuses;
  // Of the first of them that is not completed: one line or empty.
  std::string message;
  // The program behind those of `statuses` broke down. What the memories of its slot and of those
  // behind it hold is unknown, whether they ran or not.
  std::optional<Breakdown> broken;
};

// Used by one thread at a time.
//
// What the memories of a slot hold after finish() may, isolated, have been written by any program
// of any batch in flight or before: nothing keeps a backend that knows where another slot lies from
// writing there. So compare with values kept elsewhere: a stray write is seen as a difference, at
// worst in the wrong slot or in a later batch. Accesses close to a memory, before or behind it, end
// the process or are a breakdown of the slot.
class BatchRunner {
 public:
  BatchRunner() = default;
  BatchRunner(const BatchRunner&) = delete;
  BatchRunner& operator=(const BatchRunner&) = delete;
  virtual ~BatchRunner() = default;

  virtual const Description& description() const = 0;
  virtual std::size_t slot_count() const = 0;

  // Of the sizes that were asked for, zero at first; 64-byte aligned, null where the size is 0.
  // Isolated, they may be anything at any time while a batch is in flight.
  virtual const vconform_memories& memories(std::size_t slot) const = 0;

  // At most kMaxBatchSteps steps; they stay until others are set.
  virtual void set_program(std::size_t slot, std::span<const vconform_step> steps) = 0;

  // Begins to run the programs of slots first .. first + count - 1, count > 0, in order. Until they
  // are finished these slots must not be touched; others may. At most kMaxBatchesInFlight at a
  // time, of different slots.
  virtual void start(std::size_t first, std::size_t count) = 0;

  // Waits for the batch in flight that was started first. Where that broke down, the others still
  // run, in a fresh process.
  virtual BatchEnding finish() = 0;
};

// The backends of open_backend(); throws what that throws. In this process a batch has run when
// start() returns, and a crash is a crash of this process.
std::unique_ptr<BatchRunner> in_process_batch_runner(std::string_view backend,
                                                     const MemorySizes& sizes, std::size_t slots);

// In a worker process. The limits are for each program. `expected`: see KeptWorker.
std::unique_ptr<BatchRunner> isolated_batch_runner(std::string_view backend,
                                                   const MemorySizes& sizes, std::size_t slots,
                                                   const Limits& limits = {},
                                                   const Description* expected = nullptr);

}  // namespace vconform::adapters
