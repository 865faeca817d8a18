#include "adapters/isolation/isolated_batch_runner.h"

#include <algorithm>
#include <utility>

namespace vconform::adapters {

IsolatedBatchRunner::IsolatedBatchRunner(Loadable backend, const MemorySizes& sizes,
                                         std::size_t slots, const Limits& limits,
                                         const Description* expected)
    : together_(is_command(backend.name)),
      region_({.slots = slots, .capacities = sizes, .max_steps = kMaxBatchSteps}),
      slots_(region_.memories(), sizes),
      worker_(region_, std::move(backend), limits, expected) {}

std::optional<pid_t> IsolatedBatchRunner::worker() const {
  return worker_.get() == nullptr ? std::nullopt : std::optional(worker_.get()->pid());
}

void IsolatedBatchRunner::start(std::size_t first, std::size_t count) {
  const BatchSlots::InFlight& batch = slots_.push(first, count);
  if (worker_.get() != nullptr) {
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
  worker_.get()->begin({.first = static_cast<std::uint32_t>(batch.first),
                        .count = static_cast<std::uint32_t>(batch.count),
                        .together = together_ ? 1U : 0U});
}

std::optional<Ending> IsolatedBatchRunner::reopen() {
  if (worker_.get() != nullptr) {
    return std::nullopt;
  }
  if (std::optional<Ending> none = worker_.reopen()) {
    return none;
  }
  // Restores the margins, which the previous worker may have overwritten.
  slots_.fill_margins();
  for (const BatchSlots::InFlight& batch : slots_.in_flight()) {
    begin(batch);
  }
  return std::nullopt;
}

BatchEnding IsolatedBatchRunner::finish() {
  if (const std::optional<Ending> none = reopen()) {
    BatchEnding ending = slots_.pop(0);
    ending.broken = {status_of(none->kind), none->how};
    return ending;
  }
  const Ending how = worker_.get()->finish(worker_.limits());
  const std::size_t first = slots_.in_flight().front().first;
  bool all_completed = true;
  for (std::size_t i = 0; i < how.ended; ++i) {
    const std::uint32_t status = region_.program(first + i).status;
    slots_.set_status(first + i, status);
    all_completed = all_completed && status == VCONFORM_OK;
  }
  if (!all_completed) {
    slots_.in_flight().front().message = message_in(worker_.get()->message());
  }
  BatchEnding ending = slots_.pop(how.ended);
  if (how.kind != Ending::Kind::kAnswered) {
    worker_.drop();
    // Damage beside the memory of an earlier program takes precedence.
    if (!ending.broken) {
      ending.broken = {status_of(how.kind),
                       how_with_place(how, region_, first + how.ended, slots_.sizes()),
                       how.from_outside};
    }
  }
  return ending;
}

std::unique_ptr<BatchRunner> isolated_batch_runner(std::string_view backend,
                                                   const MemorySizes& sizes, std::size_t slots,
                                                   const Limits& limits,
                                                   const Description* expected) {
  return std::make_unique<IsolatedBatchRunner>(loadable(backend), sizes, slots, limits, expected);
}

}  // namespace vconform::adapters
