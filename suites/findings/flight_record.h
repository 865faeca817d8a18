// The input that a fuzz target is running, in a file mapped by both target and command, so that it
// outlives a target that is killed or ends silently.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace vconform::suites {

// All zeros: no input so far. The backend shares the process that writes this, so it proves
// nothing.
struct FlightRecord {
  static constexpr std::size_t kMostBytes = 1 << 16;

  // Counts of inputs that were run to their end.
  std::atomic<std::uint64_t> inputs;
  std::atomic<std::uint64_t> compared;
  std::atomic<std::uint64_t> elements;
  // The number of backend calls that were begun, opening and closing included.
  std::atomic<std::uint64_t> calls;
  // The start of the call that has not returned, in nanoseconds of CLOCK_MONOTONIC; 0 outside of
  // a call.
  std::atomic<std::int64_t> in_backend_since;
  // The size of the current input in bytes, plus 1; 0 if none is being run or it does not fit.
  std::atomic<std::uint64_t> size_and_one;
  std::array<std::uint8_t, kMostBytes> bytes;
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

// CLOCK_MONOTONIC in nanoseconds.
std::int64_t monotonic_now();

// Owns a mapping of the file.
class FlightFile {
 public:
  enum class How : std::uint8_t { kMake, kOpen };
  // Throws std::system_error.
  FlightFile(const std::filesystem::path& file, How how);
  ~FlightFile();
  FlightFile(const FlightFile&) = delete;
  FlightFile& operator=(const FlightFile&) = delete;

  FlightRecord& record() const { return *record_; }

 private:
  FlightRecord* record_;
};

// The input that was begun and not finished, if any.
std::optional<std::vector<std::uint8_t>> unfinished_input(const FlightRecord& record);

// Seconds since the backend was called; 0 outside of a call.
double seconds_in_backend(const FlightRecord& record);

}  // namespace vconform::suites
