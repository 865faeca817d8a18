// One program of golden's that runs repeatedly on the same sources.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "adapters/batches/batch_runner.h"
#include "oracle/predict/element.h"
#include "spec/case/instruction.h"
#include "suites/bench/measurement.h"

namespace vconform::suites {

// Element i of every source operand: all patterns of short types, and for long ones patterns spread
// over the whole range.
std::uint64_t spread_pattern(const spec::NumberFormat& format, std::uint64_t i);

struct GoldenProgram {
  std::vector<spec::Step> steps;
  std::uint64_t elements = 0;
  adapters::MemorySizes sizes{};
  spec::Address source;
  spec::Address destination;
};

// The instruction over contiguous operands, without a mask, at the largest repeat.
GoldenProgram repeated(const spec::Cell& cell);

// Writes spread patterns to the source operand.
void fill_source(const GoldenProgram& program, const spec::NumberFormat& format,
                 const vconform_memories& memories);

std::uint8_t* at(const vconform_memories& memories, const spec::Address& address);

// A runner of one slot that holds the program and its sources.
std::shared_ptr<adapters::BatchRunner> golden_with(const GoldenProgram& program,
                                                   const spec::NumberFormat& format);
// Work that runs the program once. Throws std::runtime_error if it does not complete.
Work running(const std::shared_ptr<adapters::BatchRunner>& runner, std::uint64_t elements);

// Work that asks the oracle for a few spread elements, each call for others.
using AskOracle = std::function<oracle::Expectation(std::uint64_t pattern)>;
Work asking_oracle(const spec::NumberFormat& format, AskOracle ask);

}  // namespace vconform::suites
