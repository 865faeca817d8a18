#include "oracle/explain/explain_text.h"

#include <fmt/format.h>

#include "oracle/number/decode.h"
#include "oracle/number/exact_value.h"

namespace vconform::oracle {

namespace {

using spec::NumberFormat;

std::string fields_text(const NumberFormat& format, std::uint64_t pattern) {
  if (!format.is_floating()) {
    return "";
  }
  const auto field =
      static_cast<int>((pattern >> format.fraction_bits) & format.exponent_field_mask());
  return fmt::format("sign {} exp {} frac {:#x}", (pattern & format.sign_mask()) != 0 ? 1 : 0,
                     field - format.bias(), pattern & format.fraction_mask());
}

}  // namespace

std::string hex_text(const NumberFormat& format, std::uint64_t pattern) {
  return fmt::format("{:#0{}x}", pattern, format.bits / 4 + 2);
}

std::string bits_text(const NumberFormat& format, std::uint64_t pattern) {
  const std::string fields = fields_text(format, pattern);
  return fmt::format("{}  {}{}{}", hex_text(format, pattern), format.name,
                     fields.empty() ? "" : "  ", fields);
}

std::string pattern_text(const NumberFormat& format, std::uint64_t pattern) {
  return bits_text(format, pattern) + "  = " + decimal_text(decode(format, pattern));
}

std::string value_in_short(const NumberFormat& format, std::uint64_t pattern) {
  return hex_text(format, pattern) + " = " + decimal_text(decode(format, pattern));
}

std::string rule_text(spec::RuleId id) {
  const spec::Rule& rule = spec::rule_of(id);
  return fmt::format("{} ({}: {})", rule.slug, spec::name_of(rule.status), rule.source);
}

std::string expectation_text(const NumberFormat& format, const Expectation& expectation) {
  if (expectation.kind == Expectation::Kind::kAnything) {
    return "anything";
  }
  std::string text;
  if (expectation.kind == Expectation::Kind::kAnyNan) {
    text = fmt::format("any NaN of {}", format.name);
  }
  for (const std::uint64_t pattern : expectation.patterns) {
    text += (text.empty() ? "" : "  or  ") + pattern_text(format, pattern);
  }
  return text;
}

std::string result_lines(const NumberFormat& format, const Expectation& expectation) {
  std::string text =
      fmt::format("  result    {}\n  rule      {}\n", expectation_text(format, expectation),
                  rule_text(expectation.rule));
  for (const spec::RuleId id : spec::kAllRules) {
    if (expectation.cited.test(id) && id != expectation.rule) {
      text += fmt::format("  also      {}\n", rule_text(id));
    }
  }
  return text;
}

std::string under_line(const spec::Choices& decided, const spec::Choices& pinned) {
  std::string text;
  for (const spec::RuleId rule : spec::kAllRules) {
    if (decided.reading(rule) && !pinned.reading(rule)) {
      text += " " + spec::choice_text(*decided.reading(rule));
    }
  }
  return text.empty() ? "" : "under" + text + "\n";
}

}  // namespace vconform::oracle
