#include "oracle/explain/element_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/explain/explain_text.h"
#include "spec/case/lowering.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/quantization.h"
#include "spec/rows/operation_rows.h"

namespace vconform::oracle {

namespace {

// "tie between 2 and 3".
std::string between_text(const Rounded& rounded) {
  return fmt::format("{} {} and {}", rounded.tie ? "tie between" : "between",
                     decimal_text(rounded.toward_zero), decimal_text(rounded.away_from_zero));
}

// "   (r: tie between 70 and 71)"; empty if nothing had to be rounded.
std::string rounding_note(const DerivedStep& step) {
  if (!step.rounding || step.between.exact) {
    return "";
  }
  const std::string_view suffix = spec::mode_of(*step.rounding).suffix;
  const int grid = step.between.grid;
  return fmt::format("   ({}: {}{})", suffix.empty() ? "bare name, as r" : suffix,
                     between_text(step.between),
                     grid == 0 ? "" : fmt::format(", multiples of 2^{}", grid));
}

std::string matrix_word_text(const spec::Conversion& row, std::uint8_t relu_pre,
                             const ElementInput& input) {
  std::string text = spec::quant_code_of(row).reads_quant_word()
                         ? spec::word_text(spec::quant_word_of(row), input.scale)
                         : "";
  const auto relu = static_cast<spec::ReluPre>(relu_pre);
  if (relu == spec::ReluPre::kLeaky || relu == spec::ReluPre::kPrelu) {
    text += fmt::format("{}alpha={:#010x}", text.empty() ? "" : " ", input.alpha);
  }
  return text;
}

}  // namespace

spec::Cell converting_cell(const spec::Step& step) {
  const auto* call = std::get_if<spec::CastDeq>(&step);
  return call != nullptr ? spec::lowered_cell(*call) : spec::cell_of(step).value();
}

ElementArithmetic arithmetic_of(const spec::Step& step, std::uint64_t ctrl,
                                const spec::Choices& choices) {
  if (const auto* matrix = std::get_if<spec::CopyMatrix>(&step)) {
    return ElementArithmetic(fixpipe_mode(*matrix, ctrl, choices));
  }
  if (const auto* copy = std::get_if<spec::DataCopy>(&step)) {
    return ElementArithmetic(*copy);
  }
  if (const auto* operation = std::get_if<spec::Operation>(&step)) {
    return arithmetic_of_operation(*operation);
  }
  return {converting_cell(step), ctrl};
}

std::string position_text(const spec::Step& step, const PredictedElement& element) {
  if (std::holds_alternative<spec::CopyMatrix>(step)) {
    return fmt::format("nd block {}, row {}, column {}", element.repeat, element.row, element.lane);
  }
  if (std::holds_alternative<spec::DataCopy>(step)) {
    return fmt::format("block {}, element {}", element.repeat, element.lane);
  }
  if (std::holds_alternative<spec::Operation>(step)) {
    return fmt::format("row {}, column {}", element.repeat, element.lane);
  }
  const spec::Conversion& row = converting_cell(step).conversion();
  const auto in_block = static_cast<std::uint32_t>(row.elements / row.destination_blocks);
  return fmt::format("repeat {}, block {}, lane {}", element.repeat, element.lane / in_block,
                     element.lane % in_block);
}

std::string word_text_of(const spec::Step& step, const ElementInput& input) {
  if (const auto* matrix = std::get_if<spec::CopyMatrix>(&step)) {
    return matrix_word_text(matrix->cell.conversion(), matrix->relu_pre, input);
  }
  const auto* operation = std::get_if<spec::Operation>(&step);
  const bool quantises = operation != nullptr && spec::operation_of(operation->cell).quantises();
  const spec::Conversion& row =
      (quantises ? spec::chain_of(operation->cell) : converting_cell(step)).conversion();
  if (quantises && row.family == spec::Family::kCopyMatrix) {
    return matrix_word_text(row, spec::operation_of(operation->cell).quantisation.relu, input);
  }
  if (row.deq_scale != spec::DeqScale::kNone) {
    return spec::word_text(spec::deq_word_of(row.deq_scale), input.scale);
  }
  if (row.deq == spec::DeqForm::kNone) {
    return "";
  }
  return spec::word_text(row.deq == spec::DeqForm::kHalf ? spec::Word::kHalf : spec::Word::kFactor,
                         input.scale);
}

std::string steps_text(const spec::NumberFormat& from, std::uint64_t pattern,
                       const std::vector<DerivedStep>& steps) {
  std::size_t width = 9;
  for (const DerivedStep& step : steps) {
    width = std::max(width, step.name.size());
  }
  std::string text = fmt::format("  {:<{}} {}\n", "source", width, pattern_text(from, pattern));
  for (const DerivedStep& step : steps) {
    const std::string exact = decimal_text(step.exact);
    const std::string taken = decimal_text(step.taken);
    text += fmt::format("  {:<{}} {}{}{}\n", step.name, width, exact,
                        taken == exact ? "" : " -> " + taken, rounding_note(step));
  }
  return text;
}

std::string exact_text(const std::vector<DerivedStep>& steps) {
  const auto last = std::find_if(steps.rbegin(), steps.rend(), [](const DerivedStep& step) {
    return step.rounding || !equal_values(step.exact, step.taken);
  });
  if (last == steps.rend()) {
    return "";
  }
  const bool lies_between = last->rounding && !last->between.exact;
  return fmt::format("   (exact {}{})", fraction_text(last->exact),
                     lies_between ? ", " + between_text(last->between) : "");
}

}  // namespace vconform::oracle
