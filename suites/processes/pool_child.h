// A child of a pool: takes tasks from a counter that all share, and says what became of them.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "suites/processes/process_pool.h"

namespace vconform::suites {

// Shared by all processes: the next task to take.
class SharedCounter {
 public:
  SharedCounter();
  ~SharedCounter();
  SharedCounter(const SharedCounter&) = delete;
  SharedCounter& operator=(const SharedCounter&) = delete;

  std::size_t take() { return static_cast<Counter*>(page_)->fetch_add(1); }

 private:
  using Counter = std::atomic<std::size_t>;
  static_assert(Counter::is_always_lock_free);

  void* page_;
};

struct PoolChild {
  pid_t pid = -1;
  // Where to read what it says.
  int fd = -1;
  std::uint64_t mark = 0;
};

// Throws std::system_error.
PoolChild start_pool_child(std::size_t tasks, SharedCounter& next,
                           const std::function<TaskRunner()>& start);

}  // namespace vconform::suites
