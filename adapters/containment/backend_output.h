// A backend's stderr, made safe for a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace vconform::adapters {

// The most bytes of one worker that are shown.
inline constexpr std::size_t kMostBackendOutput = 8192;

// Untrusted text in pieces, as lines "backend: …" of printable ASCII; every other byte becomes a
// '?', a tab a space. Bytes beyond the limit are only counted.
class SanitisedLines {
 public:
  explicit SanitisedLines(std::size_t limit = kMostBackendOutput) : limit_(limit) {}

  // The lines that this piece completes.
  std::string add(std::string_view piece);
  // An unfinished line, and a line on dropped text, if there are any.
  std::string finish();

 private:
  std::size_t limit_;
  std::size_t shown_ = 0;
  std::uint64_t dropped_ = 0;
  std::string line_;
};

// A pipe whose write end never blocks: output that does not fit is lost. Drain it while the worker
// runs.
class BackendOutput {
 public:
  // Throws std::system_error.
  BackendOutput();
  ~BackendOutput();
  BackendOutput(const BackendOutput&) = delete;
  BackendOutput& operator=(const BackendOutput&) = delete;

  // For descriptor 2 of the worker. Both ends are closed on exec.
  int write_end() const { return write_end_; }
  // Call after the worker was started.
  void close_write_end();

  // Reads the available output without waiting; returns the lines that may be shown.
  std::string drain();
  // Call once the worker has ended: reads the rest of the output, too.
  std::string finish();

 private:
  int read_end_ = -1;
  int write_end_ = -1;
  SanitisedLines lines_;
};

}  // namespace vconform::adapters
