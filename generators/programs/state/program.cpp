#include "generators/programs/state/program.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "generators/choices/draws.h"
#include "generators/programs/instruction_cases.h"
#include "generators/programs/operands.h"

namespace vconform::generators {

namespace {

// The most bytes of a drawn case in one memory, if some draws find such a case.
constexpr std::uint64_t kMostPartBytes = 8 * 1024;
constexpr int kTries = 16;
// Where the pages give a memory no size.
constexpr std::uint64_t kMostBytes = 512 * 1024;

}  // namespace

Bounds part_bounds(spec::FeatureSet allowed) {
  constexpr std::uint64_t kBlocks = 40;
  constexpr std::uint64_t kElements = 96;
  return {allowed, kBlocks, {}, kElements};
}

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
  for (const spec::CaseMemory& memory : drawn.memories) {
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

std::optional<Part> StateProgram::drawn(ChoiceSource& choices, const ClaimedCell& instruction) {
  const spec::Case made =
      instruction_case(choices, instruction.cell, part_bounds(instruction.features));
  return placed(made, instruction.features);
}

Part StateProgram::part(const ClaimedCell& instruction, Focus focus, bool is_first) {
  const PerMemory ends = end_;
  const std::size_t placements = program_.placements.size();
  for (int i = 0; i < kTries; ++i) {
    std::optional<Part> part = drawn(choices_, instruction);
    if (part && focus(*part, is_first)) {
      return *std::move(part);
    }
    if (part) {
      end_ = ends;
      program_.placements.resize(placements);
    }
  }
  std::optional<Part> last = drawn(choices_, instruction);
  return last ? *std::move(last) : simplest_part(instruction);
}

Part StateProgram::simplest_part(const ClaimedCell& instruction) {
  ReplaySource simplest({});
  return drawn(simplest, instruction).value();
}

Steps StateProgram::shuffled(Steps steps) {
  for (std::size_t left = steps.size(); left > 1; --left) {
    std::swap(steps[left - 1], steps[static_cast<std::size_t>(choices_.below(left))]);
  }
  return steps;
}

void StateProgram::add(const Steps& steps) {
  program_.steps.insert(program_.steps.end(), steps.begin(), steps.end());
}

void StateProgram::run(const Part& part) {
  spec::Step step = part.instruction;
  spec::Address& destination = destination_of(step);
  const std::size_t i = index_of(destination.memory);
  if (const std::optional<std::uint64_t> base = reserved(destination.memory, part.size[i])) {
    destination.offset += *base - part.base[i];
  }
  add(step);
}

spec::Case StateProgram::finished() && {
  for (const spec::Memory& memory : spec::kMemories) {
    if (const std::uint64_t bytes = end(memory.id); bytes != 0) {
      program_.memories.push_back({memory.id, bytes});
    }
  }
  return std::move(program_);
}

std::optional<ClaimedCell> drawn_of_families(ChoiceSource& choices,
                                             std::span<const ClaimedCell> cells) {
  const auto family_of = [](const ClaimedCell& one) { return one.cell.conversion().family; };
  std::vector<spec::Family> families;
  std::ranges::transform(cells, std::back_inserter(families), family_of);
  const auto [first, last] = std::ranges::unique(families);
  families.erase(first, last);
  if (families.empty()) {
    return std::nullopt;
  }
  const spec::Family family = choices.pick(families);
  std::vector<ClaimedCell> of_family;
  std::ranges::copy_if(cells, std::back_inserter(of_family),
                       [&](const ClaimedCell& one) { return family_of(one) == family; });
  return choices.pick(of_family);
}

}  // namespace vconform::generators
