#include "suites/properties/value_properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

using spec::NumberFormat;
using spec::Rounding;

bool claims_rounding(const spec::Cell& cell, Rounding rounding, const Claims& claims) {
  return (spec::offers(cell.conversion(), rounding) ||
          spec::offers_optionally(cell.conversion(), rounding)) &&
         claims({cell.row, rounding}).has_value();
}

std::string described(const NumberFormat& format, std::uint64_t source, std::string_view mode) {
  return fmt::format("{}({})", mode, pattern_in_short(format, source));
}

// The negated number; nullopt if the format does not have it.
std::optional<std::uint64_t> negated(const NumberFormat& format, std::uint64_t pattern) {
  if (format.is_floating()) {
    return pattern ^ format.sign_mask();
  }
  if (!format.is_signed() || pattern == format.sign_mask()) {
    return std::nullopt;
  }
  return (~pattern + 1) & format.pattern_mask();
}

// Whether it is a limit of the destination, where saturation breaks the symmetry of the integers.
bool is_limit(const NumberFormat& format, std::uint64_t pattern) {
  const std::uint64_t largest = format.pattern_mask() ^ format.sign_mask();
  return !format.is_floating() && (pattern == largest || pattern == format.sign_mask());
}

Rounding mirrored(Rounding rounding) {
  switch (rounding) {
    case Rounding::kFloor:
      return Rounding::kCeil;
    case Rounding::kCeil:
      return Rounding::kFloor;
    default:
      return rounding;
  }
}

std::string_view label(Rounding rounding) {
  return spec::mode_of(rounding).label;
}

}  // namespace

bool brackets(const spec::Cell& cell, const Claims& claims) {
  return cell.rounding != Rounding::kFloor && cell.rounding != Rounding::kCeil &&
         claims_rounding(cell, Rounding::kFloor, claims) &&
         claims_rounding(cell, Rounding::kCeil, claims);
}

CheckResult floor_below_all_below_ceil(const Subject& subject, const spec::Case& test_case) {
  const spec::Cell cell = instruction_of(test_case).cell;
  const NumberFormat& from = cell.conversion().from();
  const NumberFormat& to = cell.conversion().to();
  const Lanes low = run_lanes(subject, with_rounding(test_case, Rounding::kFloor));
  const Lanes middle = run_lanes(subject, test_case);
  const Lanes high = run_lanes(subject, with_rounding(test_case, Rounding::kCeil));
  CheckResult result;
  for (std::size_t i = 0; i < low.source.size(); ++i) {
    const std::uint64_t source = low.source[i];
    // Each mode has its own choice of the result of a finite source beyond the range.
    const bool open = !is_infinite(from, source) &&
                      (is_infinite(to, low.result[i]) || is_infinite(to, middle.result[i]) ||
                       is_infinite(to, high.result[i]));
    if (is_nan(from, source) || open) {
      continue;
    }
    ++result.elements;
    if (ordered(to, low.result[i]) > ordered(to, middle.result[i]) ||
        ordered(to, middle.result[i]) > ordered(to, high.result[i])) {
      const std::string what = fmt::format(
          "{} = {}, {} = {}, {} = {}: not in order", described(from, source, "f"),
          pattern_in_short(to, low.result[i]), described(from, source, label(cell.rounding)),
          pattern_in_short(to, middle.result[i]), described(from, source, "c"),
          pattern_in_short(to, high.result[i]));
      result.findings = {contradiction(fmt::format("lane {}: {}", i, what), what)};
      return result;
    }
  }
  return result;
}

bool mirrors(const spec::Cell& cell, const Claims& claims) {
  return is_vconv(cell, claims) && cell.conversion().to().is_signed() &&
         cell.conversion().from().is_signed() &&
         claims_rounding(cell, mirrored(cell.rounding), claims);
}

CheckResult negation_mirrors(const Subject& subject, const spec::Case& test_case) {
  const spec::Cell cell = instruction_of(test_case).cell;
  const NumberFormat& from = cell.conversion().from();
  const NumberFormat& to = cell.conversion().to();
  std::vector<std::uint64_t> opposite = source_lanes(test_case);
  for (std::uint64_t& source : opposite) {
    source = negated(from, source).value_or(source);
  }
  const Lanes plain = run_lanes(subject, test_case);
  const Lanes mirror =
      run_lanes(subject, with_sources(with_rounding(test_case, mirrored(cell.rounding)), opposite));
  CheckResult result;
  for (std::size_t i = 0; i < plain.source.size(); ++i) {
    if (is_nan(from, plain.source[i]) || plain.source[i] == opposite[i] ||
        is_limit(to, plain.result[i]) || is_limit(to, mirror.result[i])) {
      continue;
    }
    ++result.elements;
    if (ordered(to, plain.result[i]) != -ordered(to, mirror.result[i])) {
      const std::string what =
          fmt::format("{} = {}, but {} = {}: not its negative",
                      described(from, plain.source[i], label(cell.rounding)),
                      pattern_in_short(to, plain.result[i]),
                      described(from, opposite[i], label(mirrored(cell.rounding))),
                      pattern_in_short(to, mirror.result[i]));
      result.findings = {contradiction(fmt::format("lane {}: {}", i, what), what)};
      return result;
    }
  }
  return result;
}

bool is_claimed(const spec::Cell& cell, const Claims& claims) {
  return claims(cell).has_value();
}

bool is_vconv(const spec::Cell& cell, const Claims& claims) {
  return cell.conversion().family == spec::Family::kVconv && is_claimed(cell, claims);
}

CheckResult monotone(const Subject& subject, const spec::Case& test_case) {
  const spec::Cell cell = instruction_of(test_case).cell;
  const NumberFormat& from = cell.conversion().from();
  const NumberFormat& to = cell.conversion().to();
  const Lanes lanes = run_lanes(subject, test_case);
  std::vector<std::size_t> order(lanes.source.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return is_nan(from, lanes.source[i]); });
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const std::int64_t x = ordered(from, lanes.source[a]);
    const std::int64_t y = ordered(from, lanes.source[b]);
    return x != y ? x < y : a < b;
  });
  CheckResult result;
  result.elements = order.size();
  for (std::size_t k = 1; k < order.size(); ++k) {
    const std::size_t a = order[k - 1];
    const std::size_t b = order[k];
    if (ordered(to, lanes.result[a]) > ordered(to, lanes.result[b])) {
      const std::string what = fmt::format("{} = {}, but {} = {}: decreasing",
                                           described(from, lanes.source[a], label(cell.rounding)),
                                           pattern_in_short(to, lanes.result[a]),
                                           described(from, lanes.source[b], label(cell.rounding)),
                                           pattern_in_short(to, lanes.result[b]));
      result.findings = {contradiction(fmt::format("lanes {} and {}: {}", a, b, what), what)};
      return result;
    }
  }
  return result;
}

bool is_bare_beside_r(const spec::Cell& cell, const Claims& claims) {
  return cell.rounding == Rounding::kNull && claims_rounding(cell, Rounding::kNearestEven, claims);
}

CheckResult bare_name_is_r(const Subject& subject, const spec::Case& test_case) {
  const NumberFormat& to = instruction_of(test_case).cell.conversion().to();
  const spec::MemoryImage bare = run(subject, test_case);
  const spec::MemoryImage with_r = run(subject, with_rounding(test_case, Rounding::kNearestEven));
  CheckResult result;
  result.elements =
      static_cast<std::uint64_t>(instruction_of(test_case).cell.conversion().elements);
  if (const auto difference = first_difference(to, bare, with_r)) {
    result.findings = {contradiction(to, *difference, "the bare name", "r")};
  }
  return result;
}

namespace {

using spec::NumberType;

constexpr spec::Cell kToHalfByOdd{1, Rounding::kOdd};
static_assert(kToHalfByOdd.conversion().source == NumberType::kF32 &&
              kToHalfByOdd.conversion().destination == NumberType::kF16);

// The second half of the detour: f16 to the destination of the cell.
std::optional<spec::Cell> from_half(const spec::Cell& cell) {
  for (const spec::Conversion& row : spec::kConversions) {
    if (row.source == NumberType::kF16 && row.destination == cell.conversion().destination) {
      return spec::Cell{row.number, cell.rounding};
    }
  }
  return std::nullopt;
}

// Whether f16 has at least two bits below the units and no subnormals: 0 and 2^-14 <= |x| < 512.
bool detour_is_exact(std::uint64_t pattern) {
  const std::uint64_t magnitude = pattern & 0x7fffffff;
  return magnitude == 0 || (magnitude >= 0x38800000 && magnitude < 0x44000000);
}

}  // namespace

bool has_odd_detour(const spec::Cell& cell, const Claims& claims) {
  const spec::Conversion& row = cell.conversion();
  const bool is_wide_integer =
      row.destination == NumberType::kS16 || row.destination == NumberType::kS32;
  return row.source == NumberType::kF32 && is_wide_integer && cell.rounding != Rounding::kNull &&
         claims(kToHalfByOdd).has_value() && claims(*from_half(cell)).has_value();
}

CheckResult odd_then_any_equals_direct(const Subject& subject, const spec::Case& test_case) {
  const spec::Vconv& step = instruction_of(test_case);
  const NumberFormat& to = step.cell.conversion().to();
  const Lanes direct = run_lanes(subject, test_case);
  spec::Case to_half = test_case;
  instruction_of(to_half).cell = kToHalfByOdd;
  const Lanes half = run_lanes(subject, to_half);
  // f16 to s16 writes more than f32 to s16, so it gets its own place.
  spec::Case detour = test_case;
  instruction_of(detour).cell = *from_half(step.cell);
  instruction_of(detour).dst.offset = 0x10000;
  instruction_of(detour).src.offset = 0x20000;
  const Lanes indirect = run_lanes(subject, with_sources(detour, half.result));
  CheckResult result;
  for (std::size_t i = 0; i < direct.source.size(); ++i) {
    if (!detour_is_exact(direct.source[i])) {
      continue;
    }
    ++result.elements;
    if (direct.result[i] != indirect.result[i]) {
      const std::string what = fmt::format(
          "{} is {} directly, but {} through f16 {}",
          described(step.cell.conversion().from(), direct.source[i], label(step.cell.rounding)),
          pattern_in_short(to, direct.result[i]), pattern_in_short(to, indirect.result[i]),
          pattern_in_short(spec::format_of(NumberType::kF16), half.result[i]));
      result.findings = {contradiction(fmt::format("lane {}: {}", i, what), what)};
      return result;
    }
  }
  return result;
}

}  // namespace vconform::suites
