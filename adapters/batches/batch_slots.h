// The common part of both kinds of BatchRunner: the slots, and the batches in flight. It is in
// private memory, out of reach of any worker.
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
    // A line about the first program that is not completed.
    std::string message;
  };

  // `memories` must outlive the object.
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
  // The batches in flight, the oldest first.
  std::span<InFlight> in_flight() { return std::span(in_flight_).first(in_flight_count_); }

  // Takes the oldest batch out of flight; `ended` of its programs ended. Returns their statuses,
  // the message, and any damage to the margins of their memory.
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
