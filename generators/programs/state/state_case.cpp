#include "generators/programs/state/state_case.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "generators/choices/draws.h"
#include "generators/programs/instruction_cases.h"
#include "generators/programs/operands.h"
#include "generators/programs/state/part.h"
#include "generators/programs/state/shifted.h"
#include "spec/case/registers.h"
#include "spec/number/quantization.h"

namespace vconform::generators {

namespace {

using spec::CaseMemory;
using spec::Feature;
using spec::Step;
using Steps = std::vector<Step>;

constexpr std::uint64_t kPartBlocks = 40;
constexpr std::uint64_t kPartElements = 96;
// The most bytes of a drawn case in one memory, if some draws find such a case: every byte of a
// program is filled and compared.
constexpr std::uint64_t kMostPartBytes = 8 * 1024;
constexpr int kTries = 16;
// Where the pages give a memory no size.
constexpr std::uint64_t kMostBytes = 512 * 1024;

class StateProgram {
 public:
  StateProgram(ChoiceSource& choices, const Bounds& bounds) : choices_(choices), bounds_(bounds) {}

  spec::Case made(const spec::Cell& cell);

 private:
  std::optional<Part> placed(const spec::Case& drawn, spec::FeatureSet allowed);
  Part part(const spec::Cell& cell, spec::FeatureSet allowed, Focus focus = anything,
            bool is_first = true);
  std::optional<std::uint64_t> reserved(spec::MemoryId memory, std::uint64_t bytes);
  Steps shuffled(Steps steps);
  std::optional<ClaimedCell> drawn_writer(const Part& part);

  void write(const Steps& steps);
  void run(const Part& part);
  void run_while_writing(const Part& part);
  void run_on_results(const Part& part);
  void run_after(const Part& other, const Part& part);
  void run_on_results_of(const Part& other, const Part& part);
  void run_on_vector_of(const Part& other, const Part& part);
  void run_in_turn(const Part& a, const Part& b);
  void leave_garbage();

  ChoiceSource& choices_;
  const Bounds& bounds_;
  spec::Case program_;
  PerMemory end_ = {};
};

// The start of so many free bytes; nullopt if the memory has no room for them.
std::optional<std::uint64_t> StateProgram::reserved(spec::MemoryId memory, std::uint64_t bytes) {
  const std::uint64_t size = spec::memory_of(memory).a2_size;
  std::uint64_t& end = end_[index_of(memory)];
  if (end + bytes > (size == 0 ? kMostBytes : size)) {
    return std::nullopt;
  }
  return std::exchange(end, end + bytes);
}

std::optional<Part> StateProgram::placed(const spec::Case& drawn, spec::FeatureSet allowed) {
  Part part{allowed, {}, {}, {}, {}};
  const PerMemory ends = end_;
  bool fits = true;
  for (const CaseMemory& memory : drawn.memories) {
    const std::size_t i = index_of(memory.id);
    part.size[i] = (memory.size + kShiftAlignment - 1) / kShiftAlignment * kShiftAlignment;
    const std::optional<std::uint64_t> base = reserved(memory.id, part.size[i]);
    fits &= base.has_value() && memory.size <= kMostPartBytes;
    part.base[i] = base.value_or(0);
  }
  std::optional<spec::Case> moved = fits ? shifted(drawn, part.base) : std::nullopt;
  if (!moved) {
    end_ = ends;
    return std::nullopt;
  }
  part.instruction = moved->steps.back();
  moved->steps.pop_back();
  part.writes = std::move(moved->steps);
  program_.placements.insert(program_.placements.end(), moved->placements.begin(),
                             moved->placements.end());
  return part;
}

Part StateProgram::part(const spec::Cell& cell, spec::FeatureSet allowed, Focus focus,
                        bool is_first) {
  const Bounds bounds(allowed, kPartBlocks, {}, kPartElements);
  const PerMemory ends = end_;
  const std::size_t placements = program_.placements.size();
  for (int i = 0; i < kTries; ++i) {
    std::optional<Part> drawn = placed(instruction_case(choices_, cell, bounds), allowed);
    if (drawn && focus(*drawn, is_first)) {
      return *std::move(drawn);
    }
    if (drawn) {
      end_ = ends;
      program_.placements.resize(placements);
    }
  }
  const spec::Case last = instruction_case(choices_, cell, bounds);
  if (std::optional<Part> drawn = placed(last, allowed)) {
    return *std::move(drawn);
  }
  ReplaySource simplest({});
  return placed(instruction_case(simplest, cell, bounds), allowed).value();
}

Steps StateProgram::shuffled(Steps steps) {
  for (std::size_t left = steps.size(); left > 1; --left) {
    std::swap(steps[left - 1], steps[static_cast<std::size_t>(choices_.below(left))]);
  }
  return steps;
}

void StateProgram::write(const Steps& steps) {
  program_.steps.insert(program_.steps.end(), steps.begin(), steps.end());
}

// Without room for a destination of its own it writes where the part's case did.
void StateProgram::run(const Part& part) {
  Step step = part.instruction;
  spec::Address& destination = destination_of(step);
  const std::size_t i = index_of(destination.memory);
  if (const std::optional<std::uint64_t> base = reserved(destination.memory, part.size[i])) {
    destination.offset += *base - part.base[i];
  }
  program_.steps.push_back(step);
}

void StateProgram::run_while_writing(const Part& part) {
  Steps order = shuffled(part.writes);
  const auto zero = std::partition(order.begin(), order.end(), [&](const Step& write) {
    return !reads(part, write) || !may_be_zero(write, part);
  });
  write(Steps(order.begin(), zero));
  run(part);
  for (auto one = zero; one != order.end(); ++one) {
    program_.steps.push_back(*one);
    run(part);
  }
}

// Reads what the last run wrote at the end of the memory, and what lies behind it.
void StateProgram::run_on_results(const Part& part) {
  const spec::Address results = destination_of(program_.steps.back());
  const std::size_t i = index_of(results.memory);
  Step step = part.instruction;
  spec::Address& source = source_of(step);
  const bool is_at_end = results.offset + part.size[i] >= end_[i];
  if (source.memory != results.memory || !is_at_end) {
    return;
  }
  if (const std::optional<std::uint64_t> behind = reserved(results.memory, 2 * part.size[i])) {
    source = results;
    destination_of(step).offset += *behind + part.size[i] - part.base[i];
    program_.steps.push_back(step);
  }
}

void StateProgram::run_after(const Part& other, const Part& part) {
  const bool keeps = runs_under_registers_of(part, other);
  Steps changed;
  for (const Step& step : other.writes) {
    if (!keeps || !is_mask_or_ctrl(step)) {
      changed.push_back(step);
    }
  }
  write(changed);
  run(other);
  for (const Step& step : part.writes) {
    if (std::ranges::any_of(changed,
                            [&](const Step& one) { return write_one_register(one, step); })) {
      program_.steps.push_back(step);
    }
  }
  const bool leaves_mask = keeps && sets_mask(other.instruction);
  if (!leaves_mask || suits_any_mask(part)) {
    run(part);
  }
  if (leaves_mask) {
    write(part.writes);
    run(part);
  }
}

// Reads what another instruction has just written, and what lies behind it.
void StateProgram::run_on_results_of(const Part& other, const Part& part) {
  Step writer = other.instruction;
  Step reader = part.instruction;
  spec::Address& results = destination_of(writer);
  spec::Address& destination = destination_of(reader);
  if (results.memory != source_of(reader).memory) {
    return;
  }
  const std::size_t from = index_of(results.memory);
  const std::size_t to = index_of(destination.memory);
  const PerMemory ends = end_;
  const auto read = reserved(results.memory, other.size[from] + part.size[from]);
  const auto written = reserved(destination.memory, part.size[to]);
  if (!read || !written) {
    end_ = ends;
    return;
  }
  results.offset += *read - other.base[from];
  source_of(reader) = results;
  destination.offset += *written - part.base[to];
  write(other.writes);
  program_.steps.push_back(writer);
  write(part.writes);
  program_.steps.push_back(reader);
}

// Where DEQSCALE is the address of factors: these are written after DEQSCALE, by another
// instruction.
void StateProgram::run_on_vector_of(const Part& other, const Part& part) {
  constexpr std::uint64_t kVectorBytes = 16 * 8;
  Step writer = other.instruction;
  spec::Address& results = destination_of(writer);
  if (!reads_scale_as_address(part.instruction) || other.row().family != spec::Family::kVconv) {
    return;
  }
  const std::size_t ub = index_of(spec::MemoryId::kUb);
  const PerMemory ends = end_;
  const auto place = reserved(spec::MemoryId::kUb, other.size[ub] + kVectorBytes);
  results.offset += place.value_or(0) - other.base[ub];
  const std::uint64_t address = results.offset / spec::kVectorAddressUnit;
  Steps writes = part.writes;
  for (Step& step : writes) {
    if (auto* scale = std::get_if<spec::SetDeqScale>(&step)) {
      scale->value = spec::kVectorAddress.put(scale->value, address);
      if (!place || spec::kVectorAddress.of(scale->value) != address) {
        end_ = ends;
        return;
      }
    }
  }
  write(writes);
  write(other.writes);
  program_.steps.push_back(writer);
  std::erase_if(writes, [](const Step& step) { return !is_mask_or_ctrl(step); });
  write(writes);
  run(part);
}

// One that may write where the part reads: a vector instruction into UB, a copy anywhere else but
// L0C, which no instruction writes.
std::optional<ClaimedCell> StateProgram::drawn_writer(const Part& part) {
  Step reader = part.instruction;
  const spec::MemoryId read = source_of(reader).memory;
  const bool reads_ub = read == spec::MemoryId::kUb;
  if (read == spec::MemoryId::kL0c) {
    return std::nullopt;
  }
  std::vector<ClaimedCell> writers;
  std::ranges::copy_if(bounds_.others, std::back_inserter(writers), [&](const ClaimedCell& one) {
    return one.cell.conversion().is_copy() != reads_ub;
  });
  return writers.empty() ? std::nullopt : std::optional(choices_.pick(writers));
}

void StateProgram::run_in_turn(const Part& a, const Part& b) {
  bool is_b = false;
  for (const Step& read : a.writes) {
    if (!reads(a, read)) {
      continue;
    }
    is_b = !is_b;
    const Part& now = is_b ? b : a;
    const Part& other = is_b ? a : b;
    if (choices_.below(2) != 0) {
      write(other.writes);
    }
    Steps order = shuffled(now.writes);
    const auto last =
        std::ranges::find_if(order, [&](const Step& one) { return write_one_register(one, read); });
    assert(last != order.end());
    std::iter_swap(last, order.end() - 1);
    write(order);
    run(now);
  }
}

// With a negative alpha no result of a leaky ReLU is cut off at 0.
void StateProgram::leave_garbage() {
  constexpr std::uint64_t kMinusTwo = 0xc0000000;
  const std::uint64_t garbage = choices_.below(std::uint64_t{1} << 32) * 0x9e3779b97f4a7c15;
  Steps writes = {spec::SetCtrl{~std::uint64_t{0}}, spec::SetMask{{garbage, ~garbage}},
                  spec::SetDeqScale{garbage, false}};
  for (const spec::FixpipeRegisterName& name : spec::kFixpipeRegisters) {
    const bool is_alpha = name.id == spec::FixpipeRegister::kLreluAlpha;
    writes.emplace_back(spec::SetFixpipe{name.id, is_alpha ? kMinusTwo : garbage});
  }
  write(shuffled(writes));
}

spec::Case StateProgram::made(const spec::Cell& cell) {
  const Focus focus = choices_.pick(foci_of(cell.conversion()));
  const Part a = part(cell, bounds_.allowed, focus, true);
  run_while_writing(a);
  run(a);
  run_on_results(a);
  if (!bounds_.others.empty()) {
    const ClaimedCell& other = choices_.pick(bounds_.others);
    run_after(part(other.cell, other.features), a);
  }
  run_in_turn(a, part(cell, bounds_.allowed, focus, false));
  if (const std::optional<ClaimedCell> writer = drawn_writer(a)) {
    const Part other = part(writer->cell, writer->features);
    run_on_results_of(other, a);
    run_on_vector_of(other, a);
  }
  leave_garbage();
  for (const spec::Memory& memory : spec::kMemories) {
    if (const std::uint64_t bytes = end_[index_of(memory.id)]; bytes != 0) {
      program_.memories.push_back({memory.id, bytes});
    }
  }
  return std::move(program_);
}

}  // namespace

spec::Case state_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  return StateProgram(choices, bounds).made(cell);
}

}  // namespace vconform::generators
