// What the suite and a worker tell each other. It lies in shared memory: a backend may write to it
// at any time, so that the suite copies what it reads and checks the copy.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "adapters/isolation/futex.h"
#include "adapters/vconform_adapter.h"
#include "spec/case_limits.h"
#include "spec/conversions.h"
#include "spec/memories.h"

namespace vconform::adapters {

// Texts are one line and end with a zero.
inline constexpr std::size_t kMessageBytes = 512;
inline constexpr std::size_t kNameBytes = 128;
inline constexpr std::size_t kChoicesBytes = 4096;

// How opening the backend went.
enum class Opened : std::uint32_t { kYes, kLoadError, kInputError };

// A Description, flat.
struct FlatDescription {
  // Of a claim: this bit, and the features. 0 where not claimed.
  static constexpr std::uint32_t kClaimed = 1U << 31;

  std::array<char, kNameBytes> name;
  std::array<char, kNameBytes> version;
  std::array<std::array<std::uint32_t, spec::kRoundingModes.size()>, spec::kRows.size()> claims;
  std::uint32_t judges_addressing = 0;
  std::uint32_t argument_checking = 0;
  std::uint32_t thread_safe = 0;
  // The reading of walk.order and 1; 0 when undeclared.
  std::uint32_t overlap_order = 0;
  std::uint32_t stride_bits = 0;
  // One line each.
  std::array<char, kChoicesBytes> permissive_choices;
};

struct ControlBlock {
  // The suite rings with the number of a program, the worker answers with the same number. The
  // first number, 1, is rung by the worker alone, when it has opened the backend.
  alignas(64) Doorbell request;
  alignas(64) Doorbell answer;

  // From the suite. `quit` asks the worker to end instead of running a program.
  alignas(64) std::uint32_t quit = 0;
  std::array<std::uint64_t, spec::kMemoryCount> sizes;
  std::uint64_t step_count = 0;

  // From the worker. `status` is what execute() returned, or an Opened; `fault_address` is what the
  // backend could not access, 0 if it did not try.
  std::atomic<std::uint32_t> status{0};
  std::atomic<std::uint64_t> fault_address{0};
  std::array<char, kMessageBytes> message;
  FlatDescription description;

  // Last, as it is large and pages that are not touched cost nothing.
  std::array<vconform_step, spec::kMaxSteps> steps;
};

}  // namespace vconform::adapters
