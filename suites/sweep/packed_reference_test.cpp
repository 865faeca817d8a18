#include "suites/sweep/packed_reference.h"

#include <gtest/gtest.h>

#include "adapters/abi/steps.h"
#include "adapters/batches/batch_runner.h"
#include "generators/sweep/memory.h"

namespace vconform::suites {
namespace {

using generators::SweepProgram;

// The UB that golden leaves after a program of a sweep.
class Swept {
 public:
  generators::SweptMemories after(const SweepProgram& program) {
    generators::place(program, memories());
    std::vector<vconform_step> steps;
    adapters::translate(generators::steps_of(program), steps);
    golden_->set_program(0, steps);
    golden_->start(0, 1);
    golden_->finish();
    return memories();
  }

 private:
  static adapters::MemorySizes sizes() {
    adapters::MemorySizes sizes{};
    sizes[VCONFORM_UB] = spec::memory_of(spec::MemoryId::kUb).a2_size;
    return sizes;
  }
  generators::SweptMemories memories() {
    const vconform_memory& memory = golden_->memories(0).memory[VCONFORM_UB];
    return {{{memory.data, memory.size}}};
  }

  std::unique_ptr<adapters::BatchRunner> golden_ =
      adapters::in_process_batch_runner("golden", sizes(), 1);
};

std::vector<SweepProgram> programs_of(const char* instruction) {
  return generators::sweep_programs({*spec::cell_named(instruction), 0}, spec::kAllFeatures, 0);
}

// Every byte of the operands of a contiguous program counts.
TEST(PackedReference, SeesEveryByteOfTheOperands) {
  const adapters::golden::Behaviour golden = adapters::golden::golden_behaviour();
  PackedReference reference(golden);
  Swept swept;
  for (const char* instruction : {"vconv_f322f16r", "vconv_f162s8z", "vconv_s322s64"}) {
    const SweepProgram program = programs_of(instruction).front();
    const generators::SweptMemories memories = swept.after(program);
    const std::span<std::uint8_t> ub = memories[VCONFORM_UB];
    ASSERT_TRUE(reference.agrees(program, memories)) << instruction;
    const spec::ByteRange range = generators::ranges_of(program).front().bytes;
    constexpr std::uint64_t kStep = 997;
    for (std::uint64_t at = range.first; at < range.end; at += kStep) {
      ub[at] ^= 1;
      EXPECT_FALSE(reference.agrees(program, memories)) << instruction << " byte " << at;
      ub[at] ^= 1;
    }
    EXPECT_TRUE(reference.agrees(program, memories)) << instruction;
  }
}

// Programs with gaps or masked lanes are of a form that it does not handle.
TEST(PackedReference, LeavesOtherProgramsAlone) {
  const adapters::golden::Behaviour golden = adapters::golden::golden_behaviour();
  PackedReference reference(golden);
  Swept swept;
  std::size_t known = 0;
  for (const SweepProgram& program : programs_of("vconv_f162s8r")) {
    const generators::SweptMemories memories = swept.after(program);
    const spec::ByteRange range = generators::ranges_of(program).front().bytes;
    const bool has_gap =
        generators::source_range(program).size() + generators::destination_range(program).size() !=
        range.size();
    EXPECT_FALSE(has_gap && reference.agrees(program, memories));
    known += reference.agrees(program, memories) ? 1 : 0;
  }
  EXPECT_GT(known, 0U);
  const SweepProgram dequantisation = programs_of("vconv_deqs162b8h_s8").front();
  EXPECT_FALSE(reference.agrees(dequantisation, swept.after(dequantisation)));
}

}  // namespace
}  // namespace vconform::suites
