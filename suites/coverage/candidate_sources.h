// Sources that meet every combination of classes of a vconv.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/rows/conversions.h"

namespace vconform::suites {

// Sources of at most so many bits are all tried.
inline constexpr int kBruteForceBits = 16;
// Every pattern of a source of at most kBruteForceBits.
std::vector<std::uint64_t> every_source(const spec::NumberFormat& format);

// For any source: a value of each region of the row's sources on which all classes are the same,
// found from the formats' constants in integer arithmetic.
//
// The sources with one sign and one leading exponent are m * 2^x, m from 2^b to 2^(b+1) - 1. The
// destination's last bit at that exponent discards k bits of m: m = q * 2^k + r. All classes depend
// on the comparison of r with 0 and half of 2^k, the parity of q, and comparisons of q with its
// ends, with powers of two and with the limit of the destination, and of m with its ends and the
// limits of the source. The values beside each of these, with every r, are listed; nothing changes
// between.
std::vector<std::uint64_t> solved_sources(const spec::Conversion& row);

}  // namespace vconform::suites
