// The decision which of several open rules affect one result, and the reading of each.
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

// The result under one reading of each rule: equal numbers for equal results.
using Outcome = std::function<std::uint64_t(std::span<const spec::Choice> reading_of)>;

// The reading of each rule, in order; unused behind the last one.
constexpr std::size_t kMostRules = 8;
using ReadingOfEach = std::array<spec::Choice, kMostRules>;

struct Decision {
  // A rule that does not affect the result has its first reading.
  ReadingOfEach reading_of;
  // The rules with another reading that gives another result, the other rules unchanged.
  RuleSet had_a_say;
  // The first of had_a_say, in the order of the rules.
  std::optional<spec::RuleId> first;
};

// Shortcuts that spare trying readings which cannot differ; `rule` is the position in the list of
// rules.
struct Relevance {
  // Whether the readings of a rule may differ at all, under any readings of the other rules.
  std::function<bool(std::size_t rule)> ever = [](std::size_t) { return true; };
  // Whether they differ where the others are as in `reading_of`; nothing where that takes trying.
  std::function<std::optional<bool>(std::size_t rule, std::span<const spec::Choice> reading_of)>
      here = [](std::size_t, std::span<const spec::Choice>) { return std::nullopt; };
};

// Asks only for the rules that the result depends on, in the order given. There are at most
// kMostRules.
Decision decide(std::span<const spec::RuleId> rules, Readings& readings, const Outcome& outcome,
                const Relevance& relevance = {});

}  // namespace vconform::oracle
