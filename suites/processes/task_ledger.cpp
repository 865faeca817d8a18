#include "suites/processes/task_ledger.h"

#include <fmt/format.h>

#include <algorithm>

#include "suites/processes/broken_run.h"

namespace vconform::suites {

namespace {

void require(bool holds) {
  if (!holds) {
    throw BrokenRun("a process of the run sent a result that nobody asked it for");
  }
}

}  // namespace

void TaskLedger::start(Account& account, std::uint64_t task) const {
  require(!account.ended && !account.running && task < settled_.size() && !settled_[task]);
  account.running = task;
}

void TaskLedger::finish(Account& account, std::uint64_t task) {
  require(!account.ended && account.running == task && !settled_[task]);
  account.running.reset();
  ++account.finished;
  settled_[task] = true;
}

void TaskLedger::end(Account& account, std::uint64_t finished) const {
  require(!account.ended && !account.running && account.finished == finished);
  account.ended = true;
}

void TaskLedger::check_complete(std::size_t tasks) const {
  const auto end = settled_.begin() + static_cast<std::ptrdiff_t>(tasks);
  require(std::find(end, settled_.end(), true) == settled_.end());
  const auto missing = std::find(settled_.begin(), end, false);
  if (missing != end) {
    throw BrokenRun(fmt::format("no process of the run has done part {} of {}",
                                missing - settled_.begin() + 1, settled_.size()));
  }
}

}  // namespace vconform::suites
