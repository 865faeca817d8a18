#include "suites/presentation/bit_drawing.h"

#include <algorithm>
#include <utility>

#include "oracle/number/round.h"

namespace vconform::suites {

namespace {

std::string binary(std::uint64_t bits, int digits) {
  std::string text;
  for (int i = digits - 1; i >= 0; --i) {
    text += (bits >> i & 1) != 0 ? '1' : '0';
  }
  return text;
}

// The digit of weight 2^place.
char digit_at(const oracle::ExactValue& value, int place) {
  const int bit = place - value.exponent;
  return bit >= 0 && boost::multiprecision::bit_test(value.magnitude, static_cast<unsigned>(bit))
             ? '1'
             : '0';
}

// The last place of what a step rounds to; nullopt if it does not round to one that is known.
std::optional<int> last_place_of(const oracle::DerivedStep& step,
                                 const spec::NumberFormat& result) {
  if (step.rounding) {
    return step.between.grid;
  }
  // "f16", "f32 to f16".
  const bool gives_result = result.is_floating() && step.name.ends_with(result.name);
  return gives_result && step.exact.kind == oracle::ValueKind::kFinite
             ? std::optional(oracle::grid_of(result, step.exact))
             : std::nullopt;
}

}  // namespace

std::vector<DrawnField> fields_of(const spec::NumberFormat& format, std::uint64_t pattern) {
  if (format.is_floating()) {
    return {{"sign", binary(pattern >> (format.bits - 1), 1)},
            {"exponent", binary(pattern >> format.fraction_bits, format.exponent_bits)},
            {"fraction", binary(pattern, format.fraction_bits)}};
  }
  if (!format.is_signed()) {
    return {{"value", binary(pattern, format.bits)}};
  }
  return {{"sign", binary(pattern >> (format.bits - 1), 1)},
          {"value", binary(pattern, format.bits - 1)}};
}

std::optional<DrawnDigits> digits_of(const oracle::ExactValue& value, int last_place) {
  if (value.kind != oracle::ValueKind::kFinite || value.is_zero()) {
    return std::nullopt;
  }
  DrawnDigits drawn;
  drawn.last_place = last_place;
  for (int place = std::max(oracle::leading_exponent(value), last_place); place >= last_place;
       --place) {
    drawn.kept += digit_at(value, place);
  }
  drawn.guard = digit_at(value, last_place - 1);
  const auto lowest =
      value.exponent + static_cast<int>(boost::multiprecision::lsb(value.magnitude));
  const int cut = last_place - 2 - kMostSticky;
  for (int place = last_place - 2; place >= lowest && place > cut; --place) {
    drawn.sticky += digit_at(value, place);
  }
  drawn.is_cut = lowest <= cut;
  return drawn;
}

std::vector<DrawnRounding> roundings_of(const std::vector<oracle::DerivedStep>& steps,
                                        const spec::NumberFormat& result) {
  std::vector<DrawnRounding> drawn;
  for (const oracle::DerivedStep& step : steps) {
    const std::optional<int> last_place = last_place_of(step, result);
    if (!last_place) {
      continue;
    }
    if (std::optional<DrawnDigits> digits = digits_of(step.exact, *last_place)) {
      drawn.push_back({step.name, step.rule, *std::move(digits)});
    }
  }
  return drawn;
}

}  // namespace vconform::suites
