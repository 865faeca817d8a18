// The one rounding function, for every mode and every destination (vconv, 功能说明).
#pragma once

#include "oracle/number/exact_value.h"
#include "spec/number/number_format.h"
#include "spec/number/rounding.h"

namespace vconform::oracle {

// A value rounded to a multiple of 2^grid.
struct Rounded {
  ExactValue value;
  int grid = 0;
  // The multiples of 2^grid next to the source, toward zero and away from it; both equal a source
  // that is a multiple itself.
  ExactValue toward_zero;
  ExactValue away_from_zero;
  bool exact = false;
  // The source lies half-way between the two, or nearer to the one away from zero.
  bool tie = false;
  bool nearer_away = false;

  // Whether a mode rounds away from zero, and the value it rounds to: `value` for the mode asked
  // for.
  bool goes_away(spec::Rounding rounding) const;
  const ExactValue& by(spec::Rounding rounding) const {
    return goes_away(rounding) ? away_from_zero : toward_zero;
  }
};

// Rounds a finite value to a multiple of 2^grid, however large. The sign stays, even that of a
// zero.
Rounded round_to_multiple(const ExactValue& value, int grid, spec::Rounding rounding);

// The rounded value alone.
ExactValue rounded_multiple(const ExactValue& value, int grid, spec::Rounding rounding);

// The exponent of the last bit that `format` would give the value if its exponents had no upper
// limit: 0 for integers; subnormal precision included for floating point.
int grid_of(const spec::NumberFormat& format, const ExactValue& value);

}  // namespace vconform::oracle
