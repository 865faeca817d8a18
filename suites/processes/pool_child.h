// A child of a pool: takes tasks from a shared counter and reports their results.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace vconform::suites {

// Runs a task. Returns its result as a message to the process that asked for it.
using TaskRunner = std::function<std::string(std::size_t task)>;

// The next task to take, shared by all processes.
class SharedCounter {
 public:
  SharedCounter();
  ~SharedCounter();
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;

  std::size_t take() { return static_cast<Counter*>(page_)->fetch_add(1); }
  // How many calls of take() there were.
  std::size_t taken() const { return static_cast<const Counter*>(page_)->load(); }

 private:
  using Counter = std::atomic<std::size_t>;
  static_assert(Counter::is_always_lock_free);

  void* page_;
};

struct PoolChild {
  pid_t pid = -1;
  // The read end of the pipe for its messages.
  int fd = -1;
  std::uint64_t mark = 0;
};

// One of the children of a pool.
struct PoolPlace {
  std::size_t number = 0;
  std::size_t jobs = 1;
};

// `may_take`: whether the child may take another task. Throws std::system_error.
PoolChild start_pool_child(const PoolPlace& place, std::size_t tasks, SharedCounter& next,
                           const std::function<TaskRunner()>& start,
                           const std::function<bool()>& may_take);

}  // namespace vconform::suites
