// Batches in a worker process.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "adapters/batch_slots.h"
#include "adapters/isolation/worker.h"

namespace vconform::adapters {

// Owns a worker; when it dies or takes too long, the next finish() starts another, which runs what
// is in flight then. A breakdown is not run again.
//
// For processes with one thread, as workers are forked. The worker ends with the thread that made
// it.
class IsolatedBatchRunner final : public BatchRunner {
 public:
  // `open` is called in each worker. Throws what opened_worker() throws.
  IsolatedBatchRunner(std::string where, OpenBackend open, const MemorySizes& sizes,
                      std::size_t slots, const Limits& limits = {});

  const Description& description() const override { return description_; }
  std::size_t slot_count() const override { return slots_.count(); }
  const vconform_memories& memories(std::size_t slot) const override {
    return slots_[slot].memories;
  }
  void set_program(std::size_t slot, std::span<const vconform_step> steps) override {
    slots_.set_program(slot, steps);
  }
  void start(std::size_t first, std::size_t count) override;
  BatchEnding finish() override;

  // The process that runs the next batch; nothing when it has yet to be started.
  std::optional<pid_t> worker() const;

 private:
  void begin(const BatchSlots::InFlight& batch);
  // Opens a worker and begins what is in flight. Returns whether that worked, else why not.
  bool reopen(std::string& problem);

  std::string where_;
  OpenBackend open_;
  Limits limits_;
  SharedRegion region_;
  BatchSlots slots_;
  std::unique_ptr<Worker> worker_;
  Description description_;
};

}  // namespace vconform::adapters
