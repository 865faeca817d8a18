// The classes of numbers: of a pattern by itself, and of a rounding and its result.
#pragma once

#include <cstdint>
#include <optional>

#include "oracle/number/exact_value.h"
#include "oracle/number/expectation.h"
#include "spec/number/number_format.h"
#include "spec/number/rounding.h"
#include "suites/coverage/classes.h"
#include "suites/coverage/model.h"

namespace vconform::suites {

// The one class of a number in the dimension source, scale or alpha.
ClassSet number_class(const spec::NumberFormat& format, std::uint64_t pattern);

// The numbers that a caller must not give as a parameter of a copy: rule fixpipe.parameter-special.
inline constexpr ClassSet kSpecialParameter =
    class_of(SourceClass::kSubnormal) | class_of(SourceClass::kMinusSubnormal) |
    class_of(SourceClass::kInf) | class_of(SourceClass::kMinusInf) |
    class_of(SourceClass::kQuietNan) | class_of(SourceClass::kSignallingNan);

// A finite value that is rounded to a multiple of 2^grid, and then belongs into `format`.
struct LastRounding {
  oracle::ExactValue exact;
  spec::Rounding mode;
  const spec::NumberFormat* format;
  int grid;
};

struct RoundingClasses {
  ClassSet rounding = 0;
  // Those of the classes of the result that follow from the rounding: carry, overflows, rounded
  // back.
  ClassSet result = 0;
};
RoundingClasses classes_of(const LastRounding& last);

// The classes of the result that follow from what is permitted: 0 to largest, inf, NaN, open. Of a
// finite value beyond the range, or inf, a limit is saturated (`is_beyond`).
ClassSet result_classes(const spec::NumberFormat& format, const oracle::Expectation& expectation,
                        bool is_beyond, bool of_nan);

}  // namespace vconform::suites
