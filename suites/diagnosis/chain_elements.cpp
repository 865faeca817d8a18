#include "suites/diagnosis/chain_elements.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "oracle/predict/simulated_memory.h"
#include "suites/coverage/element_classes.h"
#include "suites/diagnosis/step_values.h"
#include "suites/diagnosis/unexplained.h"

namespace vconform::suites {

namespace {

struct InputHash {
  std::size_t operator()(const oracle::ElementInput& input) const { return oracle::hash_of(input); }
};

// The elements that hold what is permitted, as long as none is written over another.
std::vector<const oracle::PredictedElement*> right_elements(
    const Observed& one, const std::vector<const oracle::PredictedElement*>& wrong) {
  std::vector<const oracle::PredictedElement*> right;
  std::size_t next = 0;
  for (const oracle::PredictedElement& element : one.world.elements) {
    if (next < wrong.size() && wrong[next] == &element) {
      ++next;
    } else if (one.world.expectations[element.expectation].is_exact()) {
      right.push_back(&element);
    }
  }
  return right;
}

}  // namespace

ChainElement::ChainElement(const spec::Step& step, std::uint64_t ctrl,
                           const oracle::ElementInput& input, std::uint64_t got,
                           const spec::Choices& choices)
    : step_(&step),
      arithmetic_(oracle::arithmetic_of(step, ctrl, choices)),
      input_(input),
      got_(got),
      choices_(&choices) {
  oracle::Derivation derivation(choices, oracle::Derivation::For::kSteps);
  const oracle::Expectation expected = arithmetic_.run(derivation, input);
  is_right_ = oracle::permits(expected, spec::format_of(arithmetic_.result_type(input)), got);
  for (oracle::DerivedStep& one : derivation.take_steps()) {
    steps_.push_back({one.rule, one.name, std::move(one.exact), std::move(one.taken)});
  }
}

std::optional<std::size_t> ChainElement::step_named(std::string_view name) const {
  const auto step = std::ranges::find(steps_, name, &ChainStep::name);
  return step == steps_.end() ? std::nullopt
                              : std::optional(static_cast<std::size_t>(step - steps_.begin()));
}

spec::Family ChainElement::family() const {
  return oracle::converting_cell(*step_).conversion().family;
}

const spec::NumberFormat& ChainElement::source_format() const {
  return oracle::converting_cell(*step_).conversion().from();
}

bool ChainElement::would_be_right(std::size_t step, const oracle::ExactValue& value) const {
  const spec::NumberFormat& format = spec::format_of(arithmetic_.result_type(input_));
  // The last step gives the result itself.
  if (step + 1 == steps_.size() && !has_value(format, value)) {
    return false;
  }
  const oracle::Replaced replaced{step, value};
  oracle::Derivation derivation(*choices_, replaced);
  return oracle::permits(arithmetic_.run(derivation, input_), format, got_);
}

std::vector<ChainElement> chain_elements(const Observed& one, bool wrong, std::size_t most,
                                         const spec::Choices& choices) {
  std::vector<ChainElement> elements;
  if (spec::instruction_count(one.test_case) != 1 || one.world.hazard) {
    return elements;
  }
  const std::vector<std::uint64_t> ctrls = ctrl_before_steps(one.test_case);
  std::vector<const oracle::PredictedElement*> found = wrong_elements(one);
  if (!wrong) {
    found = right_elements(one, found);
  }
  std::erase_if(found, [](const oracle::PredictedElement* element) {
    return !element->has_source || !element->source_pattern;
  });
  const spec::MemoryView after = spec::view_of(one.outcome.after);
  std::unordered_set<oracle::ElementInput, InputHash> seen;
  const std::size_t stride = std::max<std::size_t>(1, found.size() / most);
  for (std::size_t i = 0; i < found.size() && elements.size() < most; i += stride) {
    const oracle::PredictedElement& element = *found[i];
    const oracle::ElementInput input{*element.source_pattern, element.scale, element.alpha};
    if (!seen.insert(input).second) {
      continue;
    }
    const std::uint64_t got = oracle::load_at(after.of(element.memory), element.destination,
                                              spec::format_of(element.type));
    elements.emplace_back(one.test_case.steps[element.step], ctrls[element.step], input, got,
                          choices);
    // Under readings that were not pinned it may be another.
    if (elements.back().is_right() == wrong) {
      elements.pop_back();
    }
  }
  return elements;
}

}  // namespace vconform::suites
