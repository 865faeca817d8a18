// The derivation of one element: the steps on the way to its result, under one combination of
// readings, and the open rules on which it might depend.
#pragma once

#include <algorithm>
#include <array>
#include <boost/container/small_vector.hpp>
#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "oracle/number/exact_value.h"
#include "oracle/number/expectation.h"
#include "oracle/number/round.h"
#include "oracle/reading/readings.h"
#include "spec/profiles/choices.h"

namespace vconform::oracle {

// One step, for explanations: its exact value, and the value it becomes, by which rule. Of a
// rounding to a multiple also how it was rounded.
struct DerivedStep {
  spec::RuleId rule;
  std::string_view name;
  ExactValue exact;
  ExactValue taken;
  std::optional<spec::Rounding> rounding = std::nullopt;
  Rounded between = {};  // with a rounding
};

// A step that gives another value than it should: what follows is derived from that.
struct Replaced {
  // Counts the steps of Derivation::take_steps under the same readings.
  std::size_t step;
  ExactValue value;
};

// Whether a step gives the same under two readings.
inline bool same_step(const ExactValue& a, const ExactValue& b) {
  return a.negative == b.negative && equal_values(a, b);
}
inline bool same_step(bool a, bool b) {
  return a == b;
}

class Derivation {
 public:
  // The purpose of a run: the result alone; also the rules it may depend on; also its steps.
  enum class For : std::uint8_t { kResult, kRules, kSteps };

  // A rule that is not known has its first reading that may be inferred. One that is known and
  // among `cited_before` is not compared with its other readings. The rules of `tried` are open,
  // although `known` has a reading of them for this run. Both sets must outlive the object.
  Derivation(const spec::Choices& known, For purpose, const RuleSet* cited_before = nullptr,
             const RuleSet* tried = nullptr)
      : known_(known),
        cited_before_(cited_before),
        tried_(tried),
        compares_(purpose != For::kResult),
        takes_notes_(purpose == For::kSteps) {}

  // For the result alone. `replaced` must outlive the object.
  Derivation(const spec::Choices& known, const Replaced& replaced)
      : Derivation(known, For::kResult) {
    replaced_ = &replaced;
  }

  // A step about which a rule is open: `step` gives its value under a reading, by further steps
  // maybe, and does nothing else, since it is called for other readings too. Where all readings
  // give the same, the result does not depend on the rule here.
  template <typename Step>
  auto under(spec::RuleId rule, const Step& step) {
    const spec::Choice reading = reading_of(rule);
    if (!compares(rule)) {
      return step(reading);
    }
    const std::size_t begun = ++begun_;
    auto value = step(reading);
    Classes classes{};
    boost::container::static_vector<std::pair<std::uint8_t, decltype(value)>, kMostReadings> others;
    {
      const Aside aside(*this, rule);
      for (std::size_t i = 0; i < spec::reading_count(rule); ++i) {
        const spec::Choice one{rule, static_cast<int>(i)};
        classes[i] = static_cast<std::uint8_t>(reading.reading);
        if (one == reading) {
          continue;
        }
        auto other = step(one);
        if (same_step(other, value)) {
          continue;
        }
        const auto same = std::find_if(others.begin(), others.end(), [&](const auto& known) {
          return same_step(known.second, other);
        });
        classes[i] = same == others.end() ? static_cast<std::uint8_t>(i) : same->first;
        if (same == others.end()) {
          others.emplace_back(classes[i], std::move(other));
        }
      }
    }
    if (!others.empty()) {
      met({rule, classes, begun});
    }
    return value;
  }
  // The reading that holds, where each leads another way.
  spec::Choice ask(spec::RuleId rule);
  // Whether this reading holds, where the rest of the derivation depends on it.
  bool follows(spec::Choice choice) {
    return under(choice.rule, [&](spec::Choice reading) { return reading == choice; });
  }

  // The rule that the arithmetic names decides, whatever open rule affects the result.
  void keep_rule() { keeps_rule_ = true; }
  bool keeps_rule() const { return keeps_rule_; }

  // Notes a step, and returns the value to go on with: `taken`, unless the step is replaced.
  ExactValue note(spec::RuleId rule, std::string_view name, const ExactValue& exact,
                  const ExactValue& taken) {
    if (takes_notes_) {
      steps_.push_back({rule, name, exact, taken});
    }
    return is_replaced() ? replaced_->value : taken;
  }
  // The same for a rounding to a multiple.
  ExactValue note(spec::RuleId rule, std::string_view name, const ExactValue& exact,
                  const ExactValue& taken, spec::Rounding rounding, const Rounded& between) {
    if (takes_notes_) {
      steps_.push_back({rule, name, exact, taken, rounding, between});
    }
    return is_replaced() ? replaced_->value : taken;
  }
  std::vector<DerivedStep> take_steps() { return std::move(steps_); }

  static constexpr std::size_t kMostReadings = 8;
  // For each reading one that gave the same at every step, and is the same for all that did.
  using Classes = std::array<std::uint8_t, kMostReadings>;
  struct Met {
    spec::RuleId rule;
    Classes classes;
    // Counts where steps begin: a step that takes further ones begins before they do.
    std::size_t begun;
  };
  // The rules whose readings gave different values at some step, in the order in which the steps
  // end.
  std::span<const Met> met() const { return {met_.data(), met_.size()}; }
  // Whether some rule was not compared because it was cited before.
  bool has_passed_over() const { return has_passed_over_; }
  spec::Choice reading_of(spec::RuleId rule) const {
    const std::optional<spec::Choice> known = known_.reading(rule);
    return known ? *known : first_inferable(rule);
  }

 private:
  // Steps under readings that do not hold: they are not noted and, unless the rule is open, what
  // they depend on does not matter.
  class Aside {
   public:
    Aside(Derivation& derivation, spec::RuleId rule)
        : derivation_(derivation),
          compares_(derivation.compares_),
          takes_notes_(derivation.takes_notes_) {
      derivation.compares_ = derivation.is_open(rule);
      derivation.takes_notes_ = false;
    }
    ~Aside() {
      derivation_.compares_ = compares_;
      derivation_.takes_notes_ = takes_notes_;
    }
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

   private:
    Derivation& derivation_;
    bool compares_;
    bool takes_notes_;
  };

  bool is_open(spec::RuleId rule) const {
    return !known_.reading(rule) || (tried_ != nullptr && tried_->test(rule));
  }
  // Whether it matters here what the other readings of the rule give.
  bool compares(spec::RuleId rule) {
    const bool passes_over = compares_ && cited_before_ != nullptr && cited_before_->test(rule) &&
                             known_.reading(rule).has_value();
    has_passed_over_ |= passes_over;
    return compares_ && !passes_over;
  }
  void met(const Met& met);
  // Whether the step that is noted is the one to replace.
  bool is_replaced() { return replaced_ != nullptr && noted_++ == replaced_->step; }

  const spec::Choices& known_;
  const RuleSet* cited_before_;
  const RuleSet* tried_;
  bool compares_;
  bool takes_notes_;
  bool keeps_rule_ = false;
  bool has_passed_over_ = false;
  const Replaced* replaced_ = nullptr;
  std::size_t noted_ = 0;
  std::vector<DerivedStep> steps_;
  boost::container::small_vector<Met, 8> met_;
  std::size_t begun_ = 0;
};

}  // namespace vconform::oracle
