// A wrong element drawn bit by bit: its patterns by field, and the digits of the exact value that
// the result keeps or drops.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/number/exact_value.h"
#include "oracle/reading/derivation.h"
#include "spec/number/number_format.h"
#include "spec/slugs/rule_id.h"

namespace vconform::suites {

// Binary digits, the highest first.
struct DrawnField {
  // "sign", "exponent", "fraction"; of an integer "sign" and "value", or "value" alone.
  std::string_view name;
  std::string digits;
};

std::vector<DrawnField> fields_of(const spec::NumberFormat& format, std::uint64_t pattern);

// The binary digits of a magnitude, cut at the last place of a result.
struct DrawnDigits {
  // Down to the last place; "0" if the magnitude is smaller than that.
  std::string kept;
  // The next digit.
  char guard = '0';
  // The rest, at most kMostSticky digits; a further 1 is told by `is_cut`.
  std::string sticky;
  bool is_cut = false;
  // The result is a multiple of 2^last_place.
  int last_place = 0;
};

inline constexpr int kMostSticky = 40;

// The digits of a value that becomes a multiple of 2^last_place, overflow apart: nullopt for zero,
// inf and NaN.
std::optional<DrawnDigits> digits_of(const oracle::ExactValue& value, int last_place);

struct DrawnRounding {
  // As in oracle::DerivedStep.
  std::string_view step;
  spec::RuleId rule;
  DrawnDigits digits;
};

// The steps of a derivation that round a number, in their order: to a multiple, and to the
// floating-point type of the result.
std::vector<DrawnRounding> roundings_of(const std::vector<oracle::DerivedStep>& steps,
                                        const spec::NumberFormat& result);

}  // namespace vconform::suites
