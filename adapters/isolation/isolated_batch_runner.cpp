#include "adapters/isolation/isolated_batch_runner.h"

#include <algorithm>
#include <utility>

#include "adapters/isolation/opened_worker.h"
#include "adapters/open_backend.h"

namespace vconform::adapters {

IsolatedBatchRunner::IsolatedBatchRunner(std::string where, OpenBackend open,
                                         const MemorySizes& sizes, std::size_t slots,
                                         const Limits& limits)
    : where_(std::move(where)),
      open_(std::move(open)),
      limits_(limits),
      region_({.slots = slots, .capacities = sizes, .max_steps = kMaxBatchSteps}),
      slots_(region_.memories(), sizes),
      worker_(opened_worker(region_, open_, where_, limits_)),
      description_(description_in(region_, where_)) {}

std::optional<pid_t> IsolatedBatchRunner::worker() const {
  return worker_ == nullptr ? std::nullopt : std::optional(worker_->pid());
}

void IsolatedBatchRunner::start(std::size_t first, std::size_t count) {
  const BatchSlots::InFlight& batch = slots_.push(first, count);
  if (worker_ != nullptr) {
    begin(batch);
  }
}

void IsolatedBatchRunner::begin(const BatchSlots::InFlight& batch) {
  for (std::size_t i = batch.first; i < batch.first + batch.count; ++i) {
    const std::span<const vconform_step> steps = slots_[i].program();
    SharedProgram& program = region_.program(i);
    program.sizes = slots_.sizes();
    program.step_count = steps.size();
    std::ranges::copy(steps, region_.steps(i).begin());
  }
  worker_->begin(
      {static_cast<std::uint32_t>(batch.first), static_cast<std::uint32_t>(batch.count)});
}

bool IsolatedBatchRunner::reopen(std::string& problem) {
  try {
    worker_ = opened_worker(region_, open_, where_, limits_);
  } catch (const std::runtime_error& error) {
    problem = std::string("it cannot be opened again: ") + error.what();
    return false;
  }
  // What the one before it may have written there.
  slots_.fill_margins();
  for (const BatchSlots::InFlight& batch : slots_.in_flight()) {
    begin(batch);
  }
  return true;
}

BatchEnding IsolatedBatchRunner::finish() {
  std::string problem;
  if (worker_ == nullptr && !reopen(problem)) {
    BatchEnding ending = slots_.pop(0);
    ending.broken = {spec::OutcomeStatus::kCrashed, problem};
    return ending;
  }
  const Ending how = worker_->finish(limits_);
  const std::size_t first = slots_.in_flight().front().first;
  bool all_completed = true;
  for (std::size_t i = 0; i < how.ended; ++i) {
    const std::uint32_t status = region_.program(first + i).status;
    slots_.set_status(first + i, status);
    all_completed = all_completed && status == VCONFORM_OK;
  }
  if (!all_completed) {
    slots_.in_flight().front().message = message_in(worker_->message());
  }
  BatchEnding ending = slots_.pop(how.ended);
  if (how.kind != Ending::Kind::kAnswered) {
    worker_.reset();
    const auto status = how.kind == Ending::Kind::kDied ? spec::OutcomeStatus::kCrashed
                                                        : spec::OutcomeStatus::kTimedOut;
    // Unless something wrote beside the memories of an earlier one.
    if (!ending.broken) {
      ending.broken = {status, how_with_place(how, region_, first + how.ended, slots_.sizes()),
                       how.killed};
    }
  }
  return ending;
}

std::unique_ptr<BatchRunner> isolated_batch_runner(std::string_view backend,
                                                   const MemorySizes& sizes, std::size_t slots,
                                                   const Limits& limits) {
  const std::string where(backend);
  return std::make_unique<IsolatedBatchRunner>(
      where, [where] { return open_backend(where); }, sizes, slots, limits);
}

}  // namespace vconform::adapters
