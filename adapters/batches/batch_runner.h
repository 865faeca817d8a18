// Short programs in large numbers. They occupy slots, each with memory of its own that keeps its
// contents from run to run, and run in batches while others are prepared and inspected.
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

// The reason why a batch ended early.
struct Breakdown {
  // kCrashed, kTimedOut or kChangedClaims.
  spec::OutcomeStatus status = spec::OutcomeStatus::kCrashed;
  // One line, such as "signal 11 (Segmentation fault), at an access 0 bytes behind the end of UB".
  std::string how;
  // Ended by a signal from outside: a SIGKILL, or a limit of the shell.
  bool from_outside = false;
};

// The result of a batch.
struct BatchEnding {
  // The statuses of the programs that ended, in order: kCompleted, kUnsupported, kRejected or
  // kError. Valid until one of these slots is started again.
  std::span<const spec::OutcomeStatus> statuses;
  // A line about the first of them that is not completed, or empty.
  std::string message;
  // Set if the program after those of `statuses` broke down. The memory contents of its slot and of
  // all later slots of the batch are then unknown, whether their programs ran or not.
  std::optional<Breakdown> broken;
};

// May be used by one thread at a time.
//
// If isolated, the memory of a slot may after finish() have been written by any program of any
// batch in flight or before: nothing keeps a backend that knows where another slot lies from
// writing there. So compare with values kept elsewhere: a stray write is then seen as a difference,
// at worst in the wrong slot or in a later batch. An access close to a memory, before or behind it,
// ends the process or is a breakdown of the slot.
class BatchRunner {
 public:
  BatchRunner() = default;
  BatchRunner(const BatchRunner&) = delete;
  BatchRunner& operator=(const BatchRunner&) = delete;
  virtual ~BatchRunner() = default;

  virtual const Description& description() const = 0;
  virtual std::size_t slot_count() const = 0;

  // The memory of a slot in the sizes that were asked for, zero at first; 64-byte aligned, null for
  // a size of 0. If isolated, the contents may be anything at any time while a batch is in flight.
  virtual const vconform_memories& memories(std::size_t slot) const = 0;

  // Sets at most kMaxBatchSteps steps, which stay until others are set.
  virtual void set_program(std::size_t slot, std::span<const vconform_step> steps) = 0;

  // Begins to run the programs of slots first .. first + count - 1, count > 0, in order. These
  // slots must not be touched until they are finished; others may. At most kMaxBatchesInFlight
  // batches may be in flight, with different slots.
  virtual void start(std::size_t first, std::size_t count) = 0;

  // Waits for the batch in flight that was started first. If it broke down, the others still run,
  // in a fresh process.
  virtual BatchEnding finish() = 0;
};

// A runner in this process for a backend of open_backend(); throws what that throws. A batch has
// run when start() returns, and a crash is a crash of this process.
std::unique_ptr<BatchRunner> in_process_batch_runner(std::string_view backend,
                                                     const MemorySizes& sizes, std::size_t slots);

// A runner in a worker process. The limits apply to each program. For `expected` see KeptWorker.
std::unique_ptr<BatchRunner> isolated_batch_runner(std::string_view backend,
                                                   const MemorySizes& sizes, std::size_t slots,
                                                   const Limits& limits = {},
                                                   const Description* expected = nullptr);

}  // namespace vconform::adapters
