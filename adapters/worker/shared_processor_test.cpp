#include "adapters/worker/shared_processor.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "adapters/region/processors.h"

namespace vconform::adapters {
namespace {

// As many jobs as processors: the first is kept to one of them.
void be_a_judge() {
  const cpu_set_t all = own_processors();
  keep_to_one_processor(0, static_cast<std::size_t>(CPU_COUNT(&all)));
}

bool has_all() {
  const cpu_set_t all = processors_of_the_run();
  const cpu_set_t own = own_processors();
  return CPU_EQUAL(&all, &own);
}

// Each test in a process of its own, whose processors it changes.
void passes(bool (*test)()) {
  EXPECT_EXIT(_exit(test() ? 0 : 1), testing::ExitedWithCode(0), "");
}

TEST(SharedProcessor, AJudgeKeepsToOneIfEachHasAJob) {
  passes([] {
    const cpu_set_t all = own_processors();
    be_a_judge();
    const cpu_set_t run = processors_of_the_run();
    return has_one_processor() && CPU_EQUAL(&run, &all);
  });
  passes([] {
    const cpu_set_t all = own_processors();
    const auto count = static_cast<std::size_t>(CPU_COUNT(&all));
    keep_to_one_processor(0, count - 1);
    return has_all();
  });
}

TEST(SharedProcessor, IsLeftForTheOpeningAndForThreads) {
  passes([] {
    be_a_judge();
    SharedProcessor processor(processors_of_the_run());
    const bool is_left_for_opening = has_all();
    processor.return_to();
    const bool is_shared = has_one_processor();
    processor.leave();
    return is_left_for_opening && is_shared && has_all();
  });
}

TEST(SharedProcessor, IsLeftForGoodOnceTheBackendHasThreads) {
  passes([] {
    be_a_judge();
    SharedProcessor processor(processors_of_the_run());
    processor.return_to();
    bool thread_has_all = false;
    std::atomic<bool> may_look = false;
    std::jthread own([&] {
      may_look.wait(false);
      thread_has_all = has_all();
    });
    // It is looked for after 1, 3, 7, ... programs.
    processor.after(1);
    may_look = true;
    may_look.notify_one();
    own.join();
    processor.return_to();
    return thread_has_all && has_all();
  });
}

}  // namespace
}  // namespace vconform::adapters
