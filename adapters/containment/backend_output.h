// What a backend writes to stderr, as it may reach a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace vconform::adapters {

// Bytes of one worker that are shown.
inline constexpr std::size_t kMostBackendOutput = 8192;

// Untrusted text in pieces, as lines "backend: …" of printable ASCII; every other byte is a '?', a
// tab is a space. What exceeds the limit is counted.
class SanitisedLines {
 public:
  explicit SanitisedLines(std::size_t limit = kMostBackendOutput) : limit_(limit) {}

  // The lines that are complete with this piece.
  std::string add(std::string_view piece);
  // An unfinished line, and one on what was dropped, if there is any.
  std::string finish();

 private:
  std::size_t limit_;
  std::size_t shown_ = 0;
  std::uint64_t dropped_ = 0;
  std::string line_;
};

// A pipe. Its write end never blocks: what does not fit is lost to the backend's side. Drain it
// while the worker runs.
class BackendOutput {
 public:
  // Throws std::system_error.
  BackendOutput();
  ~BackendOutput();
  BackendOutput(const BackendOutput&) = delete;
  BackendOutput& operator=(const BackendOutput&) = delete;

  // For descriptor 2 of the worker. Both ends are closed on exec.
  int write_end() const { return write_end_; }
  // After the worker was started.
  void close_write_end();

  // Reads what is there without waiting; returns the lines that may be shown.
  std::string drain();
  // Once the worker has ended: also what is left.
  std::string finish();

 private:
  int read_end_ = -1;
  int write_end_ = -1;
  SanitisedLines lines_;
};

}  // namespace vconform::adapters
