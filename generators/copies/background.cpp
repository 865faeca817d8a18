#include "generators/copies/background.h"

#include <algorithm>
#include <bit>

#include "generators/copies/work.h"
#include "generators/vector/background.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {

namespace {

// Odd, so that every pattern of a width occurs once before one occurs again.
constexpr std::uint64_t kScatter = 0x9e3779b97f4a7c15;

// A pattern list in pieces: element i of a piece is first + i * step. Pieces repeat, except in
// matrices of half a megabyte.
std::vector<spec::Placement> pieces(const spec::Conversion& row, const spec::Address& at,
                                    std::uint64_t count, std::uint64_t length, std::uint64_t first,
                                    std::uint64_t step) {
  constexpr std::uint64_t kMostPieces = 1024;
  length = count > kMostPieces * length ? count : length;
  const std::uint64_t mask = row.from().pattern_mask();
  const auto bytes = static_cast<std::uint64_t>(row.from().bits) / 8;
  std::vector<spec::Placement> all;
  for (std::uint64_t done = 0; done < count; done += length) {
    const spec::Address from = {at.memory, at.offset + done * bytes};
    all.emplace_back(spec::PlacePatterns{from, row.source, std::min(length, count - done),
                                         first & mask, step & mask});
  }
  return all;
}

// 1 / |scale|, rounded up, at least 1 and at most `most`.
std::uint64_t unit_of(const Dyadic& scale, std::uint64_t most) {
  if (scale.significand == 0 || scale.exponent >= 0) {
    return 1;
  }
  if (scale.exponent < -60) {
    return most;
  }
  const Wide one = Wide{1} << -scale.exponent;
  const Wide unit = (one + scale.significand - 1) / scale.significand;
  return static_cast<std::uint64_t>(std::clamp<Wide>(unit, 1, most));
}

// Integers: results low, low + 1, ..., as far as the source reaches.
std::vector<spec::Placement> spread_integers(const spec::Conversion& row, const CopyScale& by,
                                             const spec::Address& at, std::uint64_t count) {
  const NumberRange results = source_numbers(row);
  const std::uint64_t reach = by.shift != 0 ? (1 << 15) - 1 : (std::uint64_t{1} << 31) - 1;
  const std::uint64_t unit = unit_of(by.scale, std::max<std::uint64_t>(1, reach / results.modulus));
  const auto offset = static_cast<std::uint64_t>(by.offset);
  const std::uint64_t step = (by.scale.negative ? ~unit + 1 : unit) << by.shift;
  const std::uint64_t first = (static_cast<std::uint64_t>(results.low) - offset) * step;
  return pieces(row, at, count, results.modulus, first, step);
}

// Evenly spaced floating-point numbers of one binade, such that the products of neighbours are at
// least 1 apart.
std::vector<spec::Placement> spread_floats(const spec::Conversion& row, const CopyScale& by,
                                           const spec::Address& at, std::uint64_t count) {
  const std::uint64_t steps = row.to().bits < 8 ? 4 : 32;
  const spec::NumberFormat& format = row.from();
  const auto width =
      static_cast<int>(std::bit_width(static_cast<std::uint64_t>(by.scale.significand)));
  const int product = static_cast<int>(std::bit_width(steps)) - 1;
  const int exponent = std::clamp(product - (by.scale.exponent + width - 1) + 1,
                                  format.min_exponent(), format.max_exponent() - 1);
  const auto field = static_cast<std::uint64_t>(exponent + format.bias());
  const std::uint64_t sign = by.scale.negative ? format.sign_mask() : 0;
  const std::uint64_t step = (format.fraction_mask() + 1) / steps;
  return pieces(row, at, count, steps, sign | field << format.fraction_bits, step);
}

bool is_one(const CopyScale& by) {
  return by.scale.significand == 1 && by.scale.exponent == 0 && !by.scale.negative &&
         by.offset == 0 && by.shift == 0;
}

// Whether patterns from all over the range are useful: for elements that are moved, and for
// integers that are multiplied.
bool may_scatter(const spec::Conversion& row) {
  const CopyWork work = work_of(row);
  return work == CopyWork::kMoves || (work != CopyWork::kCasts && !row.from().is_floating());
}

}  // namespace

std::vector<spec::Placement> numbered_background(const spec::Conversion& row, const CopyScale& by,
                                                 const spec::Address& at, std::uint64_t count) {
  if (is_one(by) || by.scale.significand == 0) {
    const NumberRange numbers = source_numbers(row);
    return {spec::PlaceNumbers{at, row.source, count, numbers.low, numbers.modulus}};
  }
  return row.from().is_floating() ? spread_floats(row, by, at, count)
                                  : spread_integers(row, by, at, count);
}

std::vector<spec::Placement> copy_background(ChoiceSource& choices, const spec::Conversion& row,
                                             const CopyScale& by, const spec::Address& at,
                                             std::uint64_t count) {
  const bool scattered = choices.below(2) != 0;
  if (!scattered || !may_scatter(row)) {
    return numbered_background(row, by, at, count);
  }
  const std::uint64_t step = kScatter & row.from().pattern_mask();
  return {spec::PlacePatterns{at, row.source, count, step, step}};
}

spec::Placement old_results(const spec::Conversion& row, std::uint64_t word,
                            const spec::Address& at, std::uint64_t count) {
  spec::Conversion like = row;
  if (work_of(row) == CopyWork::kToB8) {
    like.destination =
        spec::kQuantSign.of(word) != 0 ? spec::NumberType::kS8 : spec::NumberType::kU8;
  }
  NumberRange old = destination_numbers(like);
  if (reads_word(work_of(row)) && !row.to().is_floating()) {
    // Excludes the limit, which many results have.
    old.low += like.to().is_signed() ? 1 : 0;
    old.modulus -= 1;
  }
  return spec::PlaceNumbers{at, like.destination, count, old.low, old.modulus};
}

}  // namespace vconform::generators
