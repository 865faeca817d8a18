// A ledger of a run's tasks: which process runs which task, and that each is done exactly once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace vconform::suites {

class TaskLedger {
 public:
  // The reports of one process.
  struct Account {
    std::optional<std::uint64_t> running;
    std::uint64_t finished = 0;
    bool ended = false;
  };

  explicit TaskLedger(std::size_t tasks) : settled_(tasks, false) {}

  std::size_t tasks() const { return settled_.size(); }

  // All throw BrokenRun for impossible reports: a task out of range, done twice, or not the one
  // that was started; a report after the last one.
  void start(Account& account, std::uint64_t task) const;
  void finish(Account& account, std::uint64_t task);
  // `finished` is the number of tasks that it claims to have finished.
  void end(Account& account, std::uint64_t finished) const;

  // Throws BrokenRun if one of the first `tasks` is missing, or another one is settled.
  void check_complete(std::size_t tasks) const;

 private:
  // Indexed by task.
  std::vector<bool> settled_;
};

}  // namespace vconform::suites
