#include "oracle/number/expectation.h"

#include <algorithm>
#include <utility>

#include "oracle/number/decode.h"

namespace vconform::oracle {

namespace {

Expectation make(Expectation::Kind kind, Patterns patterns, spec::RuleId rule) {
  Expectation expectation{kind, std::move(patterns), rule, {}};
  expectation.cited.set(rule);
  return expectation;
}

}  // namespace

Expectation exactly(std::uint64_t pattern, spec::RuleId rule) {
  return make(Expectation::Kind::kOneOf, {pattern}, rule);
}

Expectation one_of(Patterns patterns, spec::RuleId rule) {
  return make(Expectation::Kind::kOneOf, std::move(patterns), rule);
}

Expectation any_nan(spec::RuleId rule) {
  return make(Expectation::Kind::kAnyNan, {}, rule);
}

Expectation anything(spec::RuleId rule) {
  return make(Expectation::Kind::kAnything, {}, rule);
}

Expectation zero_of_either_sign(const spec::NumberFormat& format, spec::RuleId rule) {
  return format.is_floating() ? one_of({0, format.sign_mask()}, rule) : exactly(0, rule);
}

Expectation nan_of_nan() {
  Expectation nan = any_nan(spec::cite("special.nan-stays-nan"));
  nan.cited.set(spec::cite("special.nan-payload"));
  return nan;
}

bool permits(const Expectation& expectation, const spec::NumberFormat& format,
             std::uint64_t pattern) {
  using Kind = Expectation::Kind;
  return expectation.kind == Kind::kAnything ||
         (expectation.kind == Kind::kAnyNan && is_nan(format, pattern)) ||
         std::find(expectation.patterns.begin(), expectation.patterns.end(), pattern) !=
             expectation.patterns.end();
}

std::uint64_t permitted_pattern(const Expectation& expectation, const spec::NumberFormat& format) {
  switch (expectation.kind) {
    case Expectation::Kind::kOneOf:
      return expectation.patterns.front();
    case Expectation::Kind::kAnyNan:
      return encode(format, nan_value());
    case Expectation::Kind::kAnything:
      return 0;
  }
  return 0;
}

Expectation either_of(const Expectation& a, const Expectation& b) {
  Expectation both = a;
  both.cited |= b.cited;
  // The kinds stand in the order of what they permit.
  both.kind = std::max(a.kind, b.kind);
  if (both.kind == Expectation::Kind::kAnything) {
    both.patterns.clear();
    return both;
  }
  for (const std::uint64_t pattern : b.patterns) {
    if (std::find(both.patterns.begin(), both.patterns.end(), pattern) == both.patterns.end()) {
      both.patterns.push_back(pattern);
    }
  }
  return both;
}

}  // namespace vconform::oracle
