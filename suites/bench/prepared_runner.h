// A stand-in for a backend that takes no time, to measure what a sweep costs without one.
#pragma once

#include <memory>
#include <vector>

#include "adapters/batches/batch_runner.h"

namespace vconform::suites {

// Golden runs the first `programs` programs, one at a time, and the bytes that they change are
// kept. Later calls must repeat the same programs in the same order; their results are copied.
class PreparedRunner final : public adapters::BatchRunner {
 public:
  // `golden` has one slot and runs in this process.
  PreparedRunner(std::unique_ptr<adapters::BatchRunner> golden, std::size_t programs);

  const adapters::Description& description() const override { return golden_->description(); }
  std::size_t slot_count() const override { return 1; }
  const vconform_memories& memories(std::size_t slot) const override {
    return golden_->memories(slot);
  }
  void set_program(std::size_t slot, std::span<const vconform_step> steps) override {
    golden_->set_program(slot, steps);
  }
  void start(std::size_t first, std::size_t count) override;
  adapters::BatchEnding finish() override;

 private:
  // The bytes of UB from the first to the last that changed.
  struct Result {
    std::size_t first = 0;
    std::vector<std::uint8_t> bytes;
  };
  Result result_of_golden();
  std::span<std::uint8_t> ub() const;

  std::unique_ptr<adapters::BatchRunner> golden_;
  std::size_t programs_;
  std::vector<Result> results_;
  std::size_t next_ = 0;
};

}  // namespace vconform::suites
