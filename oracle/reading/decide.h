// Which of several open rules have a say in one result, and the reading of each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "oracle/number/expectation.h"
#include "oracle/reading/readings.h"

namespace vconform::oracle {

// What comes out under one reading of each rule: equal numbers for equal results.
using Outcome = std::function<std::uint64_t(std::span<const spec::Choice> reading_of)>;

// Of each rule; nothing of note behind the last one.
constexpr std::size_t kMostRules = 8;
using ReadingOfEach = std::array<spec::Choice, kMostRules>;

struct Decision {
  // Of one without a say its first.
  ReadingOfEach reading_of;
  // Rules with another reading that gives another result, the others being as they are.
  RuleSet had_a_say;
  // The first of those.
  std::optional<spec::RuleId> first;
};

// What spares trying readings that cannot differ; a rule is named by its place in the list.
struct Relevance {
  // Whether the readings of a rule may differ at all, whatever those of the others are.
  std::function<bool(std::size_t rule)> ever = [](std::size_t) { return true; };
  // Whether they differ where the others are as in `reading_of`; nothing where that takes trying.
  std::function<std::optional<bool>(std::size_t rule, std::span<const spec::Choice> reading_of)>
      here = [](std::size_t, std::span<const spec::Choice>) { return std::nullopt; };
};

// Asks those rules that the result depends on, in the order given, and only those.
Decision decide(std::span<const spec::RuleId> rules, Readings& readings, const Outcome& outcome,
                const Relevance& relevance = {});

}  // namespace vconform::oracle
