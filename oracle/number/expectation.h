// The values that one destination element may hold.
#pragma once

#include <bitset>
#include <boost/container/small_vector.hpp>
#include <cstdint>

#include "spec/number/number_format.h"
#include "spec/slugs/rule_id.h"

namespace vconform::oracle {

// Mostly one pattern, which is kept within the expectation itself: there are millions of them.
using Patterns = boost::container::small_vector<std::uint64_t, 1>;
using RuleSet = std::bitset<spec::kRuleCount>;
inline RuleSet every_rule() {
  return RuleSet().set();
}

struct Expectation {
  enum class Kind : std::uint8_t { kOneOf, kAnyNan, kAnything };

  Kind kind = Kind::kAnything;
  // The permitted patterns; with kAnyNan those beside every NaN, none with kAnything.
  Patterns patterns;
  // The deciding rule, which is named if another value comes out.
  spec::RuleId rule = 0;
  // All rules that affect the element.
  RuleSet cited;

  bool is_exact() const { return kind == Kind::kOneOf && patterns.size() == 1; }
};

Expectation exactly(std::uint64_t pattern, spec::RuleId rule);
Expectation one_of(Patterns patterns, spec::RuleId rule);
Expectation any_nan(spec::RuleId rule);
Expectation anything(spec::RuleId rule);
// A zero of either sign.
Expectation zero_of_either_sign(const spec::NumberFormat& format, spec::RuleId rule);
// A source that is NaN, in a format that has NaNs.
Expectation nan_of_nan();

bool permits(const Expectation& expectation, const spec::NumberFormat& format,
             std::uint64_t pattern);

// A permitted pattern: the first of a list without NaNs.
std::uint64_t permitted_pattern(const Expectation& expectation, const spec::NumberFormat& format);

// An expectation that permits what either permits; the rule of `a` decides.
Expectation either_of(const Expectation& a, const Expectation& b);

}  // namespace vconform::oracle
