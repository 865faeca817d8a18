#include "suites/coverage/candidate_sources.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include "spec/number/number_format.h"

namespace vconform::suites {

namespace {

using spec::NumberFormat;

// The sources with one leading exponent.
struct Binade {
  int exponent;  // of the leading bit
  int lower;     // bits below it
};

std::vector<Binade> binades_of(const NumberFormat& from) {
  std::vector<Binade> binades;
  if (!from.is_floating()) {
    for (int exponent = 0; exponent < from.bits; ++exponent) {
      binades.push_back({exponent, exponent});
    }
    return binades;
  }
  for (int exponent = from.min_subnormal_exponent(); exponent <= from.max_exponent(); ++exponent) {
    binades.push_back(
        {exponent, std::min(from.fraction_bits, exponent - from.min_subnormal_exponent())});
  }
  return binades;
}

// The pattern of m * 2^(exponent - lower); nullopt where an integer has no such value.
std::optional<std::uint64_t> pattern_of(const NumberFormat& from, const Binade& binade,
                                        std::uint64_t m, bool negative) {
  if (from.is_floating()) {
    const bool is_subnormal = binade.exponent < from.min_exponent();
    const auto field = static_cast<std::uint64_t>(is_subnormal ? 0 : binade.exponent + from.bias());
    const std::uint64_t fraction = is_subnormal ? m : m & from.fraction_mask();
    return (negative ? from.sign_mask() : 0) | field << from.fraction_bits | fraction;
  }
  const std::uint64_t largest = from.is_signed() ? from.sign_mask() - 1 : from.pattern_mask();
  const std::uint64_t most = negative ? (from.is_signed() ? largest + 1 : 0) : largest;
  if (m > most) {
    return std::nullopt;
  }
  return (negative ? ~m + 1 : m) & from.pattern_mask();
}

// The exponent of the last bit of a result with this leading exponent; `to_integer`: f32 to f32.
int grid_at(const spec::Conversion& row, int exponent) {
  const NumberFormat& to = row.to();
  if (!to.is_floating()) {
    return 0;
  }
  const int grid = std::max(exponent - to.fraction_bits, to.min_subnormal_exponent());
  return row.source == row.destination ? std::max(grid, 0) : grid;
}

// The magnitude of the destination's limit in units of 2^grid, if it has that exponent's grid.
std::vector<std::uint64_t> limits_at(const NumberFormat& to, int exponent) {
  if (to.is_floating()) {
    return exponent == to.max_exponent()
               ? std::vector<std::uint64_t>{(std::uint64_t{1} << to.precision()) - 1}
               : std::vector<std::uint64_t>{};
  }
  const std::uint64_t top = to.is_signed() ? to.sign_mask() : to.pattern_mask();
  return {top - 1, top};
}

using Values = std::set<std::uint64_t>;

// Around a threshold, within [low, high]: an even and an odd number on either side.
void add_around(Values& values, std::uint64_t threshold, std::uint64_t low, std::uint64_t high) {
  for (std::uint64_t distance = 0; distance <= 2; ++distance) {
    if (threshold >= distance) {
      values.insert(std::clamp(threshold - distance, low, high));
    }
    values.insert(std::clamp(threshold > high ? high : threshold + distance, low, high));
  }
}

void add_significands(const spec::Conversion& row, const Binade& binade, Values& values) {
  const std::uint64_t low = std::uint64_t{1} << binade.lower;
  const std::uint64_t high = low - 1 + low;
  const int discarded = grid_at(row, binade.exponent) - (binade.exponent - binade.lower);
  add_around(values, low, low, high);
  add_around(values, high, low, high);
  add_around(values, low + low / 2, low, high);
  if (discarded > binade.lower + 1) {
    return;  // Every m is below half a last bit.
  }
  const auto bits = static_cast<unsigned>(std::max(discarded, 0));
  Values quotients;
  add_around(quotients, low >> bits, low >> bits, high >> bits);
  add_around(quotients, high >> bits, low >> bits, high >> bits);
  for (const std::uint64_t limit : limits_at(row.to(), binade.exponent)) {
    // A result with a coarser grid than 1 is far from the limits of integers.
    add_around(quotients, limit, low >> bits, high >> bits);
  }
  const std::uint64_t half = bits == 0 ? 0 : std::uint64_t{1} << (bits - 1);
  for (const std::uint64_t quotient : quotients) {
    for (const std::uint64_t rest :
         {std::uint64_t{0}, std::uint64_t{1}, half - 1, half, half + 1, half * 2 - 1}) {
      const std::uint64_t m = (quotient << bits) + (bits == 0 ? 0 : rest & (half * 2 - 1));
      if (m >= low && m <= high) {
        values.insert(m);
      }
    }
  }
}

std::vector<std::uint64_t> specials(const NumberFormat& from) {
  if (!from.is_floating()) {
    return {0};
  }
  const std::uint64_t quiet = (from.fraction_mask() + 1) / 2;
  const std::uint64_t inf = from.infinity_pattern();
  std::vector<std::uint64_t> all;
  for (const std::uint64_t magnitude : {std::uint64_t{0}, inf, inf | quiet, inf | 1}) {
    all.push_back(magnitude);
    all.push_back(magnitude | from.sign_mask());
  }
  return all;
}

}  // namespace

std::vector<std::uint64_t> every_source(const NumberFormat& format) {
  std::vector<std::uint64_t> all(format.pattern_mask() + 1);
  for (std::uint64_t i = 0; i < all.size(); ++i) {
    all[i] = i;
  }
  return all;
}

std::vector<std::uint64_t> solved_sources(const spec::Conversion& row) {
  const NumberFormat& from = row.from();
  std::vector<std::uint64_t> sources = specials(from);
  for (const Binade& binade : binades_of(from)) {
    Values significands;
    add_significands(row, binade, significands);
    for (const std::uint64_t m : significands) {
      for (const bool negative : {false, true}) {
        if (const auto pattern = pattern_of(from, binade, m, negative)) {
          sources.push_back(*pattern);
        }
      }
    }
  }
  return sources;
}

}  // namespace vconform::suites
