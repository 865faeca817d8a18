#include <fmt/format.h>

#include "oracle/copy_matrix/copy_matrix.h"
#include "oracle/data_copy/data_copy.h"
#include "oracle/explain/copy_text.h"
#include "oracle/explain/explain.h"
#include "oracle/explain/explain_text.h"

namespace vconform::oracle {

namespace {

Expectation expectation_of(const spec::Step& step, std::uint64_t ctrl, const ElementInput& input,
                           Readings& readings) {
  if (const auto* matrix = std::get_if<spec::CopyMatrix>(&step)) {
    return fixpipe_element(fixpipe_mode(*matrix, ctrl), input, readings);
  }
  return data_copy_element(std::get<spec::DataCopy>(step), input, readings);
}

}  // namespace

std::string explain_copy(const spec::Step& step, std::uint64_t ctrl, const ElementInput& input,
                         const spec::Choices& pinned) {
  PredictedElement element{};
  element.source_pattern = input.pattern;
  element.scale = input.scale;
  element.alpha = input.alpha;
  const std::string word = copy_word_text(step, element);
  std::string text =
      fmt::format("{}{}{}  CTRL={:#x}\n", spec::instruction_name(*spec::cell_of(step)),
                  word.empty() ? "" : "  ", word, ctrl);
  Readings readings(pinned);
  do {
    const Expectation expectation = expectation_of(step, ctrl, input, readings);
    text += under_line(readings.decided(), pinned) +
            copy_derivation_text(step, ctrl, element, readings.decided()) +
            result_lines(spec::format_of(copy_result_type(step, element)), expectation);
  } while (readings.next());
  return text;
}

}  // namespace vconform::oracle
