#include "oracle/explain/copy_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "oracle/copy_matrix/copy_matrix.h"
#include "oracle/data_copy/data_copy.h"
#include "oracle/dequantise/quantise.h"
#include "oracle/explain/explain_text.h"

namespace vconform::oracle {

namespace {

ElementInput input_of(const PredictedElement& element) {
  return {element.source_pattern.value_or(0), element.scale, element.alpha};
}

std::vector<DerivedStep> steps_of(const spec::Step& step, std::uint64_t ctrl,
                                  const PredictedElement& element, const spec::Choices& known) {
  const ElementInput input = input_of(element);
  if (const auto* matrix = std::get_if<spec::CopyMatrix>(&step)) {
    return fixpipe_steps(fixpipe_mode(*matrix, ctrl), input, known);
  }
  return data_copy_steps(std::get<spec::DataCopy>(step), input, known);
}

std::string step_line(const DerivedStep& step) {
  const std::string exact = decimal_text(step.exact);
  const std::string taken = decimal_text(step.taken);
  return fmt::format("  {:<9} {}{}\n", step.name, exact, taken == exact ? "" : " -> " + taken);
}

std::string matrix_word_text(const spec::CopyMatrix& step, const PredictedElement& element) {
  const spec::Conversion& row = step.cell.conversion();
  std::string text = spec::quant_code_of(row).reads_quant_word()
                         ? spec::word_text(spec::quant_word_of(row), element.scale)
                         : "";
  const auto relu = static_cast<spec::ReluPre>(step.relu_pre);
  if (relu == spec::ReluPre::kLeaky || relu == spec::ReluPre::kPrelu) {
    text += fmt::format("{}alpha={:#010x}", text.empty() ? "" : " ", element.alpha);
  }
  return text;
}

}  // namespace

bool is_copy(const spec::Step& step) {
  return std::holds_alternative<spec::CopyMatrix>(step) ||
         std::holds_alternative<spec::DataCopy>(step);
}

std::string copy_element_text(const spec::Step& step, const PredictedElement& element) {
  if (std::holds_alternative<spec::CopyMatrix>(step)) {
    return fmt::format("nd block {}, row {}, column {}", element.repeat, element.row, element.lane);
  }
  return fmt::format("block {}, element {}", element.repeat, element.lane);
}

std::string copy_word_text(const spec::Step& step, const PredictedElement& element) {
  if (const auto* matrix = std::get_if<spec::CopyMatrix>(&step)) {
    return matrix_word_text(*matrix, element);
  }
  const spec::DeqScale deq = std::get<spec::DataCopy>(step).cell.conversion().deq_scale;
  return deq == spec::DeqScale::kNone ? "" : spec::word_text(spec::deq_word_of(deq), element.scale);
}

std::string copy_derivation_text(const spec::Step& step, std::uint64_t ctrl,
                                 const PredictedElement& element, const spec::Choices& known) {
  const spec::NumberFormat& from = spec::cell_of(step).value().conversion().from();
  std::string text =
      fmt::format("  source    {}\n", pattern_text(from, element.source_pattern.value_or(0)));
  for (const DerivedStep& one : steps_of(step, ctrl, element, known)) {
    text += step_line(one);
  }
  return text;
}

std::string copy_exact_text(const spec::Step& step, std::uint64_t ctrl,
                            const PredictedElement& element, const spec::Choices& known) {
  const std::vector<DerivedStep> steps = steps_of(step, ctrl, element, known);
  const auto inexact = std::find_if(steps.rbegin(), steps.rend(), [](const DerivedStep& one) {
    return !equal_values(one.exact, one.taken);
  });
  return inexact == steps.rend() ? "" : fmt::format("   (exact {})", fraction_text(inexact->exact));
}

spec::NumberType copy_result_type(const spec::Step& step, const PredictedElement& element) {
  if (const auto* matrix = std::get_if<spec::CopyMatrix>(&step)) {
    return fixpipe_result_type(fixpipe_mode(*matrix, 0), input_of(element));
  }
  return data_copy_result_type(std::get<spec::DataCopy>(step), input_of(element));
}

}  // namespace vconform::oracle
