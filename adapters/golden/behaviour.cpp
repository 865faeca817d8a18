#include "adapters/golden/behaviour.h"

#include <algorithm>

#include "spec/units.h"

namespace vconform::adapters::golden {

namespace {

std::uint64_t zero(const spec::NumberFormat&) {
  return 0;
}

std::uint64_t saturated(const spec::NumberFormat& to, bool negative, std::uint64_t) {
  return integer_limit(to, negative);
}

bool flushed_by_choice(const Behaviour& behaviour, const spec::NumberFormat&) {
  return behaviour.follows(choice("subnormal.results", "flushed"));
}

bool never_negative(bool) {
  return false;
}

std::uint64_t lanes_of_the_wider(const spec::NumberFormat& from, const spec::NumberFormat& to) {
  const int wider = std::max(from.bits, to.bits);
  return spec::kRepeatBytes * spec::kBitsPerByte / static_cast<std::uint64_t>(wider);
}

std::uint16_t own_stride(const vconform_vconv& vconv) {
  return vconv.dstRepeatStride;
}

bool own_mask_bit(const spec::Mask& mask, std::uint64_t lane, std::uint64_t) {
  return mask.bit(lane);
}

void nothing_more(std::span<std::uint8_t>, std::uint64_t) {}

spec::Choices golden_choices() {
  spec::Choices choices = spec::choices_of(spec::profile_named("a2"));
  constexpr Choice kUnpinned[] = {choice("overflow.directed", "ieee"),
                                  choice("overflow.odd", "max")};
  for (const Choice& open : kUnpinned) {
    choices.pin(open.rule, open.reading);
  }
  return choices;
}

}  // namespace

std::uint64_t integer_limit(const spec::NumberFormat& to, bool negative) {
  if (negative) {
    return to.sign_mask();
  }
  return to.is_signed() ? to.sign_mask() - 1 : to.pattern_mask();
}

Behaviour golden_behaviour() {
  Behaviour golden{};
  golden.choices = golden_choices();
  golden.unpack = unpack;
  golden.round = kRoundingTable;
  golden.integer_of_nan = zero;
  golden.integer_overflow = saturated;
  golden.flushes_results = flushed_by_choice;
  golden.integral_zero_is_negative = never_negative;
  golden.ctrl_bits = ~std::uint64_t{0};
  golden.lanes_per_repeat = lanes_of_the_wider;
  golden.dst_repeat_stride = own_stride;
  golden.lane_active = own_mask_bit;
  golden.after_writing = nothing_more;
  return golden;
}

}  // namespace vconform::adapters::golden
