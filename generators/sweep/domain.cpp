#include "generators/sweep/domain.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>

#include "generators/copies/work.h"
#include "generators/sweep/copied_words.h"
#include "generators/vector/register_choices.h"
#include "spec/case/registers.h"
#include "spec/number/quantization.h"

namespace vconform::generators {

namespace {

constexpr int kWidestSource = 32;
constexpr int kPairBits = 16 + spec::kScaleFormat.bits;
constexpr int kFactorBits = std::countr_zero(spec::kVectorFactors);

// The sources of one sign under one scale; those of the other sign need another offset.
constexpr std::uint64_t kSourcesOfOneSign = 1 << 15;
// The number of s32 that meet one half scale.
constexpr std::uint64_t kSourcesPerHalf = 1 << 16;

bool is_deq_to_b8(const spec::Conversion& row) {
  return row.family == spec::Family::kDeq && row.deq != spec::DeqForm::kHalf;
}

// A factor whose offset moves the range of the s9, which has the sign of the product, into that of
// the result, so that all results of rounding show (for u8 all except -256).
std::uint64_t revealing_factor(spec::NumberType result, std::uint64_t scale,
                               bool product_negative) {
  struct Offsets {
    int positive;
    int negative;
  };
  const bool is_signed = result == spec::NumberType::kS8;
  const Offsets offsets = is_signed ? Offsets{-128, 128} : Offsets{0, 255};
  const auto bits =
      static_cast<std::uint32_t>(scale << (spec::kFactorScale.bits - spec::kScaleFormat.bits));
  return spec::deq_factor(bits, product_negative ? offsets.negative : offsets.positive, is_signed);
}

SweepValue pair_value(const spec::Conversion& row, std::uint64_t number) {
  // Lane i of a VDEQ meets factor i mod 16: neighbours differ in their scale.
  const int lane_bits = spec::is_vdeq(row.deq) ? kFactorBits : 0;
  const std::uint64_t lane = number & ((std::uint64_t{1} << lane_bits) - 1);
  const std::uint64_t source = number >> lane_bits & 0xffff;
  const std::uint64_t scale = number >> (16 + lane_bits) << lane_bits | lane;
  const bool negative =
      (source >= kSourcesOfOneSign) != ((scale & spec::kScaleFormat.sign_mask()) != 0);
  return {source, revealing_factor(row.destination, scale, negative)};
}

// Odd, so that every half occurs before one occurs again.
std::uint64_t half_scale(std::uint64_t number) {
  constexpr std::uint64_t kStep = 0x9e37;
  return number / kSourcesPerHalf * kStep & 0xffff;
}

}  // namespace

bool can_be_swept(const spec::Conversion& row) {
  const bool computes = row.is_copy() && work_of(row) != CopyWork::kMoves;
  return (row.family == spec::Family::kVconv || row.family == spec::Family::kDeq || computes) &&
         row.from().bits <= kWidestSource;
}

int sweep_bits(const spec::Conversion& row) {
  assert(can_be_swept(row));
  if (row.is_copy()) {
    return row.from().bits;
  }
  const int lane_bits = std::countr_zero(static_cast<unsigned>(row.elements));
  return is_deq_to_b8(row) ? kPairBits : std::max(row.from().bits, lane_bits);
}

SweepValue sweep_value(const SweepDomain& domain, std::uint64_t number) {
  const spec::Conversion& row = domain.cell.conversion();
  assert(number >> sweep_bits(row) == 0);
  if (is_deq_to_b8(row)) {
    return pair_value(row, number);
  }
  if (row.is_copy()) {
    return {number, swept_word(row, number)};
  }
  return {number & row.from().pattern_mask(),
          row.family == spec::Family::kDeq ? half_scale(number) : 0};
}

std::uint64_t values_per_scale(const spec::Conversion& row) {
  if (row.is_copy()) {
    return kSweptElements;
  }
  if (is_deq_to_b8(row)) {
    return spec::is_vdeq(row.deq) ? kSourcesOfOneSign * spec::kVectorFactors : kSourcesOfOneSign;
  }
  return row.family == spec::Family::kDeq ? kSourcesPerHalf : std::uint64_t{1} << sweep_bits(row);
}

std::vector<std::uint64_t> sweep_ctrls(const spec::Conversion& row, spec::FeatureSet claimed) {
  if (row.family == spec::Family::kDataCopy) {
    return {0};
  }
  std::vector<std::uint64_t> ctrls;
  if (!has_half_result(row) || claimed.has(spec::Feature::kSaturate)) {
    ctrls.push_back(0);
  }
  if (has_half_result(row) && claimed.has(spec::Feature::kKeepInf)) {
    ctrls.push_back(spec::with_ctrl_bit(spec::kCtrlKeepInfNan));
  }
  // The pairs that the rule names, as far as they can be swept.
  const bool is_vconv = row.family == spec::Family::kVconv;
  const bool truncates = !row.to().is_floating() && (row.to().bits == 8 || row.to().bits == 16);
  if (is_vconv && truncates && claimed.has(spec::Feature::kCtrl59)) {
    ctrls.push_back(spec::with_ctrl_bit(spec::kCtrlTruncate) |
                    spec::with_ctrl_bit(spec::kCtrlTruncateEnable));
  }
  return ctrls;
}

std::string name_of(const SweepDomain& domain) {
  std::string name = spec::instruction_name(domain.cell);
  if (domain.ctrl != 0) {
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, domain.ctrl, 16).ptr;
    name += " CTRL=0x" + std::string(digits, end);
  }
  return name;
}

}  // namespace vconform::generators
