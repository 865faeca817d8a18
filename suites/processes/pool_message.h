// What a process of a pool says to the one that started it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vconform::suites {

struct PoolMessage {
  enum Kind : std::uint32_t {
    kStarted,
    kFinished,
    // An exception, by type.
    kFailed,
    kInputError,
    kLoadError,
    // The last one: no task is left, and `task` is how many it has finished.
    kEnded,
    kKinds
  };
  Kind kind = kFailed;
  std::uint64_t task = 0;
  std::string text;
};

// Each process has its own `mark` in front of every message, so that one that is damaged, cut or
// not its own is noticed.
std::string encode(std::uint64_t mark, const PoolMessage& message);

// A number that nobody guesses.
std::uint64_t new_mark();

// Throws BrokenRun.
[[noreturn]] void damaged_message();

// Bytes in pieces, as they arrive.
class PoolMessages {
 public:
  explicit PoolMessages(std::uint64_t mark) : mark_(mark) {}

  void add(std::string_view bytes) { bytes_ += bytes; }
  // The next message that is complete; nullopt if there is none. Throws BrokenRun.
  std::optional<PoolMessage> next();
  // Nothing is left that is not a whole message.
  bool empty() const { return bytes_.empty(); }

 private:
  std::uint64_t mark_;
  std::string bytes_;
};

}  // namespace vconform::suites
