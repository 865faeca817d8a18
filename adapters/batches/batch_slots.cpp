#include "adapters/batches/batch_slots.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace vconform::adapters {

BatchSlots::BatchSlots(const GuardedMemories& memories, const MemorySizes& sizes)
    : memories_(memories),
      sizes_(sizes),
      has_margins_(
          std::ranges::any_of(sizes, [](std::uint64_t size) { return size % page_size() != 0; })),
      slots_(memories.slot_count()),
      statuses_(memories.slot_count()) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    slots_[i].memories = memories.slot(i).memories(sizes);
  }
  fill_margins();
}

void BatchSlots::fill_margins() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    memories_.slot(i).fill_margins(sizes_);
  }
}

void BatchSlots::set_program(std::size_t slot, std::span<const vconform_step> steps) {
  assert(steps.size() <= kMaxBatchSteps);
  std::ranges::copy(steps, slots_[slot].steps.begin());
  slots_[slot].step_count = steps.size();
}

BatchSlots::InFlight& BatchSlots::push(std::size_t first, std::size_t count) {
  assert(in_flight_count_ < kMaxBatchesInFlight && count > 0 && first + count <= slots_.size());
  InFlight& batch = in_flight_[in_flight_count_++];
  batch.first = first;
  batch.count = count;
  batch.message.clear();
  return batch;
}

BatchEnding BatchSlots::pop(std::size_t ended) {
  InFlight& batch = in_flight_[0];
  BatchEnding ending;
  ending.message.swap(batch.message);
  for (std::size_t i = 0; has_margins_ && i < ended; ++i) {
    const MemorySlot& memories = memories_.slot(batch.first + i);
    if (const std::string damage = memories.damage(sizes_); !damage.empty()) {
      memories.fill_margins(sizes_);
      ending.broken = {spec::OutcomeStatus::kCrashed, "it writes " + damage};
      ended = i;
    }
  }
  ending.statuses = std::span(statuses_).subspan(batch.first, ended);
  std::shift_left(in_flight_.begin(), in_flight_.end(), 1);
  --in_flight_count_;
  return ending;
}

}  // namespace vconform::adapters
