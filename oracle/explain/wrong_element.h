// A wrong element in patterns, for reports that draw and derive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/judge/judge.h"
#include "oracle/number/element_input.h"
#include "spec/case/case.h"
#include "spec/number/number_format.h"

namespace vconform::oracle {

struct WrongElement {
  // The step of the case that wrote it.
  std::size_t step = 0;
  spec::NumberType source_type = spec::NumberType::kF32;
  // nullopt if the initial image does not hold it.
  std::optional<ElementInput> source;
  // The type of the result.
  spec::NumberType type = spec::NumberType::kF32;
  std::uint64_t got = 0;
  // The permitted patterns; empty if they are no list, such as those of every NaN.
  std::vector<std::uint64_t> expected;

  friend bool operator==(const WrongElement&, const WrongElement&) = default;
};

// The element of a difference in the case; nullopt for a byte that no source is meant for.
std::optional<WrongElement> wrong_element_of(const spec::Case& test_case,
                                             const Difference& difference);

}  // namespace vconform::oracle
