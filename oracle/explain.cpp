#include "oracle/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "oracle/decode.h"
#include "oracle/simulated_memory.h"
#include "oracle/vconv.h"
#include "spec/case_text.h"

namespace vconform::oracle {

namespace {

using spec::NumberFormat;

std::string hex(const NumberFormat& format, std::uint64_t pattern) {
  return fmt::format("{:#0{}x}", pattern, format.bits / 4 + 2);
}

std::string fields_text(const NumberFormat& format, std::uint64_t pattern) {
  if (!format.is_floating()) {
    return "";
  }
  const auto field =
      static_cast<int>((pattern >> format.fraction_bits) & format.exponent_field_mask());
  return fmt::format("sign {} exp {} frac {:#x}", (pattern & format.sign_mask()) != 0 ? 1 : 0,
                     field - format.bias(), pattern & format.fraction_mask());
}

// "0x40200000  f32  sign 0 exp 1 frac 0x200000".
std::string bits_text(const NumberFormat& format, std::uint64_t pattern) {
  const std::string fields = fields_text(format, pattern);
  return fmt::format("{}  {}{}{}", hex(format, pattern), format.name, fields.empty() ? "" : "  ",
                     fields);
}

std::string expectation_text(const NumberFormat& format, const Expectation& expectation) {
  switch (expectation.kind) {
    case Expectation::Kind::kAnyNan:
      return fmt::format("any NaN of {}", format.name);
    case Expectation::Kind::kAnything:
      return "anything";
    case Expectation::Kind::kOneOf:
      break;
  }
  std::string text;
  for (const std::uint64_t pattern : expectation.patterns) {
    text += (text.empty() ? "" : "  or  ") + pattern_text(format, pattern);
  }
  return text;
}

// "   (exact 5/2, tie between 2 and 3)"; empty for what is not rounded.
std::string neighbours_text(const Derivation& derivation) {
  if (!derivation.rounded) {
    return "";
  }
  const Rounded& rounded = *derivation.rounded;
  if (rounded.exact) {
    return fmt::format("   (exact {})", fraction_text(derivation.source));
  }
  return fmt::format("   (exact {}, {} {} and {})", fraction_text(derivation.source),
                     rounded.tie ? "tie between" : "between", decimal_text(rounded.toward_zero),
                     decimal_text(rounded.away_from_zero));
}

std::string choices_text(const spec::Choices& choices, const spec::Choices& pinned) {
  std::string text;
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    const auto rule = static_cast<spec::RuleId>(id);
    if (choices.reading(rule) && !pinned.reading(rule)) {
      text += " " + spec::choice_text(rule, *choices.reading(rule));
    }
  }
  return text;
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
  return fmt::format("  round     {}: {} {} and {} at 2^{} -> {}   [{}]\n", name,
                     rounded.tie ? "tie between" : "between", decimal_text(rounded.toward_zero),
                     decimal_text(rounded.away_from_zero), rounded.grid,
                     decimal_text(rounded.value), mode.rule);
}

std::string derivation_text(const spec::Cell& cell, std::uint64_t pattern,
                            const Derivation& derivation) {
  const spec::Conversion& row = cell.conversion();
  const Expectation& expectation = derivation.expectation;
  std::string text = fmt::format("  decode    {}   (exact {})\n", pattern_text(row.from(), pattern),
                                 fraction_text(derivation.source));
  text += round_line(cell, derivation);
  if (derivation.overflows) {
    text += fmt::format("  range     beyond the limit of {}\n", row.to().name);
  }
  text += fmt::format("  result    {}\n", expectation_text(row.to(), expectation));
  text += fmt::format("  rule      {}\n", rule_text(expectation.rule));
  RuleSet others = expectation.cited;
  others.reset(expectation.rule);
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    if (others.test(id)) {
      text += fmt::format("  also      {}\n", rule_text(static_cast<spec::RuleId>(id)));
    }
  }
  return text;
}

const spec::Vconv& instruction_of(const spec::Case& test_case, const PredictedElement& element) {
  return std::get<spec::Vconv>(test_case.steps[element.step]);
}

// The CTRL register as it stands before a step.
std::uint64_t ctrl_before(const spec::Case& test_case, std::size_t step) {
  std::uint64_t ctrl = 0;
  for (std::size_t i = 0; i < step; ++i) {
    if (const auto* set = std::get_if<spec::SetCtrl>(&test_case.steps[i])) {
      ctrl = set->value;
    }
  }
  return ctrl;
}

std::string place_text(spec::MemoryId memory, Nibble place) {
  return fmt::format("{}+{:#x}{}", spec::memory_of(memory).name, place / kNibblesPerByte,
                     place % kNibblesPerByte != 0 ? " (high nibble)" : "");
}

std::string element_text(const PredictedElement& element, const spec::Conversion& row) {
  const int in_block = row.elements / row.destination_blocks;
  const std::string at = fmt::format("repeat {}, block {}, lane {}", element.repeat,
                                     element.lane / in_block, element.lane % in_block);
  return fmt::format("{}   src {} -> dst {}", at, place_text(element.memory, element.source),
                     place_text(element.memory, element.destination));
}

// Lines of a difference, the values one below the other.
class PatternLines {
 public:
  void add(std::string_view label, const NumberFormat& format, std::uint64_t pattern,
           std::string note = "") {
    lines_.push_back({label, bits_text(format, pattern), decimal_text(decode(format, pattern)),
                      std::move(note)});
  }
  void add(std::string_view label, const NumberFormat& format, const Expectation& expectation,
           std::string note) {
    if (expectation.kind != Expectation::Kind::kOneOf) {
      lines_.push_back({label, expectation_text(format, expectation), "", std::move(note)});
      return;
    }
    for (const std::uint64_t pattern : expectation.patterns) {
      add(label, format, pattern, std::exchange(note, ""));
      label = "or";
    }
  }
  std::string text() const {
    std::size_t width = 0;
    for (const Line& line : lines_) {
      width = std::max(width, line.bits.size());
    }
    std::string text;
    for (const Line& line : lines_) {
      const std::string value = line.value.empty()
                                    ? line.bits
                                    : fmt::format("{:<{}}  = {}", line.bits, width, line.value);
      text += fmt::format("  {:<8} {}{}\n", line.label, value, line.note);
    }
    return text;
  }

 private:
  struct Line {
    std::string_view label;
    std::string bits;
    std::string value;
    std::string note;
  };
  std::vector<Line> lines_;
};

std::string explain_byte(const Difference& difference) {
  const NumberFormat& format = spec::format_of(difference.type);
  return fmt::format("  byte     {}\n  expected {}  unchanged\n  got      {}\n",
                     place_text(difference.memory, difference.place),
                     hex(format, difference.before), hex(format, difference.got));
}

// The elements that one world says are converted, `limit` at most with their derivations.
std::string converted_text(const spec::Case& test_case, const World& world, std::size_t limit) {
  std::size_t count = 0;
  std::string text;
  for (const PredictedElement& element : world.elements) {
    if (!element.has_source || ++count > limit) {
      continue;
    }
    const spec::Vconv& step = instruction_of(test_case, element);
    const spec::Conversion& row = step.cell.conversion();
    text += element_text(element, row) + "\n";
    const Expectation& expectation = world.expectations[element.expectation];
    if (element.source_pattern && expectation.kind != Expectation::Kind::kAnything) {
      const std::uint64_t source = *element.source_pattern;
      Readings readings(world.choices);
      text += derivation_text(
          step.cell, source,
          convert(step.cell, ctrl_before(test_case, element.step), source, readings));
    } else {
      text += fmt::format("  result    {}\n  rule      {}\n",
                          expectation_text(row.to(), expectation), rule_text(expectation.rule));
    }
  }
  if (count > limit) {
    text += fmt::format("... {} more\n", count - limit);
  }
  return fmt::format("{} elements are results\n", count) + text;
}

// Bytes that nothing is promised about, by rule.
std::string open_bytes_text(const World& world) {
  std::array<std::size_t, spec::kRuleCount> bytes{};
  for (const PredictedElement& element : world.elements) {
    if (!element.has_source) {
      ++bytes[world.expectations[element.expectation].rule];
    }
  }
  std::string text;
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    if (bytes[id] != 0) {
      text += fmt::format("{} bytes may hold anything: {}\n", bytes[id],
                          rule_text(static_cast<spec::RuleId>(id)));
    }
  }
  return text;
}

}  // namespace

std::string pattern_text(const NumberFormat& format, std::uint64_t pattern) {
  return bits_text(format, pattern) + "  = " + decimal_text(decode(format, pattern));
}

std::string rule_text(spec::RuleId id) {
  const spec::Rule& rule = spec::rule_of(id);
  return fmt::format("{} ({}: {})", rule.slug, spec::name_of(rule.status), rule.source);
}

std::string explain_conversion(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t pattern,
                               const spec::Choices& pinned) {
  std::string text = fmt::format("{}  CTRL={:#x}\n", spec::instruction_name(cell), ctrl);
  Readings readings(pinned);
  do {
    const Derivation derivation = convert(cell, ctrl, pattern, readings);
    const std::string open = choices_text(readings.decided(), pinned);
    if (!open.empty()) {
      text += "under" + open + "\n";
    }
    text += derivation_text(cell, pattern, derivation);
  } while (readings.next());
  return text;
}

std::string explain_difference(const spec::Case& test_case, const World& world,
                               const Difference& difference) {
  if (!difference.element || !difference.element->has_source) {
    return explain_byte(difference);
  }
  const PredictedElement& element = *difference.element;
  const spec::Vconv& step = instruction_of(test_case, element);
  const spec::Conversion& row = step.cell.conversion();
  std::string text = fmt::format("  element  {}\n", element_text(element, row));
  std::string why;
  PatternLines lines;
  if (const std::optional<std::uint64_t> source = element.source_pattern) {
    Readings readings(world.choices);
    const Derivation derivation =
        convert(step.cell, ctrl_before(test_case, element.step), *source, readings);
    lines.add("source", row.from(), *source);
    why = neighbours_text(derivation);
  } else {
    text += "  source   an earlier result that leaves more than one possibility\n";
  }
  lines.add("expected", row.to(), difference.expectation, why);
  const bool unchanged = difference.got == difference.before;
  lines.add("got", row.to(), difference.got, unchanged ? "   (what was there before)" : "");
  return text + lines.text();
}

std::string difference_in_short(const spec::Case& test_case, const Difference& difference) {
  const NumberFormat& format = spec::format_of(difference.type);
  const auto short_text = [](const NumberFormat& of, std::uint64_t pattern) {
    return hex(of, pattern) + " = " + decimal_text(decode(of, pattern));
  };
  if (!difference.element || !difference.element->has_source) {
    return fmt::format("{}: {} became {}", place_text(difference.memory, difference.place),
                       hex(format, difference.before), hex(format, difference.got));
  }
  const PredictedElement& element = *difference.element;
  const NumberFormat& from = instruction_of(test_case, element).cell.conversion().from();
  const std::string source =
      element.source_pattern ? short_text(from, *element.source_pattern) : "a result";
  const Expectation& expectation = difference.expectation;
  const std::string expected = expectation.kind == Expectation::Kind::kOneOf
                                   ? short_text(format, expectation.patterns.front())
                                   : expectation_text(format, expectation);
  return fmt::format("{} -> {}, not {}", source, short_text(format, difference.got), expected);
}

std::string explain_case(const spec::Case& test_case, const spec::Choices& pinned,
                         std::size_t limit) {
  const spec::MemoryImage before = spec::initial_image(test_case);
  std::string text;
  for (const World& world : predict(test_case, before, pinned)) {
    const std::string open = choices_text(world.choices, pinned);
    text += open.empty() ? "" : "under" + open + "\n";
    text += converted_text(test_case, world, limit);
    text += open_bytes_text(world);
    text += "every other byte keeps its value\n";
  }
  return text;
}

}  // namespace vconform::oracle
