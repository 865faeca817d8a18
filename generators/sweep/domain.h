// What a sweep runs through: every value that an instruction can meet, numbered.
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

// A value: the pattern of a source and, of the family deq, the factor or half scale that it is
// multiplied by.
struct SweepValue {
  std::uint64_t source = 0;
  std::uint64_t scale = 0;
};

// Rows of vconv and deq with a source of at most 32 bits can be swept.
bool can_be_swept(const spec::Conversion& row);

// A domain has 2^sweep_bits values. Of vconv they are the patterns of the source; of s4, whose 16
// fill no repeat, each eight times. Of a DEQ or VDEQ they are the pairs of an s16 and a 1-8-10
// scale, 2^35 of them, each with an offset and a sign under which as many results as possible show:
// 2^9 offsets for each pair would be too many. Of vconv_deq they are the patterns of the s32, the
// scale another half after every 2^16 of them.
int sweep_bits(const spec::Conversion& row);

// `number` < 2^sweep_bits.
SweepValue sweep_value(const SweepDomain& domain, std::uint64_t number);

// Values from a multiple of this on, as many, meet one scale, or of a VDEQ sixteen, in the lanes in
// turn. As many as there are where there is no scale.
std::uint64_t values_per_scale(const spec::Conversion& row);

// The values of CTRL that make a difference to a row, among those that are claimed.
std::vector<std::uint64_t> sweep_ctrls(const spec::Conversion& row, spec::FeatureSet claimed);

// "vconv_f322f16r", and where CTRL is not 0 " CTRL=0x1000000000000".
std::string name_of(const SweepDomain& domain);

}  // namespace vconform::generators
