// The messages between the suite and a worker. They lie in shared memory, which a backend may write
// to at any time: the suite copies what it reads and checks the copy.
#pragma once

#include <sched.h>

#include <array>
#include <atomic>
#include <cstdint>

#include "adapters/region/futex.h"
#include "adapters/region/guarded_memories.h"
#include "adapters/region/limits.h"
#include "adapters/region/shared_report.h"
#include "spec/rows/conversions.h"
#include "spec/rows/memories.h"

namespace vconform::adapters {

// Texts are one line and end with a zero.
inline constexpr std::size_t kMessageBytes = 512;
inline constexpr std::size_t kNameBytes = 128;
inline constexpr std::size_t kChoicesBytes = 4096;
inline constexpr std::size_t kNotesBytes = 2048;
inline constexpr std::size_t kMeasuresBytes = 2048;
inline constexpr std::size_t kOperationsBytes = 256 * 1024;

// The number that reports the opening; only the worker rings it.
inline constexpr std::uint32_t kOpeningNumber = 1;

// The result of opening the backend.
enum class Opened : std::uint32_t { kYes, kLoadError, kInputError };

// A Description without pointers.
struct FlatDescription {
  // A claim consists of this bit and the features; 0 if not claimed.
  static constexpr std::uint32_t kClaimed = 1U << 31;

  std::array<char, kNameBytes> name;
  std::array<char, kNameBytes> version;
  std::array<char, 2 * kNameBytes> basis;
  std::array<std::array<std::uint32_t, spec::kRoundingModes.size()>, spec::kRows.size()> claims;
  std::uint32_t judges_addressing = 0;
  std::uint32_t takes_batches = 0;
  std::uint32_t argument_checking = 0;
  std::uint32_t thread_safe = 0;
  // The reading of walk.order plus 1; 0 if undeclared.
  std::uint32_t overlap_order = 0;
  std::uint32_t stride_bits = 0;
  std::uint64_t largest_memory = 0;
  // One line each.
  std::array<char, kChoicesBytes> permissive_choices;
  // One line each, for people.
  std::array<char, kNotesBytes> notes;
  std::array<char, kOperationsBytes> operations;
};

// The programs of these slots, to be run in order, or by several threads at once, each with a
// context of its own, or, if the backend takes batches, by one call of it. A batch without programs
// asks the worker to end.
struct Batch {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t threads = 1;
  // 1: by one call.
  std::uint32_t together = 0;
};

// The program of a slot without its steps.
struct alignas(64) SharedProgram {
  // Written by the suite.
  MemorySizes sizes;
  std::uint64_t step_count = 0;
  // Written by the worker: the value that execute() returned.
  std::atomic<std::uint32_t> status{0};
};

struct ControlBlock {
  // The suite rings with the number of a batch, and the worker answers with the same number; the
  // first answer, kOpeningNumber, says that it has opened the backend.
  alignas(64) Doorbell request;
  alignas(64) Doorbell answer;

  // Written by the suite. A batch and its message have the index number modulo their count.
  alignas(64) std::array<Batch, kMaxBatchesInFlight> batches;
  // The processors of the run, of which a judge may keep to one.
  cpu_set_t processors;

  // Written by the worker. `ended` counts the programs that it has run, `opened` is an Opened;
  // `closed` is 1 once the backend is closed; `fault` is the distance (SharedRegion) of the address
  // that the backend could not access, 0 if there is none. A message is about the first program
  // that is not completed. `met` counts the programs of the last batch in several threads that ran
  // at the same time as another one.
  alignas(64) std::atomic<std::uint64_t> ended{0};
  std::atomic<std::uint32_t> opened{0};
  std::atomic<std::uint32_t> closed{0};
  std::atomic<std::uint64_t> fault{0};
  std::atomic<std::uint32_t> met{0};
  std::array<std::array<char, kMessageBytes>, kMaxBatchesInFlight> messages;
  FlatDescription description;
  // The measures that contain the worker (measures_to_text), written before the backend was loaded.
  std::array<char, kMeasuresBytes> measures;
  // Written by the worker: the report of the last program that it ran alone.
  SharedReport report;

  std::array<char, kMessageBytes>& message_of(std::uint32_t number) {
    return messages[number % kMaxBatchesInFlight];
  }
  Batch& batch(std::uint32_t number) { return batches[number % kMaxBatchesInFlight]; }
};

}  // namespace vconform::adapters
