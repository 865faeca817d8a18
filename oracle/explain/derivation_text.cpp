#include "oracle/explain/derivation_text.h"

#include <fmt/format.h>

#include "oracle/deq/deq.h"
#include "oracle/dequantise/deq16.h"
#include "oracle/explain/explain_text.h"
#include "oracle/number/decode.h"
#include "oracle/vconv/vconv.h"
#include "spec/number/quantization.h"

namespace vconform::oracle {

namespace {

using spec::DeqForm;
using spec::NumberType;

// "tie between 2 and 3".
std::string between_text(const Rounded& rounded) {
  return fmt::format("{} {} and {}", rounded.tie ? "tie between" : "between",
                     decimal_text(rounded.toward_zero), decimal_text(rounded.away_from_zero));
}

std::string note_text(const ExactValue& exact, const Rounded& rounded) {
  return rounded.exact
             ? fmt::format("   (exact {})", fraction_text(exact))
             : fmt::format("   (exact {}, {})", fraction_text(exact), between_text(rounded));
}

std::string round_line(const spec::Cell& cell, const Derivation& derivation) {
  const spec::RoundingMode& mode = spec::mode_of(cell.rounding);
  if (!derivation.rounded) {
    return fmt::format("  round     not rounded: {}\n", decimal_text(derivation.source));
  }
  const Rounded& rounded = *derivation.rounded;
  const std::string name = mode.suffix.empty() ? "bare name, as r" : std::string(mode.suffix);
  if (rounded.exact) {
    return fmt::format("  round     {}: representable at 2^{}, kept\n", name, rounded.grid);
  }
  return fmt::format("  round     {}: {} at 2^{} -> {}   [{}]\n", name, between_text(rounded),
                     rounded.grid, decimal_text(rounded.value), spec::kRuleNames[mode.rule].slug);
}

std::string conversion_text(const spec::Cell& cell, std::uint64_t pattern,
                            const Derivation& derivation) {
  const spec::Conversion& row = cell.conversion();
  std::string text = fmt::format("  decode    {}   (exact {})\n", pattern_text(row.from(), pattern),
                                 fraction_text(derivation.source));
  text += round_line(cell, derivation);
  if (derivation.overflows) {
    text += fmt::format("  range     beyond the limit of {}\n", row.to().name);
  }
  return text + result_lines(row.to(), derivation.expectation);
}

std::string scale_line(const DeqDerivation& d, std::uint64_t factor) {
  const spec::NumberFormat& f32 = spec::format_of(NumberType::kF32);
  const std::uint64_t read = spec::kFactorScale.of(factor);
  const std::uint64_t taken = d.scale.kind == ValueKind::kNan ? read : encode(f32, d.scale);
  return fmt::format("  M         {}{}\n", pattern_text(f32, read),
                     taken == read ? ""
                                   : fmt::format(", taken as {} = {}", hex_text(f32, taken),
                                                 decimal_text(d.scale)));
}

std::string product_line(const DeqDerivation& d) {
  const std::string exact = fraction_text(d.exact_product);
  const bool is_rounded = fraction_text(d.product) != exact;
  return fmt::format("  product   exact {}{}\n", exact,
                     is_rounded ? " -> f32 " + decimal_text(d.product) : "");
}

// "r: tie between 70 and 71 -> 70".
std::string s9_line(const DeqDerivation& d) {
  if (!d.rounded) {
    return fmt::format("  s9        {}, which saturates to {}\n", decimal_text(d.product),
                       decimal_text(d.s9));
  }
  const std::string name = std::string(spec::mode_of(d.s9_rounding).suffix);
  const std::string rounded = decimal_text(d.rounded->value);
  std::string text = d.rounded->exact
                         ? fmt::format("{}: {} is whole", name, rounded)
                         : fmt::format("{}: {} -> {}", name, between_text(*d.rounded), rounded);
  const std::string s9 = decimal_text(d.s9);
  if (s9 != rounded) {
    text += ", which saturates to " + s9;
  }
  return "  s9        " + text + "\n";
}

std::string sum_lines(const DeqDerivation& d) {
  const std::string offset = fmt::format("  offset    {}\n", decimal_text(d.offset));
  if (d.adds_before_rounding) {
    return offset +
           fmt::format("  sum       {}, exact, before rounding\n", decimal_text(d.unrounded)) +
           s9_line(d);
  }
  return s9_line(d) + offset + fmt::format("  sum       {}\n", decimal_text(d.sum));
}

std::string dequantisation_text(const ElementInput& input, const DeqDerivation& d) {
  const spec::NumberFormat& s16 = spec::format_of(NumberType::kS16);
  std::string text = fmt::format("  source    {}\n", pattern_text(s16, input.pattern));
  text += scale_line(d, input.scale);
  if (d.result) {
    text += product_line(d) + sum_lines(d);
  }
  return text;
}

std::string dequantisation16_text(const ElementInput& input, const Deq16Derivation& d) {
  const spec::NumberFormat& s32 = spec::format_of(NumberType::kS32);
  const spec::NumberFormat& f16 = spec::format_of(NumberType::kF16);
  std::string text = fmt::format("  source    {}\n", pattern_text(s32, input.pattern));
  text += fmt::format("  M         {}\n", pattern_text(f16, spec::kHalfScale.of(input.scale)));
  for (const Deq16Step& step : d.steps) {
    const std::string exact = fraction_text(step.exact);
    const std::string rounded = fraction_text(step.rounded);
    text += fmt::format("  {:<14} exact {}{}\n", step.name, exact,
                        rounded == exact ? fmt::format(", an {}", step.format->name)
                                         : fmt::format(" -> {} {}", step.format->name, rounded));
  }
  return text;
}

}  // namespace

std::string derivation_text(const spec::Cell& cell, std::uint64_t ctrl, const ElementInput& input,
                            Readings& readings) {
  const spec::Conversion& row = cell.conversion();
  if (row.deq == DeqForm::kNone) {
    return conversion_text(cell, input.pattern, convert(cell, ctrl, input.pattern, readings));
  }
  if (row.deq == DeqForm::kHalf) {
    const Deq16Derivation d = dequantise16(input.scale, ctrl, input.pattern, readings);
    return dequantisation16_text(input, d) + result_lines(row.to(), d.expectation);
  }
  const DeqDerivation d = dequantise(input.scale, input.pattern, readings);
  return dequantisation_text(input, d) +
         result_lines(spec::format_of(d.result_type), convert_element(cell, ctrl, input, readings));
}

std::string neighbours_text(const spec::Cell& cell, std::uint64_t ctrl, const ElementInput& input,
                            Readings& readings) {
  const spec::Conversion& row = cell.conversion();
  if (row.deq == DeqForm::kNone) {
    const Derivation d = convert(cell, ctrl, input.pattern, readings);
    return d.rounded ? note_text(d.source, *d.rounded) : "";
  }
  if (row.deq == DeqForm::kHalf) {
    const Deq16Derivation d = dequantise16(input.scale, ctrl, input.pattern, readings);
    return d.steps.empty()
               ? ""
               : fmt::format("   (exact {})", fraction_text(product_of(d.source, d.scale)));
  }
  const DeqDerivation d = dequantise(input.scale, input.pattern, readings);
  return d.rounded ? note_text(d.unrounded, *d.rounded) : "";
}

}  // namespace vconform::oracle
