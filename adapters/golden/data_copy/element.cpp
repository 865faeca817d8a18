#include "adapters/golden/data_copy/element.h"

#include <algorithm>

#include "adapters/golden/number/nearest.h"

namespace vconform::adapters::golden {

namespace {

constexpr spec::NumberFormat kF16 = spec::format_of(spec::NumberType::kF16);
constexpr spec::NumberFormat kF32 = spec::format_of(spec::NumberType::kF32);
constexpr spec::NumberFormat kS32 = spec::format_of(spec::NumberType::kS32);

std::int64_t s32_of(const CopiedElement& element) {
  return wrapped(static_cast<std::int64_t>(element.source), kS32.bits);
}

std::int64_t shifted(const CopiedElement& element) {
  return shifted_to_s16(element.chain.shift, s32_of(element),
                        spec::kDeqValueShift.of(element.word));
}

std::int64_t start_of(const CopiedElement& element, bool heeds_mcb) {
  const bool shifts = heeds_mcb && spec::kDeqValueMcb.of(element.word) != 0;
  return shifts ? shifted(element) : s32_of(element);
}

Unpacked scale_of(const CopiedElement& element) {
  return scale_of(element.chain.quant,
                  static_cast<std::uint32_t>(spec::kDeqValueScale.of(element.word)));
}

// ReLU of a floating-point result, by its pattern.
std::uint64_t rectified(const CopiedElement& element, const spec::NumberFormat& format,
                        std::uint64_t pattern) {
  return element.relu && is_below_zero(unpack(format, pattern)) ? 0 : pattern;
}

std::uint64_t to_half(const CopiedElement& element, const Unpacked& value) {
  return rectified(element, kF16, packed(kF16, rounded_into(element.chain.half, value)));
}

Unpacked source_of(const CopiedElement& element) {
  const spec::NumberFormat& from = element.cell.conversion().from();
  const bool flushed = element.chain.flushes_inputs && is_subnormal(from, element.source);
  return unpack(from, flushed ? element.source & from.sign_mask() : element.source);
}

// DEQ_NONE.
std::uint64_t moved(const CopiedElement& element) {
  const spec::Conversion& row = element.cell.conversion();
  return row.source == row.destination ? rectified(element, row.from(), element.source)
                                       : to_half(element, source_of(element));
}

std::uint64_t times_half(const CopiedElement& element) {
  const spec::Conversion& row = element.cell.conversion();
  if (row.source == spec::NumberType::kS32) {
    return rectified(element, kF16,
                     deq_f16(element.chain.half_product, element.source, element.word));
  }
  return to_half(element,
                 product(source_of(element), unpack(kF16, element.word & kF16.pattern_mask())));
}

std::uint64_t to_b8(const CopiedElement& element) {
  DeqChain chain = element.chain.quant;
  chain.relu_before_offset = chain.relu_before_offset && element.relu;
  const Unpacked start = nearest_in(kF32, integer(start_of(element, true)));
  const Unpacked product = product_of(chain, start, scale_of(element));
  const std::int64_t sum = unbounded_sum_of(chain, product, spec::kDeqValueOffset.of(element.word));
  const bool is_cut = element.relu && !element.chain.quant.relu_before_offset && sum < 0;
  const bool is_signed = spec::kDeqValueSign.of(element.word) != 0;
  return static_cast<std::uint64_t>(chain.saturate(is_cut ? 0 : sum, is_signed));
}

// DEQ16.
std::uint64_t to_16_bits(const CopiedElement& element) {
  if (element.cell.conversion().destination == spec::NumberType::kS16) {
    const std::int64_t result = shifted(element);
    return static_cast<std::uint64_t>(element.relu ? std::max<std::int64_t>(result, 0) : result);
  }
  const Unpacked start = integer(start_of(element, element.chain.shifts_half));
  const Unpacked value =
      element.chain.half_is_exact
          ? product(start, scale_of(element))
          : nearest_in(kF32, product(nearest_in(kF32, start), scale_of(element)));
  return to_half(element, value);
}

// In the order of spec::DeqScale.
constexpr std::uint64_t (*kModes[])(const CopiedElement&) = {moved, times_half, times_half, to_b8,
                                                             to_b8, to_16_bits, to_16_bits};

}  // namespace

CopyChain copy_chain(const Behaviour& behaviour) {
  CopyChain chain;
  chain.quant = deq_chain(behaviour, kCopyRules, spec::kDeqValueOffset.bits);
  chain.quant.relu_before_offset = behaviour.follows(choice("copy.relu-order", "before-offset"));
  chain.shift = shift_chain(behaviour, kCopyShift);
  chain.half_is_exact = behaviour.follows(choice("copy.deqf16", "exact"));
  chain.shifts_half = behaviour.follows(choice("copy.mcb-deq16-half", "shifts"));
  chain.half = {&spec::format_of(spec::NumberType::kF16),
                behaviour.follows(choice("copy.half-overflow", "saturates")),
                behaviour.follows(choice("subnormal.results", "flushed"))};
  chain.half_product = {precision_of(behaviour, spec::cite("copy.deq16-precision")), chain.half};
  chain.flushes_inputs = behaviour.follows(choice("subnormal.inputs", "flushed"));
  return chain;
}

std::uint64_t copied(const CopiedElement& element) {
  const spec::Conversion& row = element.cell.conversion();
  return kModes[static_cast<std::size_t>(row.deq_scale)](element) & row.to().pattern_mask();
}

}  // namespace vconform::adapters::golden
