#include "adapters/batches/in_process_batch_runner.h"

#include <utility>

#include "adapters/load/open_backend.h"

namespace vconform::adapters {

InProcessBatchRunner::InProcessBatchRunner(std::unique_ptr<InProcessBackend> backend,
                                           const MemorySizes& sizes, std::size_t slots)
    : backend_(std::move(backend)), memories_(slots, sizes), slots_(memories_, sizes) {}

void InProcessBatchRunner::start(std::size_t first, std::size_t count) {
  BatchSlots::InFlight& batch = slots_.push(first, count);
  bool all_completed = true;
  for (std::size_t i = first; i < first + count; ++i) {
    // A copy, since a backend may write to it.
    vconform_memories memories = slots_[i].memories;
    const std::uint32_t status = backend_->run(slots_[i].program(), memories, message_);
    slots_.set_status(i, status);
    if (status != VCONFORM_OK && all_completed) {
      all_completed = false;
      batch.message = message_;
    }
  }
}

BatchEnding InProcessBatchRunner::finish() {
  return slots_.pop(slots_.in_flight().front().count);
}

std::unique_ptr<BatchRunner> in_process_batch_runner(std::string_view backend,
                                                     const MemorySizes& sizes, std::size_t slots) {
  return std::make_unique<InProcessBatchRunner>(open_backend(backend), sizes, slots);
}

}  // namespace vconform::adapters
