#include "suites/presentation/bit_drawing.h"

#include <algorithm>

#include "oracle/number/decode.h"
#include "oracle/number/exact_value.h"

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

int last_place_of(const oracle::ExactValue& value, const spec::NumberFormat& from,
                  const spec::NumberFormat& to) {
  if (!to.is_floating()) {
    return 0;
  }
  const int place = std::max(oracle::leading_exponent(value), to.min_exponent()) - to.fraction_bits;
  return from.type == to.type ? std::max(place, 0) : place;
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

std::optional<DrawnDigits> digits_of(const spec::NumberFormat& from, std::uint64_t pattern,
                                     const spec::NumberFormat& to) {
  const oracle::ExactValue value = oracle::decode(from, pattern);
  if (value.kind != oracle::ValueKind::kFinite || value.is_zero()) {
    return std::nullopt;
  }
  DrawnDigits drawn;
  drawn.last_place = last_place_of(value, from, to);
  for (int place = std::max(oracle::leading_exponent(value), drawn.last_place);
       place >= drawn.last_place; --place) {
    drawn.kept += digit_at(value, place);
  }
  drawn.guard = digit_at(value, drawn.last_place - 1);
  const auto lowest =
      value.exponent + static_cast<int>(boost::multiprecision::lsb(value.magnitude));
  const int cut = drawn.last_place - 2 - kMostSticky;
  for (int place = drawn.last_place - 2; place >= lowest && place > cut; --place) {
    drawn.sticky += digit_at(value, place);
  }
  drawn.is_cut = lowest <= cut;
  return drawn;
}

}  // namespace vconform::suites
