// What one destination element may hold.
#pragma once

#include <bitset>
#include <boost/container/small_vector.hpp>
#include <cstdint>

#include "spec/number/number_format.h"
#include "spec/rules/rule_table.h"

namespace vconform::oracle {

// One in most cases, which stands in the expectation itself: there are millions of those.
using Patterns = boost::container::small_vector<std::uint64_t, 1>;
using RuleSet = std::bitset<spec::kRuleCount>;

struct Expectation {
  enum class Kind : std::uint8_t { kOneOf, kAnyNan, kAnything };

  Kind kind = Kind::kAnything;
  // kOneOf: the permitted patterns, one in most cases.
  Patterns patterns;
  // The rule that decides, named when something else comes out.
  spec::RuleId rule = 0;
  // All rules that had a say.
  RuleSet cited;

  bool is_exact() const { return kind == Kind::kOneOf && patterns.size() == 1; }
};

Expectation exactly(std::uint64_t pattern, spec::RuleId rule);
Expectation one_of(Patterns patterns, spec::RuleId rule);
Expectation any_nan(spec::RuleId rule);
Expectation anything(spec::RuleId rule);

bool permits(const Expectation& expectation, const spec::NumberFormat& format,
             std::uint64_t pattern);

// A pattern that is permitted, the first one.
std::uint64_t permitted_pattern(const Expectation& expectation, const spec::NumberFormat& format);

// What is permitted by either; the rule of `a` decides.
Expectation either_of(const Expectation& a, const Expectation& b);

}  // namespace vconform::oracle
