#include "suites/processes/pool_message.h"

#include <sys/random.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "suites/processes/broken_run.h"

namespace vconform::suites {

namespace {

// Far more than any result: findings take a few kilobytes, the longest results some megabytes.
constexpr std::uint64_t kMostText = std::uint64_t{1} << 32;

struct Header {
  std::uint64_t mark;
  std::uint64_t kind;
  std::uint64_t task;
  std::uint64_t size;
};

}  // namespace

std::string encode(std::uint64_t mark, const PoolMessage& message) {
  const Header header{mark, message.kind, message.task, message.text.size()};
  std::string bytes(sizeof header, '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes + message.text;
}

void damaged_message() {
  throw BrokenRun("a process of the run sent a damaged message");
}

std::uint64_t new_mark() {
  std::uint64_t mark = 0;
  if (getrandom(&mark, sizeof mark, 0) != sizeof mark) {
    throw std::system_error(errno, std::generic_category(), "getrandom");
  }
  return mark;
}

std::optional<PoolMessage> PoolMessages::next() {
  Header header{};
  if (bytes_.size() < sizeof header) {
    return std::nullopt;
  }
  std::memcpy(&header, bytes_.data(), sizeof header);
  if (header.mark != mark_ || header.kind >= PoolMessage::kKinds || header.size > kMostText) {
    damaged_message();
  }
  if (bytes_.size() - sizeof header < header.size) {
    return std::nullopt;
  }
  PoolMessage message{static_cast<PoolMessage::Kind>(header.kind), header.task,
                      bytes_.substr(sizeof header, header.size)};
  bytes_.erase(0, sizeof header + header.size);
  return message;
}

}  // namespace vconform::suites
