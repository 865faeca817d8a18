#include <fmt/format.h>

#include "oracle/explain/derivation_text.h"
#include "oracle/explain/explain.h"
#include "oracle/explain/explain_text.h"
#include "spec/number/quantization.h"

namespace vconform::oracle {

namespace {

// The row of the family deq with this form and this type of results.
spec::Cell cell_of_form(spec::DeqForm form, spec::NumberType destination) {
  for (const spec::Conversion& row : spec::kVectorRows) {
    if (row.deq == form && row.destination == destination) {
      return {row.number, spec::Rounding::kNull};
    }
  }
  return {};
}

// The derivations under every combination of the choices that are not pinned.
std::string derivations_text(const spec::Cell& cell, std::uint64_t ctrl, const ElementInput& input,
                             const spec::Choices& pinned) {
  std::string text;
  Readings readings(pinned);
  do {
    const std::string derivation = derivation_text(cell, ctrl, input, readings);
    text += under_line(readings.decided(), pinned) + derivation;
  } while (readings.next());
  return text;
}

}  // namespace

std::string explain_deq(std::uint64_t factor, std::uint64_t source_pattern,
                        const spec::Choices& pinned) {
  const bool is_s8 = spec::kFactorSign.of(factor) != 0;
  const spec::Cell cell =
      cell_of_form(spec::DeqForm::kDeqHigh, is_s8 ? spec::NumberType::kS8 : spec::NumberType::kU8);
  return fmt::format("s16 to {}  deq_factor {}\n", is_s8 ? "s8" : "u8",
                     spec::word_text(spec::Word::kFactor, factor)) +
         derivations_text(cell, 0, {source_pattern, factor}, pinned);
}

std::string explain_deq16(std::uint64_t scale, std::uint64_t ctrl, std::uint64_t source_pattern,
                          const spec::Choices& pinned) {
  const spec::Cell cell = cell_of_form(spec::DeqForm::kHalf, spec::NumberType::kF16);
  return fmt::format("{}  DEQSCALE {}  CTRL={:#x}\n", spec::instruction_name(cell),
                     spec::word_text(spec::Word::kHalf, scale), ctrl) +
         derivations_text(cell, ctrl, {source_pattern, scale}, pinned);
}

}  // namespace vconform::oracle
