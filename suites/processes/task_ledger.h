// Who does which task of a run, and which are done: each exactly once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace vconform::suites {

class TaskLedger {
 public:
  // What one process has said.
  struct Account {
    std::optional<std::uint64_t> running;
    std::uint64_t finished = 0;
    bool ended = false;
  };

  explicit TaskLedger(std::size_t tasks) : settled_(tasks, false) {}

  std::size_t tasks() const { return settled_.size(); }

  // All throw BrokenRun for what cannot be: a task out of range, twice, or not the one that was
  // started; a word after the last.
  void start(Account& account, std::uint64_t task) const;
  void finish(Account& account, std::uint64_t task);
  // `finished` is how many it says that it has finished.
  void end(Account& account, std::uint64_t finished) const;

  // Throws BrokenRun if a task is missing.
  void check_complete() const;

 private:
  // By task.
  std::vector<bool> settled_;
};

}  // namespace vconform::suites
