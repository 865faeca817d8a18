#include "adapters/worker/serve.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <thread>
#include <utility>

#include "adapters/region/flat_description.h"
#include "adapters/worker/meetings.h"
#include "adapters/worker/shared_processor.h"
#include "spec/text/error.h"

namespace vconform::adapters {

namespace {

// The next program usually comes after the suite has judged this one, which takes much longer than
// falling asleep and waking; other processes can use the core meanwhile.
constexpr int kSpins = 0;
// The interval for checking that the suite still runs.
constexpr std::chrono::seconds kLook{1};

std::unique_ptr<InProcessBackend> opened(ControlBlock& control, const OpenBackend& open) {
  const auto report = [&](Opened how, std::string_view message) {
    control.opened = static_cast<std::uint32_t>(how);
    write_text(control.message_of(kOpeningNumber), message);
  };
  try {
    std::unique_ptr<InProcessBackend> backend = open();
    flatten(backend->description(), control.description);
    report(Opened::kYes, "");
    return backend;
  } catch (const spec::InputError& error) {
    report(Opened::kInputError, error.what());
  } catch (const std::exception& error) {
    report(Opened::kLoadError, error.what());
  }
  return nullptr;
}

// Called by the process that was asked. The backend may have forked: its child must not answer.
void answer(ControlBlock& control, std::uint32_t number, pid_t asked) {
  if (getpid() != asked) {
    _exit(0);
  }
  ring(control.answer, number);
}

// A context with all that it needs to run a program.
struct Lane {
  std::unique_ptr<InProcessBackend> backend;
  std::vector<vconform_step> steps;
  std::string message;
};

class Server {
 public:
  // `self` is the process that serves.
  Server(SharedRegion& region, std::unique_ptr<InProcessBackend> backend, const OpenBackend& open,
         SharedProcessor& processor, pid_t self)
      : region_(region),
        open_(open),
        processor_(processor),
        confined_(region.shape().slots),
        self_(self),
        suite_(getppid()) {
    lanes_.push_back({std::move(backend), {}, {}});
  }

  // Returns when asked to quit.
  void run() {
    ControlBlock& control = region_.control();
    for (std::uint32_t number = kOpeningNumber + 1;; ++number) {
      while (!wait_for(control.request, number, kSpins, kLook)) {
        end_if_left_alone();
      }
      const Batch batch = control.batch(number);
      if (batch.count == 0) {
        return;
      }
      write_text(control.message_of(number), "");
      control.report.is_present = 0;
      if (batch.threads > 1) {
        run_at_once(batch);
      } else if (batch.together == 1 && lanes_.front().backend->description().takes_batches) {
        run_together(batch, control.message_of(number));
      } else {
        run_in_order(batch, control.message_of(number));
      }
      processor_.after(ended_);
      answer(control, number, self_);
    }
  }

 private:
  // Needed since the backend may have disabled the signal that the suite's end sends.
  void end_if_left_alone() const {
    if (getppid() != suite_) {
      _exit(0);
    }
  }

  // All of them by one call of the backend.
  void run_together(const Batch& batch, std::array<char, kMessageBytes>& message) {
    std::vector<vconform_memories> memories(batch.count);
    std::vector<std::vector<vconform_step>> steps(batch.count);
    std::vector<vconform_program> programs(batch.count);
    for (std::uint32_t i = 0; i < batch.count; ++i) {
      confine(batch.first + i);
      steps[i] = steps_of(batch.first + i);
      memories[i] = region_.memories(batch.first + i).memories(confined_[batch.first + i]);
      programs[i] = {steps[i].data(), steps[i].size(), &memories[i], kNotRunInBatch, 0};
    }
    lanes_.front().backend->run_batch(programs, lanes_.front().message);
    write_text(message, lanes_.front().message);
    for (std::uint32_t i = 0; i < batch.count; ++i) {
      region_.program(batch.first + i).status = programs[i].status;
    }
    region_.control().ended.store(ended_ += batch.count);
  }

  void run_in_order(const Batch& batch, std::array<char, kMessageBytes>& message) {
    bool all_completed = true;
    for (std::uint32_t i = 0; i < batch.count; ++i) {
      SharedProgram& program = region_.program(batch.first + i);
      confine(batch.first + i);
      program.status = run_program(batch.first + i, lanes_.front());
      if (batch.count == 1) {
        write_report(lanes_.front().backend->report(), region_.control().report);
      }
      if (program.status != VCONFORM_OK && all_completed) {
        all_completed = false;
        write_text(message, lanes_.front().message);
      }
      region_.control().ended.store(++ended_);
    }
  }

  // Runs programs in several contexts, each in a thread of its own: first alone, then repeatedly
  // until it met others. Whether two that take microseconds overlap is up to the scheduler, and on
  // a busy machine they rarely do.
  void run_at_once(const Batch& batch) {
    const std::size_t count = batch.count;
    while (lanes_.size() < count) {
      lanes_.push_back({open_(), {}, {}});
    }
    for (std::uint32_t i = 0; i < batch.count; ++i) {
      confine(batch.first + i);
    }
    processor_.leave();
    std::barrier together(static_cast<std::ptrdiff_t>(count));
    Meetings meetings;
    std::atomic<std::uint32_t> met{0};
    std::atomic<std::size_t> left{count};
    std::vector<Alone> alone;
    for (std::size_t i = 0; i < count; ++i) {
      alone.push_back(run_alone(batch.first + i, lanes_[i]));
    }
    std::vector<std::jthread> threads;
    for (std::size_t lane = 0; lane < count; ++lane) {
      threads.emplace_back([&, lane] {
        together.arrive_and_wait();
        met += run_among_others(batch.first + lane, lanes_[lane], alone[lane], meetings, left);
        --left;
      });
    }
    threads.clear();
    processor_.return_to();
    // A result that differs says enough: the suite is not to run them again for more meetings.
    for (std::size_t i = 0; i < count; ++i) {
      if (!holds(batch.first + i, alone[i].after)) {
        met = batch.count;
      }
    }
    region_.control().met.store(met);
    region_.control().ended.store(ended_ += batch.count);
  }

  // A program's memories before and after it ran alone.
  struct Alone {
    spec::MemoryImage before;
    spec::MemoryImage after;
  };

  // Leaves the memories as they were.
  Alone run_alone(std::size_t slot, Lane& lane) {
    const MemorySlot& memories = region_.memories(slot);
    Alone alone;
    alone.before = memories.image(confined_[slot]);
    run_program(slot, lane);
    alone.after = memories.image(confined_[slot]);
    restore(slot, alone.before);
    return alone;
  }

  // Returns 1 if it met others, otherwise 0. A result that differs from the one alone stays in the
  // memories. `left` are the threads that have not ended.
  std::uint32_t run_among_others(std::size_t slot, Lane& lane, const Alone& alone,
                                 Meetings& meetings, const std::atomic<std::size_t>& left) {
    constexpr int kEnough = 8;
    const Patience patience;
    for (int met = 0;;) {
      std::uint32_t status = 0;
      met += meetings.during([&] { status = run_program(slot, lane); }) ? 1 : 0;
      region_.program(slot).status = status;
      if (status != VCONFORM_OK || met == kEnough || left == 1 || patience.is_over() ||
          !holds(slot, alone.after)) {
        return met > 0 ? 1 : 0;
      }
      restore(slot, alone.before);
    }
  }

  void restore(std::size_t slot, const spec::MemoryImage& image) {
    const vconform_memories memories = region_.memories(slot).memories(confined_[slot]);
    for (std::size_t id = 0; id < spec::kMemoryCount; ++id) {
      // std::ranges::copy takes byte by byte (libstdc++ 12).
      std::copy(image.bytes[id].begin(), image.bytes[id].end(), memories.memory[id].data);
    }
  }
  bool holds(std::size_t slot, const spec::MemoryImage& image) {
    const spec::MemoryView view = region_.memories(slot).view(confined_[slot]);
    return std::ranges::equal(
        view.bytes, image.bytes,
        [](const auto& a, const spec::MemoryBytes& b) { return std::ranges::equal(a, b); });
  }

  void confine(std::size_t slot) {
    const MemorySizes sizes = region_.program(slot).sizes;
    if (sizes != confined_[slot]) {
      region_.memories(slot).confine(sizes, confined_[slot]);
      confined_[slot] = sizes;
    }
  }

  // A copy, so that the backend has no pointer into the control block.
  std::vector<vconform_step> steps_of(std::size_t slot) {
    const std::span<const vconform_step> all = region_.steps(slot);
    const auto steps =
        all.first(std::min<std::uint64_t>(region_.program(slot).step_count, all.size()));
    return {steps.begin(), steps.end()};
  }

  std::uint32_t run_program(std::size_t slot, Lane& lane) {
    lane.steps = steps_of(slot);
    vconform_memories memories = region_.memories(slot).memories(confined_[slot]);
    return lane.backend->run(lane.steps, memories, lane.message);
  }

  SharedRegion& region_;
  const OpenBackend& open_;
  SharedProcessor& processor_;
  // The first lane runs the programs that run in order.
  std::vector<Lane> lanes_;
  // The accessible sizes, by slot.
  std::vector<MemorySizes> confined_;
  std::uint64_t ended_ = 0;
  pid_t self_;
  pid_t suite_;
};

}  // namespace

void serve(SharedRegion& region, const OpenBackend& open) {
  ControlBlock& control = region.control();
  const pid_t self = getpid();
  SharedProcessor processor(control.processors);
  std::unique_ptr<InProcessBackend> backend = opened(control, open);
  processor.return_to();
  answer(control, kOpeningNumber, self);
  if (backend == nullptr) {
    return;
  }
  Server(region, std::move(backend), open, processor, self).run();
  control.closed = 1;
}

}  // namespace vconform::adapters
