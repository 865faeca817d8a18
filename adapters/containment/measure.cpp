#include "adapters/containment/measure.h"

#include <algorithm>

namespace vconform::adapters {

namespace {

constexpr char kBetween = '\t';

std::string one_field(const std::string& text) {
  std::string field = text;
  std::ranges::replace_if(field, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return field;
}

// The text up to `end`, removed together with it; nullopt if there is none.
std::optional<std::string> take_until(char end, std::string_view& text) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  std::string field(text.substr(0, at));
  text.remove_prefix(at + 1);
  return field;
}

}  // namespace

std::string measures_to_text(const std::vector<Measure>& measures) {
  std::string text;
  for (const Measure& measure : measures) {
    text += one_field(measure.name) + kBetween + (measure.holds ? "yes" : "no") + kBetween +
            one_field(measure.reason) + '\n';
  }
  return text;
}

std::optional<std::vector<Measure>> measures_from_text(std::string_view text) {
  std::vector<Measure> measures;
  while (!text.empty()) {
    const auto name = take_until(kBetween, text);
    const auto holds = take_until(kBetween, text);
    const auto reason = take_until('\n', text);
    if (!name || !holds || !reason || (*holds != "yes" && *holds != "no")) {
      return std::nullopt;
    }
    measures.push_back({*name, *holds == "yes", *reason});
  }
  return measures;
}

std::string in_words(const Measure& measure) {
  return measure.name + ": " + (measure.holds ? "holds" : "does not hold here") +
         (measure.reason.empty() ? "" : (measure.holds ? ", but " : ": ") + measure.reason);
}

}  // namespace vconform::adapters
