#include "suites/fuzzing/targets/target_figures.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace vconform::suites {

namespace {

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                  : std::nullopt;
}

// Takes the next word off the front; empty at the end.
std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  return word;
}

struct FigureField {
  std::string_view name;
  std::uint64_t TargetFigures::* value;
};
constexpr std::array<FigureField, 4> kFigureFields = {{
    {"inputs", &TargetFigures::inputs},
    {"compared", &TargetFigures::compared},
    {"elements", &TargetFigures::elements},
    {"median_repeat", &TargetFigures::median_repeat},
}};

}  // namespace

std::optional<TargetFigures> figures_in(std::string_view line) {
  constexpr std::string_view kBeginning = "vconform_fuzz: ";
  if (!line.starts_with(kBeginning)) {
    return std::nullopt;
  }
  line.remove_prefix(kBeginning.size());
  TargetFigures figures;
  std::size_t found = 0;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    const std::size_t equals = word.find('=');
    for (const FigureField& field : kFigureFields) {
      if (equals == std::string_view::npos || word.substr(0, equals) != field.name) {
        continue;
      }
      const std::optional<std::uint64_t> number = number_in(word.substr(equals + 1));
      if (!number) {
        return std::nullopt;
      }
      figures.*field.value = *number;
      ++found;
    }
  }
  return found == kFigureFields.size() ? std::optional(figures) : std::nullopt;
}

std::optional<Coverage> coverage_in(std::string_view line) {
  if (!line.starts_with('#')) {
    return std::nullopt;
  }
  std::optional<std::uint64_t> edges;
  std::optional<std::uint64_t> features;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    if (word == "cov:") {
      edges = number_in(take_word(line));
    } else if (word == "ft:") {
      features = number_in(take_word(line));
    }
  }
  // For code without instrumentation the engine prints neither.
  return edges && features ? std::optional(Coverage{*edges, *features}) : std::nullopt;
}

}  // namespace vconform::suites
