// A program of several instructions while it is put together.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "generators/programs/state/part.h"
#include "generators/programs/state/shifted.h"
#include "spec/case/case.h"
#include "spec/rows/memories.h"

namespace vconform::generators {

using Steps = std::vector<spec::Step>;

// Those of a part: every byte of a program is filled and compared.
Bounds part_bounds(spec::FeatureSet allowed);

class StateProgram {
 public:
  explicit StateProgram(ChoiceSource& choices) : choices_(choices) {}

  ChoiceSource& choices() { return choices_; }

  // A drawn case of the instruction as a part, its memories behind those of all parts before. Some
  // draws look for one of the focus.
  Part part(const ClaimedCell& instruction, Focus focus = anything, bool is_first = true);
  Part simplest_part(const ClaimedCell& instruction);

  // The start of so many bytes behind all that is used; nullopt if the memory has no room for them.
  std::optional<std::uint64_t> reserved(spec::MemoryId memory, std::uint64_t bytes);
  std::uint64_t end(spec::MemoryId memory) const { return end_[index_of(memory)]; }
  // Bytes reserved since are free again.
  PerMemory ends() const { return end_; }
  void free_behind(const PerMemory& ends) { end_ = ends; }

  void add(const spec::Step& step) { program_.steps.push_back(step); }
  void add(const Steps& steps);
  // The part's instruction with a destination of its own or, if there is no room, where the part's
  // case has it.
  void run(const Part& part);
  const Steps& steps() const { return program_.steps; }
  Steps shuffled(Steps steps);

  void set_earlier(spec::Case program) { program_.earlier = {std::move(program)}; }
  // The program, in memories that hold what was reserved.
  spec::Case finished() &&;

 private:
  // nullopt if it has no place.
  std::optional<Part> drawn(ChoiceSource& choices, const ClaimedCell& instruction);
  std::optional<Part> placed(const spec::Case& drawn, spec::FeatureSet allowed);

  ChoiceSource& choices_;
  spec::Case program_;
  PerMemory end_ = {};
};

// One of them, of each family as often, however many instructions that has; nullopt of none.
std::optional<ClaimedCell> drawn_of_families(ChoiceSource& choices,
                                             std::span<const ClaimedCell> cells);

}  // namespace vconform::generators
