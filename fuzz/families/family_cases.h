// From choices to a case of one family, or to a program of several steps.
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

// What a backend claims of one family, or of programs: no family.
class FamilyCases {
 public:
  enum class Kind : std::uint8_t { kLegal, kHazard, kOutOfRange };

  FamilyCases(std::optional<spec::Family> family, const suites::Subject& subject);

  // Whether nothing is claimed; there are no cases then.
  bool none() const { return cells_.empty(); }

  std::span<const spec::Cell> cells() const { return cells_; }

  // Every choice source gives one; the first choice says which of the cells, and of a program how
  // many instructions it has. Legal twelve times in sixteen, else a hazard, or arguments out
  // of range. UB is mostly as small as can be.
  spec::Case draw(generators::ChoiceSource& choices) const;

 private:
  spec::Case draw_instruction(generators::ChoiceSource& choices) const;
  spec::Case draw_kind(generators::ChoiceSource& choices, Kind kind, const spec::Cell& cell,
                       const generators::Bounds& bounds) const;

  bool is_program_;
  bool checks_arguments_;
  suites::Claims claims_;
  std::vector<spec::Cell> cells_;
  // Of all of them.
  spec::FeatureSet common_ = spec::kAllFeatures;
};

}  // namespace vconform::fuzz
