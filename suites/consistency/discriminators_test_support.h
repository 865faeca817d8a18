// Support for discriminators_test: the rows of discriminators, combinations of readings, and the
// results of a case under one combination.
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generators/programs/discriminators.h"
#include "oracle/number/expectation.h"
#include "oracle/predict/predict.h"
#include "oracle/predict/simulated_memory.h"
#include "spec/case/case.h"
#include "spec/case/memory_image.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"

namespace vconform {

// A row of discriminators(), built once.
struct DiscriminatorRow {
  std::vector<spec::RuleId> rules;
  std::vector<generators::DiscriminatingCase> cases;
};

inline const std::vector<DiscriminatorRow>& rows() {
  static const std::vector<DiscriminatorRow> all = [] {
    std::vector<DiscriminatorRow> made;
    for (const generators::Discriminator& discriminator : generators::discriminators()) {
      made.push_back({discriminator.rules, discriminator.cases()});
    }
    return made;
  }();
  return all;
}

inline std::string name_of(const DiscriminatorRow& row) {
  return std::string(spec::rule_of(row.rules.front()).slug);
}

// Every open rule pinned.
inline spec::Choices all_pinned() {
  return spec::choices_of_golden();
}

// `from` with each combination of readings of the rules; permissive readings only on request.
inline std::vector<spec::Choices> combinations(const std::vector<spec::RuleId>& rules,
                                               const spec::Choices& from, bool permissive) {
  std::vector<spec::Choices> all = {from};
  for (const spec::RuleId rule : rules) {
    std::vector<spec::Choices> longer;
    for (const spec::Choices& choices : all) {
      for (const spec::Choice& reading : spec::all_readings(rule)) {
        if (permissive || !spec::reading_of(reading).permissive) {
          longer.push_back(choices);
          longer.back().pin(reading);
        }
      }
    }
    all = longer;
  }
  return all;
}

inline std::string names(const std::vector<spec::RuleId>& rules, const spec::Choices& choices) {
  std::string text;
  for (const spec::RuleId rule : rules) {
    text += " " + spec::choice_text(choices.reading(rule).value());
  }
  return text;
}

// Whether no result satisfies both. A NaN is none of the patterns that are listed beside it.
inline bool disjoint(const oracle::Expectation& a, const oracle::Expectation& b) {
  using Kind = oracle::Expectation::Kind;
  if (a.kind == Kind::kAnything || b.kind == Kind::kAnything ||
      (a.kind == Kind::kAnyNan && b.kind == Kind::kAnyNan)) {
    return false;
  }
  for (const std::uint64_t pattern : a.patterns) {
    if (std::find(b.patterns.begin(), b.patterns.end(), pattern) != b.patterns.end()) {
      return false;
    }
  }
  return true;
}

// The results of a case under one combination of readings, by place; the last write counts.
class Left {
 public:
  Left(const spec::Case& test_case, const spec::MemoryImage& before, const spec::Choices& choices)
      : before_(before), worlds_(oracle::predict(test_case, before, choices)) {
    for (const oracle::PredictedElement& element : world().elements) {
      at_[element.destination] = &element;
    }
  }
  ~Left() = default;
  Left(const Left&) = delete;
  Left& operator=(const Left&) = delete;

  const oracle::World& world() const { return worlds_.front(); }

  // Whether some element may keep its initial value.
  bool permits_no_write() const {
    return std::any_of(
        world().elements.begin(), world().elements.end(),
        [&](const oracle::PredictedElement& element) {
          const spec::NumberFormat& format = spec::format_of(element.type);
          const std::uint64_t old =
              oracle::load_at(before_.of(element.memory), element.destination, format);
          return oracle::permits(world().expectations[element.expectation], format, old);
        });
  }

  // Whether there is a place where the two permit no common result, or only one of them puts the
  // arguments into range, which a refusal shows.
  friend bool differ(const Left& a, const Left& b) {
    return a.world().outside_reading != b.world().outside_reading || a.has_something_not_in(b) ||
           b.has_something_not_in(a);
  }

 private:
  bool has_something_not_in(const Left& other) const {
    for (const auto& [place, element] : at_) {
      if (disjoint(world().expectations[element->expectation], other.at(place, *element))) {
        return true;
      }
    }
    return false;
  }

  // The result in the place of an element that another combination writes.
  oracle::Expectation at(oracle::Nibble place, const oracle::PredictedElement& like) const {
    const auto found = at_.find(place);
    if (found != at_.end()) {
      return world().expectations[found->second->expectation];
    }
    const std::uint64_t old =
        oracle::load_at(before_.of(like.memory), place, spec::format_of(like.type));
    return oracle::exactly(old, spec::cite("write.nothing-else"));
  }

  const spec::MemoryImage& before_;
  std::vector<oracle::World> worlds_;
  std::map<oracle::Nibble, const oracle::PredictedElement*> at_;
};

}  // namespace vconform
