#include "generators/programs/state/data_flow.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <variant>
#include <vector>

#include "generators/data_copy/words.h"
#include "generators/programs/operands.h"
#include "spec/case/memory_bytes.h"
#include "spec/case/registers.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/quantization.h"

namespace vconform::generators {

namespace {

using spec::MemoryId;
using spec::Step;

// Vector instructions have their operands in UB.
MemoryId written_by(const ClaimedCell& one) {
  const spec::Conversion& row = one.cell.conversion();
  return row.is_copy() ? spec::memory_of(row.path.to) : MemoryId::kUb;
}

bool reads_deq_scale(const ClaimedCell& one) {
  const spec::Family family = one.cell.conversion().family;
  return family == spec::Family::kDeq || family == spec::Family::kCastDeq;
}

std::optional<ClaimedCell> drawn_writer(StateProgram& program, MemoryId memory,
                                        std::span<const ClaimedCell> writers,
                                        bool may_read_deq_scale = true) {
  std::vector<ClaimedCell> possible;
  std::ranges::copy_if(writers, std::back_inserter(possible), [&](const ClaimedCell& one) {
    return written_by(one) == memory && (may_read_deq_scale || !reads_deq_scale(one));
  });
  return drawn_of_families(program.choices(), possible);
}

// Between two runs of the same instruction another one writes what it reads, and what lies behind
// it: a second run that is left out, or reads older bytes, shows.
void run_before_and_after(const Part& writer, const Part& part, StateProgram& program) {
  Step writes = writer.instruction;
  Step reads = part.instruction;
  spec::Address& results = destination_of(writes);
  spec::Address& destination = destination_of(reads);
  const std::size_t from = index_of(results.memory);
  const std::size_t to = index_of(destination.memory);
  const PerMemory ends = program.ends();
  const std::uint64_t late = program.choices().below(2) * kLate;
  const auto read =
      program.reserved(results.memory, writer.size[from] + part.size[from] + kShiftAlignment);
  const auto written = program.reserved(destination.memory, part.size[to]);
  if (!read || !written) {
    program.free_behind(ends);
    return;
  }
  results.offset += *read - writer.base[from];
  source_of(reads) = {results.memory, results.offset + late};
  destination.offset += *written - part.base[to];
  program.add(part.writes);
  program.add(reads);
  program.add(writer.writes);
  program.add(writes);
  program.add(part.writes);
  program.add(reads);
}

// The factors at an address in UB that a register or an argument holds.
std::optional<spec::ByteRange> factors_of(const Part& part) {
  if (const auto* copy = std::get_if<spec::DataCopy>(&part.instruction)) {
    const std::uint64_t bytes =
        vector_bytes(part.row(), std::max<std::uint64_t>(copy->block_count, 1));
    const bool reads = spec::is_vector(part.row().deq_scale);
    return reads ? std::optional<spec::ByteRange>(
                       {copy->deq_tensor_addr, copy->deq_tensor_addr + bytes})
                 : std::nullopt;
  }
  if (!reads_scale_as_address(part.instruction)) {
    return std::nullopt;
  }
  for (const Step& step : part.writes) {
    if (const auto* scale = std::get_if<spec::SetDeqScale>(&step)) {
      const std::uint64_t first = spec::kVectorAddress.of(scale->value) * spec::kVectorAddressUnit;
      return {{first, first + spec::kVectorFactors * spec::kFactorBytes}};
    }
  }
  return std::nullopt;
}

// Puts the factors at this address of UB; false if no register holds it.
bool point_at(std::uint64_t address, Steps& writes, Step& instruction) {
  if (auto* copy = std::get_if<spec::DataCopy>(&instruction)) {
    copy->deq_tensor_addr = address;
    return true;
  }
  const std::uint64_t units = address / spec::kVectorAddressUnit;
  return std::ranges::all_of(writes, [&](Step& step) {
    auto* scale = std::get_if<spec::SetDeqScale>(&step);
    if (scale == nullptr) {
      return true;
    }
    scale->value = spec::kVectorAddress.put(scale->value, units);
    return spec::kVectorAddress.of(scale->value) == units;
  });
}

// DEQSCALE is written before the factors that it points at.
void run_on_results_as_factors(const Part& writer, Part part, StateProgram& program) {
  Step writes = writer.instruction;
  spec::Address& results = destination_of(writes);
  const std::size_t ub = index_of(MemoryId::kUb);
  const PerMemory ends = program.ends();
  const auto place =
      program.reserved(MemoryId::kUb, writer.size[ub] + part.size[ub] + kShiftAlignment);
  if (!place) {
    return;
  }
  // The first factors may be older than the results.
  const std::uint64_t late = program.choices().below(2) * kLate;
  results.offset += *place + late - writer.base[ub];
  if (!point_at(results.offset - late, part.writes, part.instruction)) {
    program.free_behind(ends);
    return;
  }
  program.add(part.writes);
  program.add(writer.writes);
  program.add(writes);
  std::erase_if(part.writes, [](const Step& step) { return !is_mask_or_ctrl(step); });
  program.add(part.writes);
  program.run(part);
}

std::optional<ClaimedCell> drawn_plain_path(StateProgram& program, MemoryId from, MemoryId to,
                                            std::span<const ClaimedCell> writers) {
  std::vector<ClaimedCell> possible;
  std::ranges::copy_if(writers, std::back_inserter(possible), [&](const ClaimedCell& one) {
    const spec::Conversion& row = one.cell.conversion();
    return row.is_plain_path() && spec::memory_of(row.path.from) == from &&
           spec::memory_of(row.path.to) == to;
  });
  return drawn_of_families(program.choices(), possible);
}

spec::DataCopy one_block(const ClaimedCell& path, const spec::Address& dst,
                         const spec::Address& src, std::uint64_t bytes) {
  spec::DataCopy copy;
  copy.cell = path.cell;
  copy.dst = dst;
  copy.src = src;
  copy.block_len = static_cast<std::uint16_t>(bytes / spec::kPlainUnits.block_len);
  return copy;
}

// The factors go to GM and, where the address points already, back to UB, as deqTensors come.
void run_on_copied_factors(const spec::ByteRange& factors, Part part,
                           std::span<const ClaimedCell> writers, StateProgram& program) {
  const auto out = drawn_plain_path(program, MemoryId::kUb, MemoryId::kGm, writers);
  const auto back = drawn_plain_path(program, MemoryId::kGm, MemoryId::kUb, writers);
  const std::uint64_t bytes = factors.end - factors.first;
  const std::uint64_t room = (bytes + kShiftAlignment - 1) / kShiftAlignment * kShiftAlignment;
  const PerMemory ends = program.ends();
  const auto in_gm = program.reserved(MemoryId::kGm, room);
  const auto in_ub = program.reserved(MemoryId::kUb, room);
  if (!out || !back || !in_gm || !in_ub || !point_at(*in_ub, part.writes, part.instruction)) {
    program.free_behind(ends);
    return;
  }
  const spec::Address gm{MemoryId::kGm, *in_gm};
  const spec::Address ub{MemoryId::kUb, *in_ub};
  program.add(part.writes);
  program.add(one_block(*out, gm, {MemoryId::kUb, factors.first}, bytes));
  program.add(one_block(*back, ub, gm, bytes));
  program.run(part);
}

}  // namespace

void add_data_flow(const Part& part, std::span<const ClaimedCell> writers, StateProgram& program) {
  Step reader = part.instruction;
  if (const auto writer = drawn_writer(program, source_of(reader).memory, writers)) {
    run_before_and_after(program.part(*writer), part, program);
  }
  const std::optional<spec::ByteRange> factors = factors_of(part);
  if (!factors) {
    return;
  }
  run_on_copied_factors(*factors, part, writers, program);
  if (reads_scale_as_address(part.instruction)) {
    if (const auto writer = drawn_writer(program, MemoryId::kUb, writers, false)) {
      run_on_results_as_factors(program.part(*writer), part, program);
    }
  }
}

void run_on_own_results(const Part& part, StateProgram& program) {
  Step last = program.steps().back();
  const spec::Address results = destination_of(last);
  const std::size_t i = index_of(results.memory);
  Step step = part.instruction;
  const bool is_at_end = results.offset + part.size[i] >= program.end(results.memory);
  if (source_of(step).memory != results.memory || !is_at_end) {
    return;
  }
  const auto behind = program.reserved(results.memory, 2 * part.size[i] + kShiftAlignment);
  if (!behind) {
    return;
  }
  source_of(step) = results;
  destination_of(step).offset += *behind + part.size[i] + kShiftAlignment - part.base[i];
  program.add(step);
  // The same results written and, except the first ones, read.
  program.add(last);
  source_of(step).offset += kLate;
  program.add(step);
}

}  // namespace vconform::generators
