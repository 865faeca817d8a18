// Generates cases of one family, or programs of several steps, from choices.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/rows/family.h"
#include "suites/judging/property.h"

namespace vconform::fuzz {

// The claims of a backend to one family, or its operations; no family stands for programs.
class FamilyCases {
 public:
  enum class Kind : std::uint8_t { kLegal, kHazard, kOutOfRange };

  FamilyCases(std::optional<spec::Family> family, const suites::Subject& subject);

  // Whether nothing is claimed; there are no cases then.
  bool none() const { return cells_.empty(); }

  std::span<const spec::Cell> cells() const { return cells_; }

  // Any choices give a case. The first choice selects the instruction, the operation or, for a
  // program, its kind: mostly instructions that convert in UB, else one of any family, with another
  // between its runs. Twelve in sixteen cases of an instruction are legal, three are hazards, and
  // one has arguments out of range. UB is mostly as small as possible.
  spec::Case draw(generators::ChoiceSource& choices) const;

 private:
  spec::Case draw_instruction(generators::ChoiceSource& choices) const;
  spec::Case draw_operation(generators::ChoiceSource& choices) const;
  spec::Case draw_program(generators::ChoiceSource& choices) const;
  spec::Case draw_kind(generators::ChoiceSource& choices, Kind kind, const spec::Cell& cell,
                       const generators::Bounds& bounds) const;

  bool is_program_;
  bool is_operation_;
  bool checks_arguments_;
  suites::Claims claims_;
  std::vector<spec::Cell> cells_;
  std::vector<generators::ClaimedCell> claimed_;
  // Those that convert in UB, and the features claimed for all of them.
  std::vector<spec::Cell> in_ub_;
  spec::FeatureSet common_ = spec::kAllFeatures;
};

}  // namespace vconform::fuzz
