#include "adapters/worker/shared_processor.h"

#include <charconv>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "adapters/region/processors.h"

namespace vconform::adapters {

namespace {

// The threads of this process; empty if the system does not say.
std::vector<pid_t> own_threads() {
  std::vector<pid_t> threads;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc/self/task", error), end;
       !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename();
    pid_t thread = 0;
    std::from_chars(name.data(), name.data() + name.size(), thread);
    threads.push_back(thread);
  }
  return threads;
}

}  // namespace

SharedProcessor::SharedProcessor(const cpu_set_t& all)
    : all_(all), of_the_judge_(own_processors()) {
  leave();
}

void SharedProcessor::leave() const {
  run_on(all_);
}

void SharedProcessor::return_to() {
  if (may_share_) {
    run_on(of_the_judge_);
    next_look_ = 0;
    after(0);
  }
}

void SharedProcessor::after(std::uint64_t programs) {
  if (!may_share_ || programs < next_look_) {
    return;
  }
  next_look_ = 2 * programs + 1;
  const std::vector<pid_t> threads = own_threads();
  if (threads.size() == 1) {
    return;
  }
  may_share_ = false;
  for (const pid_t thread : threads) {
    sched_setaffinity(thread, sizeof all_, &all_);
  }
  leave();
}

}  // namespace vconform::adapters
