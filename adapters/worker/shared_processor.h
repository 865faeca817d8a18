// The processor that a worker shares with its judge.
#pragma once

#include <sched.h>

#include <cstdint>

namespace vconform::adapters {

// Judge and worker take turns, so that the thread that serves stays where the judge is. The threads
// and processes of a backend that come with its opening, and all once it has threads of its own,
// may run on every processor of the run. They are looked for after 1, 3, 7, 15, ... programs.
class SharedProcessor {
 public:
  // Leaves it, so that the backend can be opened. `all`: those of the run.
  explicit SharedProcessor(const cpu_set_t& all);

  void leave() const;
  // Called without threads of the worker's own.
  void return_to();
  // `programs`: as many as have been run.
  void after(std::uint64_t programs);

 private:
  cpu_set_t all_;
  cpu_set_t of_the_judge_;
  bool may_share_ = true;
  std::uint64_t next_look_ = 1;
};

}  // namespace vconform::adapters
