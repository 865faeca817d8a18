#include "suites/sweep/packed_reference.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "generators/sweep/memory.h"
#include "generators/vector/masks.h"
#include "spec/case/memory_image.h"
#include "spec/number/units.h"

namespace vconform::suites {

namespace {

// Lanes that are compared at a time: their sources and results fit into the L1 cache.
constexpr std::uint64_t kLanes = 1024;
constexpr std::uint64_t kWidestBytes = 8;

bool is_contiguous(const generators::OperandPlan& operand, int blocks) {
  return operand.strides == generators::contiguous_strides(static_cast<std::uint64_t>(blocks));
}

// Whether the program is a vconv of consecutive full repeats without gaps in its operands.
bool is_simple(const generators::SweepProgram& program) {
  if (program.copy) {
    return false;
  }
  const spec::Conversion& row = program.domain.cell.conversion();
  const spec::ByteRange source = generators::source_range(program);
  const spec::ByteRange destination = generators::destination_range(program);
  return row.family == spec::Family::kVconv && row.from().bits >= 8 && row.to().bits >= 8 &&
         program.plan.repeats > 0 && program.registers.ctrl == program.domain.ctrl &&
         program.registers.mask == generators::kFullMask &&
         is_contiguous(program.plan.src, row.source_blocks) &&
         is_contiguous(program.plan.dst, row.destination_blocks) &&
         (source.end == destination.first || destination.end == source.first);
}

}  // namespace

PackedReference::PackedReference(const adapters::golden::Behaviour& golden)
    : golden_(golden), source_(kLanes * kWidestBytes), result_(kLanes * kWidestBytes) {}

bool PackedReference::agrees(const generators::SweepProgram& program,
                             const generators::SweptMemories& memories) {
  if (!is_simple(program)) {
    return false;
  }
  const std::optional<adapters::golden::VconvKernel> kernel =
      adapters::golden::vconv_kernel(golden_, program.domain.cell, program.registers.ctrl);
  if (!kernel) {
    return false;
  }
  const spec::Conversion& row = program.domain.cell.conversion();
  const std::uint8_t* ub = memories[static_cast<std::size_t>(spec::MemoryId::kUb)].data();
  const std::uint8_t* source = ub + generators::source_range(program).first;
  const std::uint8_t* destination = ub + generators::destination_range(program).first;
  for (std::uint64_t lane = 0; lane < program.lanes(); lane += kLanes) {
    const std::uint64_t count = std::min(kLanes, program.lanes() - lane);
    const std::uint64_t source_bytes = spec::byte_count(row.from(), count);
    const std::uint64_t result_bytes = spec::byte_count(row.to(), count);
    generators::write_sources(program.domain, program.first + lane,
                              std::span(source_).first(source_bytes));
    kernel->convert(kernel->parameters, source_.data(), result_.data(), count);
    if (std::memcmp(source, source_.data(), source_bytes) != 0 ||
        std::memcmp(destination, result_.data(), result_bytes) != 0) {
      return false;
    }
    source += source_bytes;
    destination += result_bytes;
  }
  return true;
}

}  // namespace vconform::suites
