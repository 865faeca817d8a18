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

void TaskLedger::check_complete() const {
  const auto missing = std::ranges::find(settled_, false);
  if (missing != settled_.end()) {
    throw BrokenRun(fmt::format("no process of the run has done part {} of {}",
                                missing - settled_.begin() + 1, settled_.size()));
  }
}

}  // namespace vconform::suites
