#include "oracle/explain/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "oracle/explain/copy_text.h"
#include "oracle/explain/derivation_text.h"
#include "oracle/number/decode.h"
#include "spec/case/lowering.h"
#include "spec/number/quantization.h"

namespace vconform::oracle {

namespace {

using spec::NumberFormat;

// The row that converts; for a CastDeq, that of the instruction it stands for.
spec::Cell cell_of_element(const spec::Case& test_case, const PredictedElement& element) {
  const spec::Step& step = test_case.steps[element.step];
  const auto* call = std::get_if<spec::CastDeq>(&step);
  return call != nullptr ? spec::lowered_cell(*call) : spec::cell_of(step).value();
}

// "M=0x3f800000 offset=0x000 sign=1"; empty if no scale affects the element.
std::string scale_of_element(const spec::Case& test_case, const PredictedElement& element) {
  const spec::Step& step = test_case.steps[element.step];
  if (is_copy(step)) {
    return copy_word_text(step, element);
  }
  const spec::DeqForm deq = cell_of_element(test_case, element).conversion().deq;
  if (deq == spec::DeqForm::kNone) {
    return "";
  }
  return spec::word_text(deq == spec::DeqForm::kHalf ? spec::Word::kHalf : spec::Word::kFactor,
                         element.scale);
}

// The value of the CTRL register before a step.
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

std::string lane_text(const PredictedElement& element, const spec::Conversion& row) {
  const auto in_block = static_cast<std::uint32_t>(row.elements / row.destination_blocks);
  return fmt::format("repeat {}, block {}, lane {}", element.repeat, element.lane / in_block,
                     element.lane % in_block);
}

std::string element_text(const spec::Case& test_case, const PredictedElement& element) {
  const spec::Step& step = test_case.steps[element.step];
  const std::string at = is_copy(step)
                             ? copy_element_text(step, element)
                             : lane_text(element, cell_of_element(test_case, element).conversion());
  return fmt::format("{}   src {} -> dst {}", at, place_text(element.source_memory, element.source),
                     place_text(element.memory, element.destination));
}

// The steps and the result of an element whose source is known.
std::string steps_text(const spec::Case& test_case, const World& world,
                       const PredictedElement& element) {
  const spec::Step& step = test_case.steps[element.step];
  const std::uint64_t ctrl = ctrl_before(test_case, element.step);
  if (is_copy(step)) {
    return copy_derivation_text(step, ctrl, element, world.choices) +
           result_lines(spec::format_of(copy_result_type(step, element)),
                        world.expectations[element.expectation]);
  }
  Readings readings(world.choices);
  return derivation_text(cell_of_element(test_case, element), ctrl,
                         {*element.source_pattern, element.scale}, readings);
}

// The value that is rounded; empty if nothing is rounded.
std::string exact_text(const spec::Case& test_case, const World& world,
                       const PredictedElement& element) {
  const spec::Step& step = test_case.steps[element.step];
  const std::uint64_t ctrl = ctrl_before(test_case, element.step);
  if (is_copy(step)) {
    return copy_exact_text(step, ctrl, element, world.choices);
  }
  Readings readings(world.choices);
  return neighbours_text(cell_of_element(test_case, element), ctrl,
                         {*element.source_pattern, element.scale}, readings);
}

// The lines of a difference, with the values aligned below each other.
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
  if (difference.element) {  // a zero of deq.other-half
    return fmt::format("  byte     {}\n  expected {}   [{}]\n  got      {}\n",
                       place_text(difference.memory, difference.place),
                       hex_text(format, difference.expectation.patterns.front()),
                       spec::rule_of(difference.expectation.rule).slug,
                       hex_text(format, difference.got));
  }
  return fmt::format("  byte     {}\n  expected {}  unchanged\n  got      {}\n",
                     place_text(difference.memory, difference.place),
                     hex_text(format, difference.before), hex_text(format, difference.got));
}

std::string converted_element_text(const spec::Case& test_case, const World& world,
                                   const PredictedElement& element) {
  const spec::Cell cell = cell_of_element(test_case, element);
  const spec::Conversion& row = cell.conversion();
  const Expectation& expectation = world.expectations[element.expectation];
  const std::string where = element_text(test_case, element) + "\n";
  if (!element.source_pattern || expectation.kind == Expectation::Kind::kAnything) {
    return where + fmt::format("  result    {}\n  rule      {}\n",
                               expectation_text(row.to(), expectation),
                               rule_text(expectation.rule));
  }
  const std::string scale = scale_of_element(test_case, element);
  return where + (scale.empty() ? "" : "  scale     " + scale + "\n") +
         steps_text(test_case, world, element);
}

// The elements that one world converts, at most `limit` with their derivations.
std::string converted_text(const spec::Case& test_case, const World& world, std::size_t limit) {
  std::size_t count = 0;
  std::string text;
  for (const PredictedElement& element : world.elements) {
    if (!element.has_source || ++count > limit) {
      continue;
    }
    text += converted_element_text(test_case, world, element);
  }
  if (count > limit) {
    text += fmt::format("... {} more\n", count - limit);
  }
  return fmt::format("{} elements are results\n", count) + text;
}

// The bytes that are not results, by rule: those that may hold anything, and those that become 0.
std::string other_bytes_text(const World& world) {
  std::array<std::size_t, spec::kRuleCount> open{};
  std::array<std::size_t, spec::kRuleCount> zeros{};
  for (const PredictedElement& element : world.elements) {
    if (!element.has_source) {
      const Expectation& expectation = world.expectations[element.expectation];
      ++(expectation.is_exact() ? zeros : open)[expectation.rule];
    }
  }
  std::string text;
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    const std::string rule = rule_text(static_cast<spec::RuleId>(id));
    text += open[id] == 0 ? "" : fmt::format("{} bytes may hold anything: {}\n", open[id], rule);
    text += zeros[id] == 0 ? "" : fmt::format("{} bytes become 0: {}\n", zeros[id], rule);
  }
  return text;
}

}  // namespace

std::string explain_conversion(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t pattern,
                               const spec::Choices& pinned) {
  std::string text = fmt::format("{}  CTRL={:#x}\n", spec::instruction_name(cell), ctrl);
  Readings readings(pinned);
  do {
    const std::string derivation = derivation_text(cell, ctrl, {pattern, 0}, readings);
    text += under_line(readings.decided(), pinned) + derivation;
  } while (readings.next());
  return text;
}

std::string explain_difference(const spec::Case& test_case, const World& world,
                               const Difference& difference) {
  if (!difference.element || !difference.element->has_source) {
    return explain_byte(difference);
  }
  const PredictedElement& element = *difference.element;
  const spec::Cell cell = cell_of_element(test_case, element);
  const spec::Conversion& row = cell.conversion();
  std::string text = fmt::format("  element  {}\n", element_text(test_case, element));
  const std::string scale = scale_of_element(test_case, element);
  text += scale.empty() ? "" : "  scale    " + scale + "\n";
  std::string why;
  PatternLines lines;
  if (const std::optional<std::uint64_t> source = element.source_pattern) {
    lines.add("source", row.from(), *source);
    why = exact_text(test_case, world, element);
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
  if (!difference.element || !difference.element->has_source) {
    return fmt::format("{}: {} became {}", place_text(difference.memory, difference.place),
                       hex_text(format, difference.before), hex_text(format, difference.got));
  }
  const PredictedElement& element = *difference.element;
  const NumberFormat& from = cell_of_element(test_case, element).conversion().from();
  const std::string source =
      element.source_pattern ? value_in_short(from, *element.source_pattern) : "a result";
  const Expectation& expectation = difference.expectation;
  const std::string expected = expectation.kind == Expectation::Kind::kOneOf
                                   ? value_in_short(format, expectation.patterns.front())
                                   : expectation_text(format, expectation);
  return fmt::format("{} -> {}, not {}", source, value_in_short(format, difference.got), expected);
}

std::string explain_case(const spec::Case& test_case, const spec::Choices& pinned,
                         std::size_t limit) {
  const spec::MemoryImage before = spec::initial_image(test_case);
  std::string text;
  for (const World& world : predict(test_case, before, pinned)) {
    text += under_line(world.choices, pinned);
    text += converted_text(test_case, world, limit);
    text += other_bytes_text(world);
    text += "every other byte keeps its value\n";
  }
  return text;
}

}  // namespace vconform::oracle
