#include "suites/bench/prepared_runner.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace vconform::suites {

namespace {

constexpr std::array<spec::OutcomeStatus, 1> kCompleted = {spec::OutcomeStatus::kCompleted};

}  // namespace

PreparedRunner::PreparedRunner(std::unique_ptr<adapters::BatchRunner> golden, std::size_t programs)
    : golden_(std::move(golden)), programs_(programs) {
  results_.reserve(programs);
}

std::span<std::uint8_t> PreparedRunner::ub() const {
  const vconform_memory& memory = golden_->memories(0).memory[VCONFORM_UB];
  return {memory.data, memory.size};
}

PreparedRunner::Result PreparedRunner::result_of_golden() {
  const std::vector<std::uint8_t> before(ub().begin(), ub().end());
  golden_->start(0, 1);
  if (golden_->finish().statuses[0] != spec::OutcomeStatus::kCompleted) {
    throw std::runtime_error("golden does not run a program of the sweep");
  }

  const auto first = std::mismatch(before.begin(), before.end(), ub().begin()).first;
  const auto last = std::mismatch(before.rbegin(), before.rend(), ub().rbegin()).first;
  const auto from = static_cast<std::size_t>(first - before.begin());
  const auto to = std::max(from, before.size() - static_cast<std::size_t>(last - before.rbegin()));
  const auto changed = ub().subspan(from, to - from);
  return {from, {changed.begin(), changed.end()}};
}

void PreparedRunner::start(std::size_t first, std::size_t count) {
  if (first != 0 || count != 1) {
    throw std::logic_error("one program at a time");
  }
  if (results_.size() < programs_) {
    results_.push_back(result_of_golden());
    return;
  }
  const Result& result = results_[next_];
  std::copy_n(result.bytes.data(), result.bytes.size(), ub().data() + result.first);
  next_ = (next_ + 1) % programs_;
}

adapters::BatchEnding PreparedRunner::finish() {
  return {kCompleted, "", std::nullopt};
}

}  // namespace vconform::suites
