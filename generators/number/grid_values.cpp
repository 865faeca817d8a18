// The value families that are solved from the destination's grid.
#include <algorithm>
#include <array>
#include <bit>

#include "generators/number/exact_pattern.h"
#include "generators/number/tie_grid.h"
#include "generators/number/value_families.h"

namespace vconform::generators {

namespace {

constexpr std::uint64_t kSigns = 2;

std::uint64_t largest_piece(std::span<const GridPiece> pieces) {
  std::uint64_t largest = 0;
  for (const GridPiece& piece : pieces) {
    largest = std::max(largest, piece.count);
  }
  return largest;
}

// The k of a piece: its first ones, its last one (the carry into the next binade), or any.
enum class Which { kFirst, kLast, kAny };
constexpr std::array<Which, 4> kWhich = {Which::kFirst, Which::kLast, Which::kAny, Which::kAny};

std::uint64_t in_piece(const GridPiece& piece, Which which, std::uint64_t any) {
  if (which == Which::kAny) {
    return piece.first + any % piece.count;
  }
  return which == Which::kFirst ? piece.first : piece.first + piece.count - 1;
}

// The number of (piece, sign, k), counting many k more than once.
std::uint64_t place_count(const Row& row) {
  const auto pieces = grid_pieces(row);
  return pieces.size() * kSigns * kWhich.size() * largest_piece(pieces);
}

// The number (4k + quarters)/4 in units of the grid, for a piece, sign and k from the digits.
Dyadic place(const Row& row, Digits& digits, std::uint64_t quarters) {
  const auto pieces = grid_pieces(row);
  const GridPiece& piece = pieces[digits.take(pieces.size())];
  const bool negative = digits.take(kSigns) != 0;
  const Which which = kWhich[digits.take(kWhich.size())];
  const std::uint64_t k = in_piece(piece, which, digits.take(largest_piece(pieces)));
  return {negative, Wide{k} * 4 + quarters, piece.exponent - 2};
}

std::uint64_t beside(const Row& row, const Dyadic& number, std::int64_t steps) {
  return pattern_beside(row.from(), pattern_toward_zero(row.from(), number), steps);
}

}  // namespace

std::uint64_t tie_count(const Row& row) {
  return place_count(row);
}

std::uint64_t tie_pattern(const Row& row, std::uint64_t index) {
  Digits digits(index);
  return pattern_toward_zero(row.from(), place(row, digits, 2));
}

namespace {
constexpr std::array<int, 4> kBeside = {-1, 1, -2, 2};
}

std::uint64_t beside_tie_count(const Row& row) {
  return kBeside.size() * place_count(row);
}

std::uint64_t beside_tie_pattern(const Row& row, std::uint64_t index) {
  Digits digits(index);
  const int steps = kBeside[digits.take(kBeside.size())];
  return beside(row, place(row, digits, 2), steps);
}

namespace {

// The first distance that is no step of kBeside.
constexpr int kFirstSticky = 2;

// Sources of 16 bits are tried with every pattern.
bool is_narrow(const Row& row) {
  return row.from().bits <= 16;
}

int sticky_bits(const Row& row) {
  const spec::NumberFormat& from = row.from();
  const int significant = from.is_floating() ? from.fraction_bits : from.bits - 2;
  return is_narrow(row) ? 0 : significant - kFirstSticky;
}

}  // namespace

std::uint64_t sticky_bit_count(const Row& row) {
  return kSigns * static_cast<std::uint64_t>(sticky_bits(row)) * place_count(row);
}

std::uint64_t sticky_bit_pattern(const Row& row, std::uint64_t index) {
  Digits digits(index);
  const auto bit = digits.take(static_cast<std::uint64_t>(sticky_bits(row)));
  const std::int64_t distance = std::int64_t{1} << (kFirstSticky + static_cast<int>(bit));
  const bool is_below = digits.take(kSigns) != 0;
  return beside(row, place(row, digits, 2), is_below ? -distance : distance);
}

namespace {

// The bits in which the neighbours of one piece may differ.
int carried_bits(const Row& row) {
  return is_narrow(row) ? 0 : static_cast<int>(std::bit_width(largest_piece(grid_pieces(row))));
}

}  // namespace

std::uint64_t carry_count(const Row& row) {
  return kSigns * static_cast<std::uint64_t>(carried_bits(row)) * place_count(row);
}

std::uint64_t carry_pattern(const Row& row, std::uint64_t index) {
  Digits digits(index);
  const auto bits = digits.take(static_cast<std::uint64_t>(carried_bits(row)));
  const std::uint64_t quarters = 2 + digits.take(2);
  const auto pieces = grid_pieces(row);
  const GridPiece& piece = pieces[digits.take(pieces.size())];
  const bool negative = digits.take(kSigns) != 0;
  const std::uint64_t ones = (std::uint64_t{2} << bits) - 1;
  const std::uint64_t beyond_first = digits.take(largest_piece(pieces)) % piece.count | ones;
  const std::uint64_t k = piece.first + std::min(beyond_first, piece.count - 1);
  return pattern_toward_zero(row.from(), {negative, Wide{k} * 4 + quarters, piece.exponent - 2});
}

namespace {
constexpr std::array<std::uint64_t, 3> kQuarters = {1, 3, 0};
}  // namespace

std::uint64_t quarter_count(const Row& row) {
  return kQuarters.size() * kNeighbours.size() * place_count(row);
}

std::uint64_t quarter_pattern(const Row& row, std::uint64_t index) {
  Digits digits(index);
  const std::uint64_t quarters = kQuarters[digits.take(kQuarters.size())];
  const int steps = kNeighbours[digits.take(kNeighbours.size())];
  return beside(row, place(row, digits, quarters), steps);
}

namespace {

// From the limit outward, in quarters of its ulp: at it, half an ulp beyond, and so on.
constexpr std::array<int, 13> kBeyond = {0, 2, 4, 1, 3, 6, 8, -1, -2, -3, -4, -6, -8};
constexpr std::array<int, 5> kClose = {0, 1, -1, 2, -2};

// The limit of the destination in quarters of its ulp.
Dyadic limit_of(const spec::NumberFormat& format, bool negative) {
  if (format.is_floating()) {
    const std::uint64_t significand = 2 * (format.fraction_mask() + 1) - 1;
    return {negative, Wide{significand} * 4, format.max_exponent() - format.fraction_bits - 2};
  }
  const std::uint64_t most = format.is_signed() ? format.sign_mask() - 1 : format.pattern_mask();
  const std::uint64_t least = format.sign_mask();
  return {negative, Wide{negative ? least : most} * 4, -2};
}

Dyadic moved(Dyadic number, int by) {
  const Wide distance = static_cast<unsigned>(by < 0 ? -by : by);
  number.significand = by < 0 ? number.significand - std::min(number.significand, distance)
                              : number.significand + distance;
  return number;
}

}  // namespace

std::uint64_t limit_count(const Row&) {
  return kBeyond.size() * kClose.size() * kSigns;
}

std::uint64_t limit_pattern(const Row& row, std::uint64_t index) {
  Digits digits(index);
  const int beyond = kBeyond[digits.take(kBeyond.size())];
  const bool negative = digits.take(kSigns) != 0;
  const int steps = kClose[digits.take(kClose.size())];
  return beside(row, moved(limit_of(row.to(), negative), beyond), steps);
}

namespace {
// In quarters of the smallest subnormal result.
constexpr std::uint64_t kTinyQuarters = 32;
}  // namespace

std::uint64_t tiny_count(const Row& row) {
  const bool has = row.to().is_floating() && row.from().is_floating() &&
                   row.from().min_subnormal_exponent() < row.to().min_subnormal_exponent();
  return has ? kTinyQuarters * 2 * kNeighbours.size() * kSigns : 0;
}

std::uint64_t tiny_pattern(const Row& row, std::uint64_t index) {
  Digits digits(index);
  const std::uint64_t quarters = digits.take(kTinyQuarters);
  const bool near_normal = digits.take(2) != 0;
  const int steps = kNeighbours[digits.take(kNeighbours.size())];
  const bool negative = digits.take(kSigns) != 0;
  const std::uint64_t smallest_normal = 4 * (row.to().fraction_mask() + 1);
  const std::uint64_t start = near_normal ? smallest_normal - kTinyQuarters / 2 : 0;
  const int exponent = row.to().min_subnormal_exponent() - 2;
  return beside(row, {negative, Wide{start + quarters}, exponent}, steps);
}

}  // namespace vconform::generators
