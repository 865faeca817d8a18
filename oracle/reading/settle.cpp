#include "oracle/reading/settle.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "oracle/reading/exploration.h"
#include "oracle/reading/reading_set.h"

namespace vconform::oracle {

namespace {

using spec::RuleId;

// Whether another reading of the rule gives another result, the other rules unchanged.
bool affects(const Arithmetic& arithmetic, const spec::Choices& known, const Expectation& result,
             const Derivation::Met& met, int reading) {
  ReadingSet rest = static_cast<ReadingSet>(~class_of(met, reading)) &
                    static_cast<ReadingSet>((1u << spec::reading_count(met.rule)) - 1);
  while (rest != 0) {
    const spec::Choice other{met.rule, std::countr_zero(rest)};
    spec::Choices changed = known;
    changed.pin(other);
    Derivation derivation(changed, Derivation::For::kResult);
    if (!same_result(arithmetic(derivation), result)) {
      return true;
    }
    rest &= static_cast<ReadingSet>(~class_of(met, other.reading));
  }
  return false;
}

// `exploration`, if there is one, has the results of the rules that are not known.
Expectation with_rules(Expectation result, const Arithmetic& arithmetic, const spec::Choices& known,
                       const Derivation& derivation, const Exploration* exploration) {
  const auto other_result = [&](const Derivation::Met& met) {
    if (exploration == nullptr || !exploration->is_open(met.rule)) {
      return affects(arithmetic, known, result, met, derivation.reading_of(met.rule).reading);
    }
    const std::vector<spec::Choice> readings = spec::all_readings(met.rule);
    return std::any_of(readings.begin(), readings.end(), [&](const spec::Choice& choice) {
      return !spec::reading_of(choice).permissive &&
             !same_result(exploration->result_under(with(known, {choice})), result);
    });
  };
  std::optional<RuleId> first;
  for (const Derivation::Met& met : derivation.met()) {
    if (other_result(met)) {
      result.cited.set(met.rule);
      first = first.value_or(met.rule);
    }
  }
  if (first && !derivation.keeps_rule()) {
    result.rule = *first;
  }
  result.cited.set(result.rule);
  return result;
}

}  // namespace

Derived settle(const Arithmetic& arithmetic, const spec::Choices& known, Derivation::For purpose) {
  Derivation derivation(known, purpose);
  Expectation result = arithmetic(derivation);
  return {with_rules(std::move(result), arithmetic, known, derivation, nullptr),
          derivation.take_steps()};
}

Alternatives alternatives_of(const Arithmetic& arithmetic, const spec::Choices& known,
                             const RuleSet& cited_before) {
  // A rule that was passed over may be the one to name.
  const auto may_cite_wrongly = [&](const Derivation& derivation, const Expectation& result) {
    return derivation.has_passed_over() && !derivation.keeps_rule() &&
           !cited_before.test(result.rule);
  };
  Derivation derivation(known, Derivation::For::kRules, &cited_before);
  Expectation result = arithmetic(derivation);
  if (std::all_of(derivation.met().begin(), derivation.met().end(),
                  [&](const Derivation::Met& met) { return known.reading(met.rule); })) {
    result = with_rules(std::move(result), arithmetic, known, derivation, nullptr);
    return may_cite_wrongly(derivation, result) ? alternatives_of(arithmetic, known)
                                                : Alternatives{{{}, result}};
  }
  const Exploration exploration(arithmetic, known);
  Alternatives all;
  for (std::vector<spec::Choice>& readings : exploration.combinations()) {
    const spec::Choices pinned = with(known, readings);
    Derivation one(pinned, Derivation::For::kRules, &cited_before);
    Expectation under = arithmetic(one);
    under = with_rules(std::move(under), arithmetic, pinned, one, &exploration);
    if (may_cite_wrongly(one, under)) {
      return alternatives_of(arithmetic, known);
    }
    all.push_back({std::move(readings), std::move(under)});
  }
  return all;
}

}  // namespace vconform::oracle
