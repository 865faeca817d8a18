#include "suites/diagnosis/first_step.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "spec/rules/rules.h"
#include "suites/diagnosis/chain_suspects.h"

namespace vconform::suites {

namespace {

using oracle::ExactValue;

// Looked at in each case.
constexpr std::size_t kWrongOfCase = 64;
constexpr std::size_t kRightOfCase = 128;
// Fewer wrong elements fit a step by chance.
constexpr std::size_t kLeastWrong = 8;
constexpr std::size_t kMostNamed = 3;

// The values that fit every element with the same key so far.
struct Fitting {
  ExactValue exact;
  std::vector<ExactValue> values;
};
using FittingByKey = std::map<std::string, Fitting>;

bool is_less(const ExactValue& a, const ExactValue& b) {
  const bool a_is_negative = a.negative && !a.is_zero();
  const bool b_is_negative = b.negative && !b.is_zero();
  if (a_is_negative != b_is_negative) {
    return a_is_negative;
  }
  return a_is_negative ? oracle::smaller_magnitude(b, a) : oracle::smaller_magnitude(a, b);
}

// Leaves the values that fit the element too. Returns whether there are any.
bool narrow(const Suspect& suspect, const ChainElement& element, const StepPlace& place,
            FittingByKey& fitting) {
  auto known = fitting.find(place.key);
  if (known == fitting.end()) {
    known = fitting.emplace(place.key, Fitting{place.exact, suspect.values(element, place)}).first;
  }
  std::erase_if(known->second.values, [&](const ExactValue& value) {
    return !element.would_be_right(place.step, value);
  });
  return !known->second.values.empty();
}

// The smallest of the values that is not below the least; nullopt if there is none.
std::optional<ExactValue> smallest(const std::vector<ExactValue>& values,
                                   const std::optional<ExactValue>& least) {
  std::optional<ExactValue> best;
  for (const ExactValue& value : values) {
    if (!(least && is_less(value, *least)) && !(best && is_less(*best, value))) {
      best = value;
    }
  }
  return best;
}

// Whether the step can have made one of its values everywhere, and never a smaller one of a larger
// exact value.
bool can_be_monotone(const FittingByKey& fitting) {
  std::vector<const Fitting*> ascending;
  for (const auto& [key, one] : fitting) {
    ascending.push_back(&one);
  }
  std::ranges::sort(ascending,
                    [](const Fitting* a, const Fitting* b) { return is_less(a->exact, b->exact); });
  std::optional<ExactValue> least;
  for (const Fitting* one : ascending) {
    least = smallest(one->values, least);
    if (!least) {
      return false;
    }
  }
  return true;
}

// Whether wrong values at that step, the same wherever the step meets the same, explain all wrong
// elements, and no right one contradicts them.
bool explains(const Suspect& suspect, const std::vector<ChainElement>& wrong,
              const std::vector<ChainElement>& right) {
  FittingByKey fitting;
  for (const ChainElement& element : wrong) {
    const std::optional<StepPlace> place = suspect.place(element);
    if (!place || !narrow(suspect, element, *place, fitting)) {
      return false;
    }
  }
  for (const ChainElement& element : right) {
    const std::optional<StepPlace> place = suspect.place(element);
    const bool matters = place && (suspect.is_monotone || fitting.contains(place->key));
    if (matters && !narrow(suspect, element, *place, fitting)) {
      return false;
    }
  }
  return !suspect.is_monotone || can_be_monotone(fitting);
}

std::vector<WrongStep> steps_that_explain(const std::vector<ChainElement>& wrong,
                                          const std::vector<ChainElement>& right) {
  std::vector<WrongStep> steps;
  for (const ChainStep& step : wrong.front().steps()) {
    if (explains(step_as_suspect(step.name), wrong, right)) {
      steps.push_back({std::string(step.name), std::string(spec::rule_of(step.rule).slug)});
    }
  }
  return steps;
}

// The rules of steps that span others, by family.
struct SpanRules {
  spec::Family family;
  std::string_view offset_order;
  std::string_view mcb;  // empty: its words have no such bit
};
constexpr std::array<SpanRules, 3> kSpanRules = {{
    {spec::Family::kDeq, "deq.offset-order", ""},
    {spec::Family::kCopyMatrix, "fixpipe.offset-order", "fixpipe.mcb"},
    {spec::Family::kDataCopy, "copy.offset-order", "copy.mcb"},
}};

std::vector<WrongStep> spans_that_explain(const std::vector<ChainElement>& wrong,
                                          const std::vector<ChainElement>& right) {
  std::vector<WrongStep> steps;
  const auto rules = std::ranges::find(kSpanRules, wrong.front().family(), &SpanRules::family);
  if (rules == kSpanRules.end()) {
    return steps;
  }
  if (!rules->mcb.empty() && explains(mcb_as_suspect(), wrong, right)) {
    steps.push_back({"start", std::string(rules->mcb)});
  }
  if (explains(offset_order_as_suspect(), wrong, right)) {
    steps.push_back({"offset", std::string(rules->offset_order)});
  }
  return steps;
}

void add_elements(std::span<const Observed* const> cases, bool wrong, const spec::Choices& choices,
                  std::vector<ChainElement>& elements) {
  for (const Observed* one : cases) {
    std::ranges::move(chain_elements(*one, wrong, wrong ? kWrongOfCase : kRightOfCase, choices),
                      std::back_inserter(elements));
  }
}

}  // namespace

std::vector<WrongStep> first_wrong_steps(std::span<const Observed* const> wrong,
                                         std::span<const Observed* const> right,
                                         const spec::Choices& readings) {
  spec::Choices choices = spec::choices_of_golden();
  for (const spec::Choice& choice : readings.all()) {
    choices.pin(choice);
  }
  std::vector<ChainElement> wrong_ones;
  add_elements(wrong, true, choices, wrong_ones);
  if (wrong_ones.size() < kLeastWrong || wrong_ones.front().family() == spec::Family::kVconv) {
    return {};
  }
  std::vector<ChainElement> right_ones;
  add_elements(wrong, false, choices, right_ones);
  add_elements(right, false, choices, right_ones);
  std::vector<WrongStep> steps = steps_that_explain(wrong_ones, right_ones);
  if (steps.empty()) {
    steps = spans_that_explain(wrong_ones, right_ones);
  }
  return steps.size() <= kMostNamed ? steps : std::vector<WrongStep>();
}

}  // namespace vconform::suites
