#include "oracle/explain/wrong_element.h"

#include "oracle/explain/element_text.h"

namespace vconform::oracle {

std::optional<WrongElement> wrong_element_of(const spec::Case& test_case,
                                             const Difference& difference) {
  const PredictedElement& element = *difference.element;
  if (!element.has_source) {
    return std::nullopt;
  }
  WrongElement wrong;
  wrong.step = element.step;
  wrong.source_type = converting_cell(test_case.steps[element.step]).conversion().source;
  if (element.source_pattern) {
    wrong.source = {*element.source_pattern, element.scale, element.alpha};
  }
  wrong.type = difference.type;
  wrong.got = difference.got;
  if (difference.expectation.kind == Expectation::Kind::kOneOf) {
    wrong.expected.assign(difference.expectation.patterns.begin(),
                          difference.expectation.patterns.end());
  }
  return wrong;
}

}  // namespace vconform::oracle
