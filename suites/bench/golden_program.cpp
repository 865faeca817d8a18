#include "suites/bench/golden_program.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "adapters/abi/steps.h"
#include "spec/case/memory_image.h"

namespace vconform::suites {

namespace {

constexpr std::uint64_t kUb = 192 * 1024;
constexpr std::uint64_t kDestination = kUb / 2;
constexpr std::uint8_t kMostRepeats = 255;
constexpr std::uint64_t kOracleElements = 64;

}  // namespace

std::uint64_t spread_pattern(const spec::NumberFormat& format, std::uint64_t i) {
  constexpr std::uint64_t kOddMultiplier = 0x9e3779b97f4a7c15;
  return i * kOddMultiplier >> (64 - format.bits);
}

GoldenProgram repeated(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  spec::Vconv vconv;
  vconv.cell = cell;
  vconv.dst.offset = kDestination;
  vconv.repeat = kMostRepeats;
  vconv.src_repeat_stride = static_cast<std::uint16_t>(row.source_blocks);
  vconv.dst_repeat_stride = static_cast<std::uint16_t>(row.destination_blocks);
  GoldenProgram program;
  program.elements = kMostRepeats * static_cast<std::uint64_t>(row.elements);
  program.sizes[VCONFORM_UB] = kUb;
  program.source = vconv.src;
  program.destination = vconv.dst;
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  program.steps = {spec::SetMask{{kAll, kAll}}, spec::SetCtrl{0}, vconv};
  return program;
}

std::uint8_t* at(const vconform_memories& memories, const spec::Address& address) {
  return memories.memory[static_cast<std::size_t>(address.memory)].data + address.offset;
}

void fill_source(const GoldenProgram& program, const spec::NumberFormat& format,
                 const vconform_memories& memories) {
  const vconform_memory& memory = memories.memory[static_cast<std::size_t>(program.source.memory)];
  for (std::uint64_t i = 0; i < program.elements; ++i) {
    spec::store_element({memory.data, memory.size}, program.source.offset, format, i,
                        spread_pattern(format, i));
  }
}

std::shared_ptr<adapters::BatchRunner> golden_with(const GoldenProgram& program,
                                                   const spec::NumberFormat& format) {
  std::shared_ptr<adapters::BatchRunner> runner =
      adapters::in_process_batch_runner("golden", program.sizes, 1);
  fill_source(program, format, runner->memories(0));
  std::vector<vconform_step> steps;
  adapters::translate(program.steps, steps);
  runner->set_program(0, steps);
  return runner;
}

Work running(const std::shared_ptr<adapters::BatchRunner>& runner, std::uint64_t elements) {
  return [runner, elements] {
    runner->start(0, 1);
    const adapters::BatchEnding ending = runner->finish();
    if (ending.broken || ending.statuses[0] != spec::OutcomeStatus::kCompleted) {
      throw std::runtime_error("golden does not run what is measured: " + ending.message);
    }
    return elements;
  };
}

Work asking_oracle(const spec::NumberFormat& format, AskOracle ask) {
  return [&format, ask = std::move(ask), i = std::uint64_t{0}]() mutable {
    for (std::uint64_t n = 0; n < kOracleElements; ++n) {
      ask(spread_pattern(format, i++));
    }
    return kOracleElements;
  };
}

}  // namespace vconform::suites
