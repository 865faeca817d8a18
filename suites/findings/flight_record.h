// The input that a fuzz target runs, in a file that target and command both map: it outlives a
// target that is killed or that leaves in silence.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace vconform::suites {

// All zeros: no input so far. The backend is loaded where this is written, so it proves nothing.
struct FlightRecord {
  static constexpr std::size_t kMostBytes = 1 << 16;

  // Of inputs that were run to their end.
  std::atomic<std::uint64_t> inputs;
  std::atomic<std::uint64_t> compared;
  std::atomic<std::uint64_t> elements;
  // Calls of the backend that were begun, opening and closing it included.
  std::atomic<std::uint64_t> calls;
  // When the one that has not returned was begun, in nanoseconds of CLOCK_MONOTONIC; else 0.
  std::atomic<std::int64_t> in_backend_since;
  // Bytes of the input that was begun, and 1; 0 where none is being run, or a longer one is.
  std::atomic<std::uint64_t> size_and_one;
  std::array<std::uint8_t, kMostBytes> bytes;
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

// In nanoseconds, as FlightRecord has it.
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

// The input that was begun and not finished.
std::optional<std::vector<std::uint8_t>> unfinished_input(const FlightRecord& record);

// How long the backend has not returned from a call: 0 outside of one.
double seconds_in_backend(const FlightRecord& record);

}  // namespace vconform::suites
