// Messages from a process of a pool to the one that started it.
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
    // The last message: no task is left; `task` is the number that it has finished.
    kEnded,
    kKinds
  };
  Kind kind = kFailed;
  std::uint64_t task = 0;
  std::string text;
};

// Every message begins with the `mark` of its process, so that damaged, cut or foreign ones are
// noticed.
std::string encode(std::uint64_t mark, const PoolMessage& message);

// A random number that cannot be guessed.
std::uint64_t new_mark();

// Throws BrokenRun.
[[noreturn]] void damaged_message();

// Splits bytes, as they arrive in pieces, into messages.
class PoolMessages {
 public:
  explicit PoolMessages(std::uint64_t mark) : mark_(mark) {}

  void add(std::string_view bytes) { bytes_ += bytes; }
  // The next complete message; nullopt if there is none. Throws BrokenRun.
  std::optional<PoolMessage> next();
  // Whether no incomplete message is left.
  bool empty() const { return bytes_.empty(); }

 private:
  std::uint64_t mark_;
  std::string bytes_;
};

}  // namespace vconform::suites
