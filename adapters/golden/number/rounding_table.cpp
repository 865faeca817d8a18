#include "adapters/golden/number/rounding_table.h"

#include <bit>
#include <cassert>

namespace vconform::adapters::golden {

namespace {

constexpr int kWordBits = 64;

bool bit(std::uint64_t word, int position) {
  return ((word >> position) & 1) != 0;
}

bool any_below(std::uint64_t word, int position) {
  return (word & ((std::uint64_t{1} << position) - 1)) != 0;
}

}  // namespace

Tail shift_right(std::uint64_t significand, int places, bool negative) {
  if (places > kWordBits) {
    return {0, false, significand != 0, negative};
  }
  if (places == kWordBits) {
    return {0, bit(significand, kWordBits - 1), any_below(significand, kWordBits - 1), negative};
  }
  if (places > 0) {
    const int guard = places - 1;
    return {significand >> places, bit(significand, guard), any_below(significand, guard),
            negative};
  }
  assert(static_cast<int>(std::bit_width(significand)) - places <= kWordBits);
  return {significand << -places, false, false, negative};
}

std::uint64_t nearest_even(const Tail& tail) {
  return tail.kept + (tail.guard && (tail.sticky || tail.last()) ? 1 : 0);
}

std::uint64_t nearest_away(const Tail& tail) {
  return tail.kept + (tail.guard ? 1 : 0);
}

std::uint64_t floor(const Tail& tail) {
  return tail.kept + (tail.negative && tail.inexact() ? 1 : 0);
}

std::uint64_t ceil(const Tail& tail) {
  return tail.kept + (!tail.negative && tail.inexact() ? 1 : 0);
}

std::uint64_t toward_zero(const Tail& tail) {
  return tail.kept;
}

std::uint64_t to_odd(const Tail& tail) {
  return tail.kept | (tail.inexact() ? 1 : 0);
}

}  // namespace vconform::adapters::golden
