// One program of golden's that runs again and again on the same sources.
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

// Element i of every operand of sources: all patterns of short types, and of long ones some that
// are spread over all.
std::uint64_t spread_pattern(const spec::NumberFormat& format, std::uint64_t i);

struct GoldenProgram {
  std::vector<spec::Step> steps;
  std::uint64_t elements = 0;
  adapters::MemorySizes sizes{};
  spec::Address source;
  spec::Address destination;
};

// The instruction over contiguous operands, without a mask, as often as it can be repeated.
GoldenProgram repeated(const spec::Cell& cell);

// Writes spread patterns over the source.
void fill_source(const GoldenProgram& program, const spec::NumberFormat& format,
                 const vconform_memories& memories);

std::uint8_t* at(const vconform_memories& memories, const spec::Address& address);

// A runner of one slot in which the program stands with its sources.
std::shared_ptr<adapters::BatchRunner> golden_with(const GoldenProgram& program,
                                                   const spec::NumberFormat& format);
// Runs it once. Throws std::runtime_error where it does not complete.
Work running(const std::shared_ptr<adapters::BatchRunner>& runner, std::uint64_t elements);

// Asks the oracle for a few spread elements, each call for others.
using AskOracle = std::function<oracle::Expectation(std::uint64_t pattern)>;
Work asking_oracle(const spec::NumberFormat& format, AskOracle ask);

}  // namespace vconform::suites
