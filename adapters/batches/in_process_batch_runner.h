// Batches in this process.
#pragma once

#include <memory>
#include <string>

#include "adapters/batches/batch_slots.h"
#include "adapters/load/in_process_backend.h"

namespace vconform::adapters {

class InProcessBatchRunner final : public BatchRunner {
 public:
  // Throws std::system_error.
  InProcessBatchRunner(std::unique_ptr<InProcessBackend> backend, const MemorySizes& sizes,
                       std::size_t slots);

  const Description& description() const override { return backend_->description(); }
  std::size_t slot_count() const override { return slots_.count(); }
  const vconform_memories& memories(std::size_t slot) const override {
    return slots_[slot].memories;
  }
  void set_program(std::size_t slot, std::span<const vconform_step> steps) override {
    slots_.set_program(slot, steps);
  }
  void start(std::size_t first, std::size_t count) override;
  BatchEnding finish() override;

 private:
  std::unique_ptr<InProcessBackend> backend_;
  GuardedMemories memories_;
  BatchSlots slots_;
  std::string message_;
};

}  // namespace vconform::adapters
