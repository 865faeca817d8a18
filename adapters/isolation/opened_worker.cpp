#include "adapters/isolation/opened_worker.h"

#include <algorithm>
#include <utility>

#include "adapters/load_error.h"
#include "adapters/region/flat_description.h"
#include "spec/text/error.h"

namespace vconform::adapters {

namespace {

// Copies, since a worker may still write to the original.
// A description is large, and a shell may have limited the stack.
template <typename T>
std::unique_ptr<const T> copy_of(const T& shared) {
  auto copy = std::make_unique<const T>(shared);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return copy;
}

}  // namespace

OpenedWorker opened_worker(SharedRegion& region, const Loadable& backend, const Limits& limits) {
  const std::string& where = backend.name;
  Loadable limited = backend;
  limited.time_limit = std::chrono::duration<double>(limits.wall).count();
  auto worker = std::make_unique<Worker>(region, limited);
  const Ending ending = worker->wait_until_open(limits);
  switch (ending.kind) {
    case Ending::Kind::kDied:
      throw LoadError(where + ": crashes when it is opened: " + ending.how);
    case Ending::Kind::kTimedOut:
      throw LoadError(where + ": is not open after " + ending.how +
                      "; --time-limit gives it ten times as many seconds, and at least 60");
    case Ending::Kind::kAnswered:
    case Ending::Kind::kChangedClaims:
      break;
  }
  const std::uint32_t opened = region.control().opened;
  if (opened == static_cast<std::uint32_t>(Opened::kYes)) {
    return {std::move(worker), unflattened(*copy_of(region.control().description), where),
            measures_from_text(read_text(*copy_of(region.control().measures)))
                .value_or(std::vector<Measure>())};
  }
  std::string message = message_in(worker->message());
  if (message.empty()) {
    // The worker's message was overwritten.
    message = where + ": cannot be opened, and its message is lost";
  }
  if (opened == static_cast<std::uint32_t>(Opened::kInputError)) {
    throw spec::InputError(message);
  }
  throw LoadError(message);
}

spec::OutcomeStatus status_of(Ending::Kind kind) {
  switch (kind) {
    case Ending::Kind::kTimedOut:
      return spec::OutcomeStatus::kTimedOut;
    case Ending::Kind::kChangedClaims:
      return spec::OutcomeStatus::kChangedClaims;
    default:
      return spec::OutcomeStatus::kCrashed;
  }
}

std::string message_in(const std::array<char, kMessageBytes>& text) {
  std::string message = read_text(*copy_of(text));
  std::ranges::replace_if(message, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return message;
}

std::string how_with_place(const Ending& ending, const SharedRegion& region, std::size_t slot,
                           const MemorySizes& sizes) {
  const std::uint64_t fault = region.control().fault;
  const std::string place =
      fault == 0 ? "" : region.memories(slot).place_of(region.address_of(fault), sizes);
  return place.empty() ? ending.how : ending.how + ", at an access " + place;
}

}  // namespace vconform::adapters
