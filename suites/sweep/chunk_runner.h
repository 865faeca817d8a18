// Runs chunks of a sweep: generates their programs, has the backend and golden execute them, and
// compares. Every difference and a steady sample go to the oracle, which decides.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "adapters/batches/batch_runner.h"
#include "adapters/golden/behaviour.h"
#include "generators/sweep/programs.h"
#include "suites/judging/property.h"
#include "suites/sweep/causes.h"
#include "suites/sweep/packed_reference.h"
#include "suites/sweep/sweep_plan.h"
#include "suites/sweep/swept_memory.h"

namespace vconform::suites {

struct ChunkResult {
  // Values whose results were compared; those that were not, as the chunk ended before.
  std::uint64_t values = 0;
  std::uint64_t not_run = 0;
  // Results that the oracle was asked about; those of them that differ from golden's and are
  // permitted.
  std::uint64_t judged = 0;
  std::uint64_t permitted = 0;
  Causes causes;
};

struct ChunkRunnerOptions {
  // Isolated runners have room for several batches.
  std::size_t batch = 1;
  // The readings to judge by.
  spec::Choices pinned;
  // A chunk ends after so many wrong results, and after a program that was not completed.
  std::uint64_t max_failures = 0;
};

class ChunkRunner {
 public:
  // `subject` judges single programs; it is asked for when one has to be run again.
  ChunkRunner(std::unique_ptr<adapters::BatchRunner> backend,
              std::function<const Subject&()> subject, const ChunkRunnerOptions& options);

  ChunkResult run(const PlannedDomain& domain, std::uint64_t chunk);

 private:
  // One of the backend's memories, what it runs, and what has run there since all of it was looked
  // at.
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

  void start(const Batch& batch);
  void finish(const Batch& batch);
  void run_golden(const Slot& slot, const generators::SweepProgram& program);
  void compare(const Slot& slot, std::size_t number);
  // Whether the slot holds what golden leaves; golden's bytes are valid otherwise.
  bool agrees(const Slot& slot, const generators::SweepProgram& program);
  void sample(const Slot& slot, const generators::SweepProgram& program);
  // Asks about each result that differs; the rest of the program's bytes must not.
  void explain(const Slot& slot, const generators::SweepProgram& program);
  void judge(const generators::SweepProgram& program, std::uint64_t lane, std::uint64_t got,
             std::uint64_t wanted);
  // Where a signal from outside ended the process in a program: throws std::runtime_error unless
  // that program fails alone, too.
  void expect_own_fault(const generators::SweepProgram& program, const adapters::Breakdown& broken);
  // Runs a program that did not complete, or did not run, by itself.
  void repeat_alone(const generators::SweepProgram& program, const std::string& verdict,
                    const std::string& how);
  // Whether something is wrong with it when it runs by itself; lists that.
  bool fails_alone(const generators::SweepProgram& program);
  // Something beside the operands of the programs that ran there was written.
  void explain_outside(Slot& slot);
  void describe_causes(const generators::SweepDomain& domain);
  bool is_over() const;

  std::unique_ptr<adapters::BatchRunner> backend_;
  std::function<const Subject&()> subject_;
  ChunkRunnerOptions options_;
  adapters::golden::Behaviour golden_;
  PackedReference packed_;
  std::vector<Slot> slots_;
  std::vector<std::uint8_t> golden_bytes_;
  SweptMemory golden_memory_;
  // Of what a slot holds while it is explained.
  std::vector<std::uint8_t> copy_;

  std::vector<generators::SweepProgram> programs_;
  ChunkResult result_;
  // Some program was not completed: the rest of the chunk is not run.
  bool ended_ = false;
};

}  // namespace vconform::suites
