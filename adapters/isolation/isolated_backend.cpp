#include "adapters/isolation/isolated_backend.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "adapters/abi_steps.h"
#include "adapters/isolation/flat_description.h"
#include "adapters/load_error.h"
#include "adapters/open_backend.h"
#include "spec/case_limits.h"
#include "spec/error.h"

namespace vconform::adapters {

namespace {

using spec::OutcomeStatus::kCrashed, spec::OutcomeStatus::kTimedOut;

// A copy: a worker may still write to the original.
template <typename T>
T copy_of(const T& shared) {
  T copy = shared;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return copy;
}

std::string message_of(const ControlBlock& control) {
  std::string message = read_text(copy_of(control.message));
  std::ranges::replace_if(message, [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return message;
}

}  // namespace

IsolatedBackend::IsolatedBackend(std::string where, OpenBackend open, const Limits& limits)
    : where_(std::move(where)), open_(std::move(open)), limits_(limits) {
  start_worker();
  description_ = unflattened(copy_of(region_.control().description), where_);
}

void IsolatedBackend::start_worker() {
  worker_ = std::make_unique<Worker>(region_, open_);
  const Ending ending = worker_->wait_until_open(limits_);
  const ControlBlock& control = region_.control();
  switch (ending.kind) {
    case Ending::Kind::kDied:
      throw LoadError(where_ + ": crashes when it is opened: " + ending.how);
    case Ending::Kind::kTimedOut:
      throw LoadError(where_ + ": is not open after " + ending.how);
    case Ending::Kind::kAnswered:
      break;
  }
  const std::uint32_t status = control.status;
  if (status == static_cast<std::uint32_t>(Opened::kInputError)) {
    throw spec::InputError(message_of(control));
  }
  if (status != static_cast<std::uint32_t>(Opened::kYes)) {
    throw LoadError(message_of(control));
  }
}

std::optional<pid_t> IsolatedBackend::worker() const {
  return worker_ == nullptr ? std::nullopt : std::optional(worker_->pid());
}

Ending IsolatedBackend::attempt(const spec::MemoryImage& before) {
  if (worker_ == nullptr) {
    try {
      start_worker();
    } catch (const std::runtime_error& error) {
      worker_.reset();
      return {Ending::Kind::kDied, std::string("it cannot be opened again: ") + error.what()};
    }
  }
  region_.load(before);
  ControlBlock& control = region_.control();
  control.sizes = sizes_of(before);
  control.step_count = steps_.size();
  std::ranges::copy(steps_, control.steps.begin());
  control.fault_address = 0;
  Ending ending = worker_->run(limits_);
  if (ending.kind != Ending::Kind::kAnswered) {
    worker_.reset();
    ending.how = with_fault_address(ending.how, before);
  }
  return ending;
}

std::string IsolatedBackend::with_fault_address(const std::string& how,
                                                const spec::MemoryImage& before) {
  const std::string place = region_.place_of(region_.control().fault_address, sizes_of(before));
  return place.empty() ? how : how + ", at an access " + place;
}

spec::Outcome IsolatedBackend::answer(const spec::MemoryImage& before) {
  const MemorySizes sizes = sizes_of(before);
  spec::Outcome outcome;
  const std::uint32_t status = region_.control().status;
  outcome.status = outcome_status(status);
  outcome.message = message_of(region_.control());
  outcome.after = region_.image(sizes);
  const std::string damage = region_.damage(sizes);
  if (!damage.empty()) {
    outcome.status = kCrashed;
    outcome.message = "it writes " + damage;
  }
  return outcome;
}

spec::Outcome IsolatedBackend::execute(const spec::Case& program, const spec::MemoryImage& before) {
  assert(program.steps.size() <= spec::kMaxSteps);
  translate(program.steps, steps_);
  const Ending first = attempt(before);
  if (first.kind == Ending::Kind::kAnswered) {
    return answer(before);
  }
  spec::MemoryImage left = region_.image(sizes_of(before));
  // Alone, in a fresh worker: whether the program is to blame, or what ran before it.
  worker_.reset();
  const Ending second = attempt(before);
  if (first.kind == Ending::Kind::kDied) {
    const bool again = second.kind == Ending::Kind::kDied;
    return {kCrashed, std::move(left),
            first.how + (again ? "" : "; not when run again alone in a fresh process")};
  }
  switch (second.kind) {
    case Ending::Kind::kAnswered:
      return answer(before);
    case Ending::Kind::kDied:
      return {kCrashed, region_.image(sizes_of(before)), second.how};
    default:
      return {kTimedOut, std::move(left),
              "no answer after " + second.how + ", and again when run alone in a fresh process"};
  }
}

std::unique_ptr<IsolatedBackend> open_isolated_backend(std::string_view name,
                                                       const Limits& limits) {
  const std::string where(name);
  return std::make_unique<IsolatedBackend>(where, [where] { return open_backend(where); }, limits);
}

}  // namespace vconform::adapters
