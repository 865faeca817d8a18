#include "adapters/isolation/isolated_backend.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "adapters/abi_steps.h"
#include "adapters/isolation/opened_worker.h"
#include "adapters/open_backend.h"
#include "spec/case_limits.h"

namespace vconform::adapters {

namespace {

using spec::OutcomeStatus::kCrashed, spec::OutcomeStatus::kTimedOut;

constexpr std::size_t kSlot = 0;

RegionShape shape_for_any_case() {
  RegionShape shape{.slots = 1, .max_steps = spec::kMaxSteps};
  shape.capacities.fill(spec::kMaxMemoryBytes);
  return shape;
}

}  // namespace

IsolatedBackend::IsolatedBackend(std::string where, OpenBackend open, const Limits& limits)
    : where_(std::move(where)),
      open_(std::move(open)),
      limits_(limits),
      region_(shape_for_any_case()),
      worker_(opened_worker(region_, open_, where_, limits_)) {
  description_ = description_in(region_, where_);
}

std::optional<pid_t> IsolatedBackend::worker() const {
  return worker_ == nullptr ? std::nullopt : std::optional(worker_->pid());
}

Ending IsolatedBackend::attempt(const spec::MemoryImage& before) {
  if (worker_ == nullptr) {
    try {
      worker_ = opened_worker(region_, open_, where_, limits_);
    } catch (const std::runtime_error& error) {
      return {Ending::Kind::kDied, std::string("it cannot be opened again: ") + error.what()};
    }
  }
  region_.memories(kSlot).load(before);
  SharedProgram& program = region_.program(kSlot);
  program.sizes = sizes_of(before);
  program.step_count = steps_.size();
  std::ranges::copy(steps_, region_.steps(kSlot).begin());
  region_.control().fault_address = 0;
  worker_->begin({kSlot, 1});
  Ending ending = worker_->finish(limits_);
  if (ending.kind != Ending::Kind::kAnswered) {
    worker_.reset();
    ending.how = how_with_place(ending, region_, kSlot, sizes_of(before));
  }
  return ending;
}

spec::Outcome IsolatedBackend::answer(const spec::MemoryImage& before) {
  const MemorySizes sizes = sizes_of(before);
  spec::Outcome outcome;
  const std::uint32_t status = region_.program(kSlot).status;
  outcome.status = outcome_status(status);
  outcome.message = message_in(worker_->message());
  outcome.after = region_.memories(kSlot).image(sizes);
  const std::string damage = region_.memories(kSlot).damage(sizes);
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
  spec::MemoryImage left = region_.memories(kSlot).image(sizes_of(before));
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
      return {kCrashed, region_.memories(kSlot).image(sizes_of(before)), second.how};
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
