// Wrong steps of a dequantisation, for the changes of several families.
#pragma once

#include <cstdint>

namespace vconform::adapters::mutants {

// Instead of golden's saturation of the sum.
inline std::int64_t unsaturated(std::int64_t sum, bool /*is_signed*/) {
  return sum;
}

// Instead of golden's shift: N is taken as 0..15; zeros come in from the left.
inline std::int64_t shift_one_less(std::int64_t source, std::uint64_t n) {
  return source >> n;
}
inline std::int64_t shift_logical(std::int64_t source, std::uint64_t n) {
  return static_cast<std::int64_t>(static_cast<std::uint32_t>(source) >> (n + 1));
}

}  // namespace vconform::adapters::mutants
