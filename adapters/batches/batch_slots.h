// What the two kinds of BatchRunner have in common: the slots, and which of them are in flight. No
// worker can reach this.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "adapters/batches/batch_runner.h"
#include "adapters/load/in_process_backend.h"
#include "adapters/region/guarded_memories.h"

namespace vconform::adapters {

class BatchSlots {
 public:
  struct Slot {
    vconform_memories memories;
    std::array<vconform_step, kMaxBatchSteps> steps;
    std::size_t step_count = 0;

    std::span<const vconform_step> program() const { return std::span(steps).first(step_count); }
  };

  struct InFlight {
    std::size_t first = 0;
    std::size_t count = 0;
    // Of the first program that is not completed.
    std::string message;
  };

  // The memories must outlive it.
  BatchSlots(const GuardedMemories& memories, const MemorySizes& sizes);

  std::size_t count() const { return slots_.size(); }
  const Slot& operator[](std::size_t slot) const { return slots_[slot]; }
  const MemorySizes& sizes() const { return sizes_; }
  void set_program(std::size_t slot, std::span<const vconform_step> steps);
  void set_status(std::size_t slot, std::uint32_t returned) {
    statuses_[slot] = outcome_status(returned);
  }
  void fill_margins();

  InFlight& push(std::size_t first, std::size_t count);
  // Those in flight, the oldest first.
  std::span<InFlight> in_flight() { return std::span(in_flight_).first(in_flight_count_); }

  // Takes the oldest, of which this many programs ended, out of flight: their statuses, the
  // message, and what became of the margins of their memories.
  BatchEnding pop(std::size_t ended);

 private:
  const GuardedMemories& memories_;
  MemorySizes sizes_;
  bool has_margins_ = false;
  std::vector<Slot> slots_;
  std::vector<spec::OutcomeStatus> statuses_;
  std::array<InFlight, kMaxBatchesInFlight> in_flight_;
  std::size_t in_flight_count_ = 0;
};

}  // namespace vconform::adapters
