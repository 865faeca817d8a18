// The result of one element, computed by code that asks for an open rule only where its readings
// differ; and the rules among those that the result depends on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "oracle/number/exact_value.h"
#include "oracle/number/expectation.h"
#include "oracle/reading/readings.h"

namespace vconform::oracle {

// One step on the way to a result, for explanations: its exact value, and the value it becomes.
struct DerivedStep {
  std::string_view name;
  ExactValue exact;
  ExactValue taken;
};

// One run of a computation, under one combination of readings.
class Trial {
 public:
  // Uses readings that are known; an open rule counts as its first reading.
  explicit Trial(const spec::Choices& known) : known_(&known) {}
  // Asks `readings` for open rules.
  explicit Trial(Readings& readings) : known_(&readings.decided()), open_(&readings) {}

  // The reading of a rule whose readings differ here.
  spec::Choice ask(spec::RuleId rule);
  // Asks the rule: whether this is its reading.
  bool follows(spec::Choice choice) { return ask(choice.rule) == choice; }
  // All other readings of a rule that was asked give what this one gives, at this step.
  void others_are(spec::Choice other);

  void note(std::string_view name, const ExactValue& exact, const ExactValue& taken) {
    if (steps_ != nullptr) {
      steps_->push_back({name, exact, taken});
    }
  }
  void note_steps_in(std::vector<DerivedStep>& steps) { steps_ = &steps; }
  // Whether a note is worth computing.
  bool takes_notes() const { return steps_ != nullptr; }

  // More than the number of choices of any chain.
  static constexpr std::size_t kMostAsked = 32;

  struct Asked {
    spec::Choice choice;
    std::optional<spec::Choice> other;  // the one that stands for all others, where one does
    bool is_mixed;                      // at some step another one than at another
    bool is_open;
  };
  // In the order of asking.
  std::span<const Asked> asked() const { return {asked_.data(), count_}; }

 private:
  const spec::Choices* known_;
  Readings* open_ = nullptr;
  std::vector<DerivedStep>* steps_ = nullptr;
  std::array<Asked, kMostAsked> asked_;
  std::size_t count_ = 0;
};

using Computation = std::function<Expectation(Trial&)>;

// The result under `readings`, asking only for the open rules that it depends on. Each rule with
// another reading that gives another result, the other rules unchanged, is cited; the first of them
// decides, otherwise the rule that the computation named.
Expectation settled(const Computation& compute, Readings& readings);

}  // namespace vconform::oracle
