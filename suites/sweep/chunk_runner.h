// Runs chunks of a sweep: generates their programs, has the backend and golden execute them, and
// compares. The oracle decides about every difference that is not free (free_differences.h) and a
// steady sample.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "adapters/batches/batch_runner.h"
#include "adapters/golden/reference.h"
#include "generators/sweep/programs.h"
#include "suites/judging/property.h"
#include "suites/sweep/causes.h"
#include "suites/sweep/packed_reference.h"
#include "suites/sweep/sweep_plan.h"
#include "suites/swept/free_differences.h"
#include "suites/swept/swept_memory.h"

namespace vconform::suites {

struct ChunkResult {
  // Values whose results were compared, and those that were not run because the chunk ended early.
  std::uint64_t values = 0;
  std::uint64_t not_run = 0;
  // Results that the oracle was asked about, and those that differ from golden's and are permitted:
  // by the oracle or, of free differences, as those of their class that it saw.
  std::uint64_t judged = 0;
  std::uint64_t permitted = 0;
  Causes causes;
};

struct ChunkRunnerOptions {
  // Programs per batch. Isolated runners have room for several batches.
  std::size_t batch = 1;
  // The readings to judge by.
  spec::Choices pinned;
  // A chunk ends after this many wrong results, and after a program that was not completed.
  std::uint64_t max_failures = 0;
};

class ChunkRunner {
 public:
  // `subject` judges single programs; it is called if one has to be run again.
  ChunkRunner(std::unique_ptr<adapters::BatchRunner> backend,
              std::function<const Subject&()> subject, const ChunkRunnerOptions& options);

  // Throws std::runtime_error if a signal from outside ended the worker, unless one does each time
  // that the chunk is run: then it is the backend's fault.
  ChunkResult run(const PlannedDomain& domain, std::uint64_t chunk);

 private:
  // One memory of the backend, its current program, and the programs that ran there since all of it
  // was last checked.
  struct Slot {
    SweptMemory memory;
    std::vector<vconform_step> steps;
    std::vector<std::size_t> ran;
  };
  struct Batch {
    std::size_t slot;
    std::size_t first_program;
    std::size_t count;
  };

  ChunkResult attempt(const PlannedDomain& domain, std::uint64_t chunk);
  void start(const Batch& batch);
  void finish(const Batch& batch);
  void run_golden(const Slot& slot, const generators::SweepProgram& program);
  void compare(const Slot& slot, std::size_t number);
  // Whether the slot holds golden's results. If not, golden_memory_ holds them.
  bool agrees(const Slot& slot, const generators::SweepProgram& program);
  void sample(const Slot& slot, const generators::SweepProgram& program);
  // Asks the oracle about each result that differs; the program's other bytes must not differ.
  void explain(const Slot& slot, const generators::SweepProgram& program);
  void judge(const generators::SweepProgram& program, std::uint64_t lane, std::uint64_t got,
             std::uint64_t wanted);
  // Runs a program that was not completed again, by itself.
  void repeat_alone(const generators::SweepProgram& program, const std::string& verdict,
                    const std::string& how, bool from_outside = false);
  // Whether a program fails when it runs by itself; adds the faults to the causes.
  bool fails_alone(const generators::SweepProgram& program);
  // Finds the cause of bytes that were written beside the operands of the programs that ran in the
  // slot.
  void explain_outside(Slot& slot);
  void describe_causes(const generators::SweepDomain& domain);
  bool is_over() const;

  std::unique_ptr<adapters::BatchRunner> backend_;
  std::function<const Subject&()> subject_;
  ChunkRunnerOptions options_;
  adapters::golden::Behaviour golden_;
  PackedReference packed_;
  std::vector<Slot> slots_;
  // As large as that of a slot, like the copy below.
  OwnMemory golden_memory_;
  // A copy of a slot while it is explained.
  OwnMemory copy_;

  std::vector<generators::SweepProgram> programs_;
  ChunkResult result_;
  FreeDifferences free_;
  // A program was not completed, so the rest of the chunk is not run.
  bool ended_ = false;
  // It was one in which a signal from outside ended the worker, and passes alone.
  struct Killed {
    std::uint64_t first;
    std::string how;
  };
  std::optional<Killed> killed_;
};

}  // namespace vconform::suites
