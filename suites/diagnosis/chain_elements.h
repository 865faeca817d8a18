// Elements of dequantisations, with the steps on the way to the right result and what was found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "oracle/explain/element_text.h"
#include "oracle/predict/element.h"
#include "spec/profiles/choices.h"
#include "suites/diagnosis/evidence.h"

namespace vconform::suites {

// A step on the way to the right result (oracle::DerivedStep).
struct ChainStep {
  spec::RuleId rule;
  std::string_view name;
  oracle::ExactValue exact;
  oracle::ExactValue taken;
};

class ChainElement {
 public:
  // `choices` and the case of `step` must outlive the object.
  ChainElement(const spec::Step& step, std::uint64_t ctrl, const oracle::ElementInput& input,
               std::uint64_t got, const spec::Choices& choices);

  const oracle::ElementInput& input() const { return input_; }
  const std::vector<ChainStep>& steps() const { return steps_; }
  // The place of the step of that name.
  std::optional<std::size_t> step_named(std::string_view name) const;
  spec::Family family() const;
  const spec::NumberFormat& source_format() const;

  // Whether what was found is permitted, and whether it would be if the step gave this value.
  bool is_right() const { return is_right_; }
  bool would_be_right(std::size_t step, const oracle::ExactValue& value) const;

 private:
  const spec::Step* step_;
  oracle::ElementArithmetic arithmetic_;
  oracle::ElementInput input_;
  std::uint64_t got_;
  const spec::Choices* choices_;
  std::vector<ChainStep> steps_;
  bool is_right_ = false;
};

// The wrong elements of a case, or its right ones: of different inputs, at most so many, spread
// over all. None for a case of several instructions, where one may read what another wrote.
std::vector<ChainElement> chain_elements(const Observed& one, bool wrong, std::size_t most,
                                         const spec::Choices& choices);

}  // namespace vconform::suites
