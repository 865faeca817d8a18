#include "oracle/explain/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "oracle/explain/element_text.h"
#include "oracle/number/decode.h"
#include "spec/rows/operation_rows.h"

namespace vconform::oracle {

namespace {

using spec::NumberFormat;

const spec::Step& step_of(const spec::Case& test_case, const PredictedElement& element) {
  return test_case.steps[element.step];
}

ElementInput input_of(const PredictedElement& element) {
  return {element.source_pattern.value_or(0), element.scale, element.alpha};
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

std::string element_text(const spec::Case& test_case, const PredictedElement& element) {
  return fmt::format("{}   src {} -> dst {}", position_text(step_of(test_case, element), element),
                     place_text(element.source_memory, element.source),
                     place_text(element.memory, element.destination));
}

ElementArithmetic arithmetic_under(const spec::Choices& choices, const spec::Case& test_case,
                                   const PredictedElement& element) {
  return arithmetic_of(step_of(test_case, element), ctrl_before(test_case, element.step), choices);
}

// The derivation of an element whose source is known.
Derived derived_under(const spec::Choices& choices, const spec::Case& test_case,
                      const PredictedElement& element) {
  return derive(arithmetic_under(choices, test_case, element), input_of(element), choices);
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

// The saturation that an operation declares, by which a result may differ from an instruction's.
std::string declared_line(const spec::Step& step) {
  const auto* const operation = std::get_if<spec::Operation>(&step);
  const std::uint32_t saturation =
      operation == nullptr ? 0 : spec::operation_of(operation->cell).saturation;
  return saturation == 0
             ? ""
             : fmt::format("  declared  saturation={}\n", spec::saturation_text(saturation));
}

std::string converted_element_text(const spec::Case& test_case, const World& world,
                                   const PredictedElement& element) {
  const spec::Step& step = step_of(test_case, element);
  const spec::Conversion& row = converting_cell(step).conversion();
  const Expectation& expectation = world.expectations[element.expectation];
  const std::string where = element_text(test_case, element) + "\n";
  if (!element.source_pattern || expectation.kind == Expectation::Kind::kAnything) {
    return where + fmt::format("  result    {}\n  rule      {}\n",
                               expectation_text(row.to(), expectation),
                               rule_text(expectation.rule));
  }
  const ElementInput input = input_of(element);
  const std::string word = word_text_of(step, input);
  const spec::NumberType type = arithmetic_of(step, 0, world.choices).result_type(input);
  std::string text =
      where + declared_line(step) + (word.empty() ? "" : "  scale     " + word + "\n");
  const auto open = world.open.find(element.expectation);
  for (const Alternative& alternative :
       open == world.open.end() ? Alternatives{{{}, expectation}} : open->second) {
    const spec::Choices choices = with(world.choices, alternative.readings);
    text +=
        under_line(choices, world.choices) +
        steps_text(row.from(), input.pattern, derived_under(choices, test_case, element).steps) +
        result_lines(spec::format_of(type), alternative.expectation);
  }
  return text;
}

using Spot = std::pair<spec::MemoryId, Nibble>;

// Where sources are placed one by one.
std::vector<Spot> single_sources(const spec::Case& test_case) {
  std::vector<Spot> spots;
  for (const spec::Placement& placement : test_case.placements) {
    if (const auto* one = std::get_if<spec::PlaceElement>(&placement)) {
      const auto nibbles = static_cast<std::uint64_t>(spec::format_of(one->type).bits) / 4;
      spots.emplace_back(one->at.memory, static_cast<Nibble>(one->at.offset * kNibblesPerByte +
                                                             one->index * nibbles));
    }
  }
  return spots;
}

bool is_at(const PredictedElement& element, const std::optional<Difference>& difference) {
  return difference && difference->element && difference->element->has_source &&
         element.memory == difference->memory &&
         element.destination == difference->element->destination &&
         element.step == difference->element->step;
}

// The results of a world in the order in which explain_case shows them.
std::vector<const PredictedElement*> in_order(const spec::Case& test_case, const World& world,
                                              const std::optional<Difference>& fails) {
  const std::vector<Spot> singles = single_sources(test_case);
  std::vector<std::pair<int, const PredictedElement*>> ranked;
  for (const PredictedElement& element : world.elements) {
    if (element.has_source) {
      const Spot source = {element.source_memory, element.source};
      const bool is_single = std::find(singles.begin(), singles.end(), source) != singles.end();
      ranked.emplace_back(is_at(element, fails) ? 0 : is_single ? 1 : 2, &element);
    }
  }
  // Equal ranks in the order of their addresses, which is that of the walk.
  std::sort(ranked.begin(), ranked.end());
  std::vector<const PredictedElement*> elements;
  for (const auto& [rank, element] : ranked) {
    elements.push_back(element);
  }
  return elements;
}

// The elements that one world converts, at most `limit` with their derivations.
std::string converted_text(const spec::Case& test_case, const World& world, std::size_t limit,
                           const std::optional<Difference>& fails) {
  const std::vector<const PredictedElement*> elements = in_order(test_case, world, fails);
  std::string text = fmt::format("{} elements are results\n", elements.size());
  for (std::size_t i = 0; i < std::min(limit, elements.size()); ++i) {
    text += converted_element_text(test_case, world, *elements[i]);
    if (is_at(*elements[i], fails)) {
      const NumberFormat& format = spec::format_of(fails->type);
      text += fmt::format("  got       {}  = {}   FAILS\n", bits_text(format, fails->got),
                          decimal_text(decode(format, fails->got)));
    }
  }
  if (elements.size() > limit) {
    text += fmt::format("... {} more\n", elements.size() - limit);
  }
  return text;
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
  for (const spec::RuleId id : spec::kAllRules) {
    const std::string rule = rule_text(id);
    text += open[id] == 0 ? "" : fmt::format("{} bytes may hold anything: {}\n", open[id], rule);
    text += zeros[id] == 0 ? "" : fmt::format("{} bytes become 0: {}\n", zeros[id], rule);
  }
  return text;
}

}  // namespace

std::string explain_element(const spec::Step& step, std::uint64_t ctrl, const ElementInput& input,
                            const spec::Choices& pinned) {
  const spec::Cell cell = converting_cell(step);
  const std::string word = word_text_of(step, input);
  std::string text = fmt::format("{}{}{}  CTRL={:#x}\n", spec::instruction_name(cell),
                                 word.empty() ? "" : "  ", word, ctrl);
  const ElementArithmetic arithmetic = arithmetic_of(step, ctrl, pinned);
  for (const Alternative& alternative : convert_element(arithmetic, input, pinned)) {
    const spec::Choices known = with(pinned, alternative.readings);
    text += under_line(known, pinned) +
            steps_text(cell.conversion().from(), input.pattern,
                       derive(arithmetic, input, known).steps) +
            result_lines(spec::format_of(arithmetic.result_type(input)), alternative.expectation);
  }
  return text;
}

std::string explain_difference(const spec::Case& test_case, const World& world,
                               const Difference& difference) {
  if (!difference.element || !difference.element->has_source) {
    return explain_byte(difference);
  }
  const PredictedElement& element = *difference.element;
  const spec::Step& step = step_of(test_case, element);
  const spec::Conversion& row = converting_cell(step).conversion();
  std::string text = fmt::format("  element  {}\n", element_text(test_case, element));
  const std::string scale = word_text_of(step, input_of(element));
  text += scale.empty() ? "" : "  scale    " + scale + "\n";
  std::string why;
  PatternLines lines;
  if (const std::optional<std::uint64_t> source = element.source_pattern) {
    lines.add("source", row.from(), *source);
    why = exact_text(derived_under(world.choices, test_case, element).steps);
  } else {
    text += "  source   an earlier result that leaves more than one possibility\n";
  }
  lines.add("expected", row.to(), difference.expectation, why);
  const bool unchanged = difference.got == difference.before;
  lines.add("got", row.to(), difference.got, unchanged ? "   (what was there before)" : "");
  return text + lines.text();
}

bool may_hold_under(const spec::Choices& choices, const spec::Case& test_case,
                    const Difference& difference) {
  const PredictedElement& element = difference.element.value();
  const Alternatives alternatives =
      convert_element(arithmetic_under(choices, test_case, element), input_of(element), choices);
  return std::any_of(alternatives.begin(), alternatives.end(), [&](const Alternative& one) {
    return permits(one.expectation, spec::format_of(difference.type), difference.got);
  });
}

std::string difference_in_short(const spec::Case& test_case, const Difference& difference) {
  const NumberFormat& format = spec::format_of(difference.type);
  if (!difference.element || !difference.element->has_source) {
    return fmt::format("{}: {} became {}", place_text(difference.memory, difference.place),
                       hex_text(format, difference.before), hex_text(format, difference.got));
  }
  const PredictedElement& element = *difference.element;
  const NumberFormat& from = converting_cell(step_of(test_case, element)).conversion().from();
  const std::string source =
      element.source_pattern ? value_in_short(from, *element.source_pattern) : "a result";
  const Expectation& expectation = difference.expectation;
  const std::string expected = expectation.kind == Expectation::Kind::kOneOf
                                   ? value_in_short(format, expectation.patterns.front())
                                   : expectation_text(format, expectation);
  return fmt::format("{} -> {}, not {}", source, value_in_short(format, difference.got), expected);
}

std::string explain_case(const spec::Case& test_case, const spec::Choices& pinned,
                         std::size_t limit, const std::optional<Difference>& fails) {
  const spec::MemoryImage before = spec::initial_image(test_case);
  std::string text;
  if (fails && (!fails->element || !fails->element->has_source)) {
    text += "FAILS\n" + explain_byte(*fails);
  }
  for (const World& world : predict(test_case, before, pinned)) {
    text += under_line(world.choices, pinned);
    text += converted_text(test_case, world, limit, fails);
    text += other_bytes_text(world);
    text += "every other byte keeps its value\n";
  }
  return text;
}

}  // namespace vconform::oracle
