// The domain of a sweep: every value that an instruction can meet, numbered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// An instruction under one CTRL.
struct SweepDomain {
  spec::Cell cell;
  std::uint64_t ctrl = 0;

  friend bool operator==(const SweepDomain&, const SweepDomain&) = default;
};

// The pattern of a source and, for the family deq, the factor or half scale that multiplies it, for
// copies the quant word or deqValue.
struct SweepValue {
  std::uint64_t source = 0;
  std::uint64_t scale = 0;
};

// Whether a row can be swept: those of vconv and deq with a source of at most 32 bits, and copies
// that compute.
bool can_be_swept(const spec::Conversion& row);

// A domain has 2^sweep_bits values:
//   vconv: the patterns of the source; of s4, whose 16 patterns do not fill a repeat, each eight
//     times.
//   DEQ, VDEQ: the 2^35 pairs of an s16 and a 1-8-10 scale, each with an offset and a sign under
//     which as many results as possible show; 2^9 offsets for each pair would be too many.
//   vconv_deq: the patterns of the s32, with another half as scale after every 2^16 of them.
//   copies: the patterns of the source, with another word after every kSweptElements of them.
int sweep_bits(const spec::Conversion& row);

// Requires number < 2^sweep_bits.
SweepValue sweep_value(const SweepDomain& domain, std::uint64_t number);

// The number of consecutive values, aligned to it, that meet one scale or, for a VDEQ, sixteen in
// the lanes in turn; all values if there is no scale.
std::uint64_t values_per_scale(const spec::Conversion& row);

// The claimed values of CTRL that affect a row.
std::vector<std::uint64_t> sweep_ctrls(const spec::Conversion& row, spec::FeatureSet claimed);

// "vconv_f322f16r", and " CTRL=0x1000000000000" if CTRL is not 0.
std::string name_of(const SweepDomain& domain);

}  // namespace vconform::generators
