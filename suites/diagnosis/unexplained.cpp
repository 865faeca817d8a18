#include "suites/diagnosis/unexplained.h"

#include <algorithm>

#include "oracle/judge/permitted.h"
#include "oracle/number/decode.h"
#include "oracle/predict/simulated_memory.h"
#include "suites/coverage/classes.h"
#include "suites/coverage/element_classes.h"
#include "suites/coverage/number_classes.h"

namespace vconform::suites {

namespace {

// Wrong elements of a case that are looked at, spread over all.
constexpr std::size_t kSample = 64;

constexpr ClassSet kNans = class_of(SourceClass::kQuietNan) | class_of(SourceClass::kSignallingNan);
constexpr ClassSet kInfs = class_of(SourceClass::kInf) | class_of(SourceClass::kMinusInf);
constexpr ClassSet kZeros = class_of(SourceClass::kZero) | class_of(SourceClass::kMinusZero);
constexpr ClassSet kSubnormals =
    class_of(SourceClass::kSubnormal) | class_of(SourceClass::kMinusSubnormal);
constexpr ClassSet kBeyond = class_of(ResultClass::kOverflow) |
                             class_of(ResultClass::kOverflowByRounding) |
                             class_of(ResultClass::kSaturated) | class_of(ResultClass::kClamped);
constexpr ClassSet kTies = class_of(RoundingClass::kTieEven) | class_of(RoundingClass::kTieOdd);

InputClass class_of_sample(const Sample& sample, bool is_negative) {
  const ClassSet source = sample[Dim::kSource];
  const ClassSet result = sample[Dim::kResult];
  if ((source & kNans) != 0) {
    return InputClass::kNan;
  }
  if ((source & kInfs) != 0) {
    return InputClass::kInf;
  }
  if ((source & kZeros) != 0) {
    return InputClass::kZero;
  }
  if ((result & kBeyond) != 0) {
    return InputClass::kOverflow;
  }
  if ((sample[Dim::kRounding] & kTies) != 0) {
    return InputClass::kTie;
  }
  if (((source & kSubnormals) | (result & class_of(ResultClass::kSubnormal))) != 0) {
    return InputClass::kSubnormal;
  }
  return is_negative ? InputClass::kNegative : InputClass::kPositive;
}

InputClass class_of_input(const oracle::PredictedElement& element, const Setting& setting,
                          const spec::Choices& choices) {
  if (!element.has_source || !element.source_pattern) {
    return InputClass::kNoSource;
  }
  const spec::Conversion& row = setting.cell.conversion();
  Sample sample;
  if (group_of(GroupId::kValues, row).dims.empty()) {
    sample[Dim::kSource] = number_class(row.from(), *element.source_pattern);
  } else {
    sample =
        element_sample(setting, {*element.source_pattern, element.scale, element.alpha}, choices);
  }
  return class_of_sample(sample, oracle::decode(row.from(), *element.source_pattern).negative);
}

void count(InputClass input, std::vector<InputCount>& counts) {
  auto known = std::ranges::find(counts, input, &InputCount::input);
  if (known == counts.end()) {
    counts.push_back({input, 0});
    known = counts.end() - 1;
  }
  ++known->elements;
}

}  // namespace

std::vector<const oracle::PredictedElement*> wrong_elements(const Observed& one) {
  const spec::MemoryView after = spec::view_of(one.outcome.after);
  std::vector<std::uint64_t> surviving;
  std::vector<const oracle::PredictedElement*> wrong;
  for (std::size_t i = 0; i < one.world.elements.size(); ++i) {
    const oracle::PredictedElement& element = one.world.elements[i];
    const oracle::Expectation& expected = one.world.expectations[element.expectation];
    const spec::NumberFormat& format = spec::format_of(element.type);
    const std::uint64_t got =
        oracle::load_at(after.of(element.memory), element.destination, format);
    if (oracle::permits(expected, format, got)) {
      continue;
    }
    if (surviving.empty()) {
      surviving = oracle::surviving_bits(one.world, after);
    }
    const std::uint64_t nearest = oracle::nearest_permitted(expected, format, got, surviving[i]);
    if (((nearest ^ got) & surviving[i]) != 0) {
      wrong.push_back(&element);
    }
  }
  return wrong;
}

std::vector<InputCount> inputs_of_failures(std::span<const Observed* const> wrong,
                                           const spec::Choices& readings) {
  spec::Choices choices = spec::choices_of_golden();
  for (const spec::Choice& choice : readings.all()) {
    choices.pin(choice);
  }
  std::vector<InputCount> counts;
  for (const Observed* one : wrong) {
    const std::vector<std::uint64_t> ctrls = ctrl_before_steps(one->test_case);
    const std::vector<const oracle::PredictedElement*> elements = wrong_elements(*one);
    if (elements.empty()) {
      count(InputClass::kOutside, counts);
    }
    const std::size_t sample = std::min(elements.size(), kSample);
    for (std::size_t i = 0; i < sample; ++i) {
      const oracle::PredictedElement& element = *elements[i * elements.size() / sample];
      const Setting setting = setting_of(one->test_case.steps[element.step], ctrls[element.step]);
      count(class_of_input(element, setting, choices), counts);
    }
  }
  std::ranges::sort(counts, [](const InputCount& a, const InputCount& b) {
    return a.elements != b.elements ? a.elements > b.elements : a.input < b.input;
  });
  return counts;
}

}  // namespace vconform::suites
