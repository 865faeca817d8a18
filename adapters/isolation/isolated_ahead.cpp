// The part of IsolatedBackend that runs the next programs together.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

#include "adapters/isolation/isolated_backend.h"

namespace vconform::adapters {

namespace {

bool is_failure(spec::OutcomeStatus status) {
  using enum spec::OutcomeStatus;
  return status != kCompleted && status != kRejected && status != kUnsupported;
}

spec::Outcome failure_of(spec::OutcomeStatus status, std::string message) {
  spec::Outcome outcome;
  outcome.status = status;
  outcome.message = std::move(message);
  return outcome;
}

}  // namespace

std::optional<spec::Outcome> IsolatedBackend::taken(const spec::Case& program,
                                                    const spec::MemoryImage& before) {
  if (ahead_.empty()) {
    return std::nullopt;
  }
  Ahead next = std::move(ahead_.front());
  ahead_.pop_front();
  if (next.program == program && next.before == before) {
    return std::move(next.outcome);
  }
  ahead_.push_front(std::move(next));
  forget_ahead();
  return std::nullopt;
}

void IsolatedBackend::forget_ahead() {
  const auto failed =
      std::ranges::find_if(ahead_, [](const Ahead& one) { return is_failure(one.outcome.status); });
  if (failed != ahead_.end()) {
    failed_ahead_ = std::move(*failed);
  }
  ahead_.clear();
}

spec::Outcome IsolatedBackend::settled(const spec::Case& program, spec::Outcome outcome) {
  if (!failed_ahead_ || failed_ahead_->program != program) {
    return outcome;
  }
  const Ahead failed = *std::exchange(failed_ahead_, std::nullopt);
  return is_failure(outcome.status) ? outcome : failed.outcome;
}

Ending IsolatedBackend::attempt_ahead(const std::deque<Ahead>& programs) {
  if (std::optional<Ending> none = worker_.reopen()) {
    return *std::move(none);
  }
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (i == opened_ahead_) {
      region_.memories(kMostAtOnce + i).open();
      ++opened_ahead_;
    }
    load(kMostAtOnce + i, programs[i].program, programs[i].before);
  }
  region_.control().fault = 0;
  worker_.get()->begin(
      {.first = kMostAtOnce, .count = static_cast<std::uint32_t>(programs.size()), .together = 1});
  // All of them have the time of one: none may take longer unseen.
  Ending ending = worker_.get()->finish(worker_.limits());
  if (ending.kind != Ending::Kind::kAnswered) {
    worker_.drop();
  }
  return ending;
}

std::deque<IsolatedBackend::Ahead> IsolatedBackend::next_batch(std::size_t count,
                                                               const ProgramAt& at) const {
  std::deque<Ahead> batch;
  std::uint64_t bytes = 0;
  while (batch.size() < std::min(count, most_ahead_)) {
    spec::Case program = at(batch.size());
    spec::MemoryImage before = spec::initial_image(program);
    const MemorySizes sizes = sizes_of(before);
    bytes += std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
    if (std::ranges::max(sizes) > kSmallMemory || std::ranges::max(sparse_of(before)) ||
        bytes > kMostBytesAhead) {
      break;
    }
    batch.push_back({std::move(program), std::move(before), {}});
  }
  return batch;
}

std::optional<std::size_t> IsolatedBackend::execute_ahead(std::size_t count, const ProgramAt& at) {
  // Twice as many then take a quarter of the time that they have.
  constexpr int kLittle = 8;
  forget_ahead();
  if (!may_run_ahead_ || !description().takes_batches) {
    return std::nullopt;
  }
  std::deque<Ahead> batch = next_batch(count, at);
  if (batch.size() < 2) {
    return 0;
  }
  const auto started = std::chrono::steady_clock::now();
  const Ending ending = attempt_ahead(batch);
  const auto elapsed = std::chrono::steady_clock::now() - started;
  if (is_command_ && batch.size() == most_ahead_ && elapsed < worker_.limits().wall / kLittle) {
    most_ahead_ = std::min(2 * most_ahead_, region_.shape().small_slots);
  }
  const bool is_answered = ending.kind == Ending::Kind::kAnswered;
  const std::optional<spec::Outcome> problem =
      is_answered ? take_answers(batch) : failure_of(status_of(ending.kind), ending.how);
  if (problem) {
    settle_one_by_one(batch, ending, *problem);
  }
  ahead_ = std::move(batch);
  return ahead_.size();
}

void IsolatedBackend::settle_one_by_one(std::deque<Ahead>& batch, const Ending& ending,
                                        const spec::Outcome& problem) {
  // Opening it again is no time of a program.
  if (worker_.reopen()) {
    may_run_ahead_ = false;
    run_one_by_one(batch);
    return;
  }
  const auto started = std::chrono::steady_clock::now();
  if (!run_one_by_one(batch)) {
    may_run_ahead_ = false;
    return;
  }
  const auto elapsed = std::chrono::steady_clock::now() - started;
  // Programs that take long one by one have not hung together. A program behind exec: has used no
  // processor time of the worker.
  const std::chrono::milliseconds limit =
      is_command_ ? worker_.limits().wall : worker_.limits().cpu;
  if (ending.kind == Ending::Kind::kTimedOut && elapsed > limit / 2) {
    most_ahead_ = batch.size() / 2;
    may_run_ahead_ = most_ahead_ > 1;
    return;
  }
  std::optional<spec::Outcome> failure = problem;
  if (ending.kind == Ending::Kind::kTimedOut || ending.from_outside) {
    // Together again in a fresh process, to see whether the batch or the machine was to blame.
    worker_.drop();
    if (attempt_ahead(batch).kind == Ending::Kind::kAnswered && forgives(ending)) {
      failure = take_answers(batch);
    }
  }
  // A failure counts, whatever it depends on.
  if (failure) {
    may_run_ahead_ = false;
    batch.front().outcome = *std::move(failure);
    batch.front().outcome.after = batch.front().before;
    batch.front().outcome.message +=
        fmt::format("; in a batch of {} programs, and not when they ran one by one", batch.size());
  }
}

std::optional<spec::Outcome> IsolatedBackend::take_answers(std::deque<Ahead>& batch) {
  std::string message = message_in(worker_.get()->message());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (region_.program(kMostAtOnce + i).status > VCONFORM_ERROR) {
      return failure_of(spec::OutcomeStatus::kError, message);
    }
    spec::Outcome outcome = answer(kMostAtOnce + i, sizes_of(batch[i].before), {});
    if (outcome.status == spec::OutcomeStatus::kCrashed) {
      return outcome;
    }
    // The message is about the first program that is not completed.
    outcome.message =
        outcome.status == spec::OutcomeStatus::kCompleted ? "" : std::exchange(message, "");
    batch[i].outcome = std::move(outcome);
  }
  return std::nullopt;
}

bool IsolatedBackend::run_one_by_one(std::deque<Ahead>& batch) {
  for (std::size_t i = 0; i < batch.size(); ++i) {
    batch[i].outcome = execute(batch[i].program, batch[i].before);
    if (is_failure(batch[i].outcome.status)) {
      batch.resize(i + 1);
      return false;
    }
  }
  return true;
}

}  // namespace vconform::adapters
