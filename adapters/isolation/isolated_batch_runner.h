// Batches in a worker process.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "adapters/batches/batch_slots.h"
#include "adapters/isolation/kept_worker.h"

namespace vconform::adapters {

// Owns a worker; when it dies or takes too long, the next finish() starts another, which runs the
// batches in flight. A breakdown is not run again. A backend that describes itself otherwise when
// it is opened again breaks down as kChangedClaims from then on.
//
// The worker ends with the thread that made it.
class IsolatedBatchRunner final : public BatchRunner {
 public:
  // Arguments and exceptions as for KeptWorker.
  IsolatedBatchRunner(Loadable backend, const MemorySizes& sizes, std::size_t slots,
                      const Limits& limits = {}, const Description* expected = nullptr);

  const Description& description() const override { return worker_.description(); }
  std::size_t slot_count() const override { return slots_.count(); }
  const vconform_memories& memories(std::size_t slot) const override {
    return slots_[slot].memories;
  }
  void set_program(std::size_t slot, std::span<const vconform_step> steps) override {
    slots_.set_program(slot, steps);
  }
  void start(std::size_t first, std::size_t count) override;
  BatchEnding finish() override;

  // The process that runs the next batch; nullopt if it has not been started yet.
  std::optional<pid_t> worker() const;

 private:
  void begin(const BatchSlots::InFlight& batch);
  // Opens a worker if there is none, and begins the batches in flight. Returns the reason if there
  // still is none.
  std::optional<Ending> reopen();

  // A program is swept in batches, since a hand-over takes long; a library by its execute.
  bool together_;
  SharedRegion region_;
  BatchSlots slots_;
  KeptWorker worker_;
};

}  // namespace vconform::adapters
