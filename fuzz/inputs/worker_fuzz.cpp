// Target: the suite against a malicious worker. Whatever it writes, and whenever, programs have a
// valid outcome, memory images of their size, and a message of one line.
#include <cstddef>
#include <cstdint>

#include "adapters/isolation/isolated_backend.h"
#include "adapters/isolation/isolated_batch_runner.h"
#include "fuzz/inputs/hostile_worker.h"
#include "fuzz/inputs/reader_check.h"

namespace {

using namespace vconform;
using adapters::MemorySizes;

// No program is needed for its worker: fuzz/inputs/hostile_worker.cpp replaces the start of one.
const adapters::Loadable kBackend = {"backend", "", "", "", "", {}};

void expect_line_or_nothing(const std::string& text) {
  if (!text.empty()) {
    fuzz::expect_one_line(text);
  }
}

void expect_status(spec::OutcomeStatus status) {
  fuzz::expect(status <= spec::OutcomeStatus::kChangedClaims, "an outcome is of no kind");
}

void run_cases(fuzz::HostileWorker& worker) {
  adapters::IsolatedBackend backend(kBackend, {});
  for (std::uint64_t left = 1 + worker.choices().below(3); left > 0; --left) {
    spec::MemoryImage before;
    before.of(spec::MemoryId::kUb).assign(1 + worker.choices().below(5000), 1);
    before.of(spec::MemoryId::kGm).assign(worker.choices().below(200), 2);
    worker.set_sizes(adapters::sizes_of(before));
    spec::Case program;
    program.steps.assign(1 + worker.choices().below(3), spec::SetCtrl{1});
    const spec::Outcome outcome = backend.execute(program, before);
    expect_status(outcome.status);
    expect_line_or_nothing(outcome.message);
    fuzz::expect(adapters::sizes_of(outcome.after) == adapters::sizes_of(before),
                 "a memory changes its size");
    fuzz::expect(
        outcome.status != spec::OutcomeStatus::kCompleted || outcome.after == worker.image(0),
        "the memories are not what the worker left");
  }
}

void expect_ending(const adapters::BatchEnding& ending, std::size_t count) {
  fuzz::expect(ending.statuses.size() + (ending.broken ? 1 : 0) <= count,
               "more programs ended than there are");
  fuzz::expect(ending.broken || ending.statuses.size() == count, "a program has no status");
  for (const spec::OutcomeStatus status : ending.statuses) {
    expect_status(status);
  }
  expect_line_or_nothing(ending.message);
  expect_line_or_nothing(ending.broken ? ending.broken->how : "");
}

void run_batches(fuzz::HostileWorker& worker) {
  MemorySizes sizes{};
  sizes[static_cast<std::size_t>(spec::MemoryId::kUb)] = 1 + worker.choices().below(5000);
  worker.set_sizes(sizes);
  constexpr std::size_t kSlots = 5;
  adapters::IsolatedBatchRunner runner(kBackend, sizes, kSlots, {});
  const vconform_step step{};
  runner.set_program(0, {&step, 1});
  for (std::uint64_t left = 1 + worker.choices().below(3); left > 0; --left) {
    const std::size_t first = 1 + worker.choices().below(kSlots - 1);
    runner.start(0, first);
    const bool two = worker.choices().one_in(2);
    if (two) {
      runner.start(first, kSlots - first);
    }
    expect_ending(runner.finish(), first);
    if (two) {
      expect_ending(runner.finish(), kSlots - first);
    }
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::HostileWorker& worker = fuzz::HostileWorker::follow({data, size});
  worker.set_sizes({});
  const bool batches = worker.choices().one_in(2);
  fuzz::passes([&] { batches ? run_batches(worker) : run_cases(worker); });
  return 0;
}
