#include "adapters/golden/copy_matrix/element.h"

#include <optional>

#include "adapters/golden/number/nearest.h"
#include "spec/case/registers.h"

namespace vconform::adapters::golden {

namespace {

using spec::kF32;
using spec::kS32;
constexpr Unpacked kZero = {};
constexpr Unpacked kNan = {Kind::kNan, false, 0, 0};

bool has_f32_source(const FixpipeElement& element) {
  return element.cell.conversion().source == spec::NumberType::kF32;
}

bool has_alpha(const FixpipeElement& element) {
  return element.chain.relu.mode == spec::ReluPre::kLeaky ||
         element.chain.relu.mode == spec::ReluPre::kPrelu;
}

bool is_normal_relu(const FixpipeElement& element) {
  return element.chain.relu.mode == spec::ReluPre::kNormal;
}

Unpacked alpha_of(const FixpipeElement& element) {
  return unpack(kF32, element.chain.relu.alpha(element.alpha));
}

// The value to be multiplied or converted; its sign is tested before a subnormal one counts as 0.
Unpacked start_of(const FixpipeElement& element) {
  if (has_f32_source(element)) {
    return unpack(kF32, element.source);
  }
  const bool shifts = spec::kQuantMcb.of(element.word) != 0;
  const std::int64_t source = wrapped(static_cast<std::int64_t>(element.source), kS32.bits);
  return integer(
      shifts ? shifted_to_s16(element.chain.shift, source, spec::kQuantShift.of(element.word))
             : source);
}

// nullopt if the source is not multiplied.
std::optional<Unpacked> multiplier(const FixpipeElement& element, bool start_is_negative) {
  const bool has_scale = spec::quant_code_of(element.cell.conversion()).reads_quant_word();
  const auto m1 = static_cast<std::uint32_t>(spec::kQuantScale.of(element.word));
  const std::optional<Unpacked> scale =
      has_scale ? std::optional(scale_of(element.chain.quant, m1)) : std::nullopt;
  const ReluChain& relu = element.chain.relu;
  if (relu.mode == spec::ReluPre::kNone || relu.at_result || !start_is_negative) {
    return scale;
  }
  if (is_normal_relu(element)) {
    return kZero;
  }
  const Unpacked alpha = alpha_of(element);
  return scale && relu.alpha_scales ? product(alpha, *scale) : alpha;
}

// Whether the rule relu.special applies.
bool is_special(const FixpipeElement& element, const Unpacked& start) {
  const ReluChain& relu = element.chain.relu;
  const bool drops_infinity = is_normal_relu(element) && !relu.at_result;
  return relu.mode != spec::ReluPre::kNone &&
         (start.kind == Kind::kNan ||
          (drops_infinity && start.kind == Kind::kInfinity && start.negative));
}

Unpacked multiplied(const FixpipeElement& element, const Unpacked& start, const Unpacked& by) {
  switch (element.chain.pipeline) {
    case spec::Pipeline::kHalf:
      return element.chain.half_is_exact ? product(start, by)
                                         : nearest_in(kF32, product(nearest_in(kF32, start), by));
    case spec::Pipeline::kNone:
      return product(start, by);
    default:
      return product_of(element.chain.quant, nearest_in(kF32, start), by);
  }
}

// The product before its last rounding, for the pipelines that multiply or cast.
Unpacked scaled(const FixpipeElement& element) {
  const Unpacked start = start_of(element);
  if (is_special(element, start)) {
    return element.chain.relu.special_is_zero ? kZero : kNan;
  }
  const bool flushed =
      element.chain.flushes_inputs && has_f32_source(element) && is_subnormal(kF32, element.source);
  const std::optional<Unpacked> by = multiplier(element, is_below_zero(start));
  const Unpacked& value = flushed ? kZero : start;
  return by ? multiplied(element, value, *by) : value;
}

// The value after ReLU under relu.at=result.
Unpacked rectified(const FixpipeElement& element, const Unpacked& value) {
  const ReluChain& relu = element.chain.relu;
  if (!relu.at_result || relu.mode == spec::ReluPre::kNone || !is_below_zero(value)) {
    return value;
  }
  if (!has_alpha(element)) {
    return kZero;
  }
  return element.chain.pipeline == spec::Pipeline::kCast
             ? product_of(element.chain.quant, value, alpha_of(element))
             : product(alpha_of(element), value);
}

std::uint64_t to_floating(const FixpipeElement& element) {
  const FloatingResult& result = element.chain.result;
  return packed(*result.format, rounded_into(result, rectified(element, scaled(element))));
}

std::int64_t rectified(const FixpipeElement& element, std::int64_t sum) {
  const bool stays = !element.chain.relu.at_result || sum >= 0;
  return stays ? sum : fixed_nearest_even(fixed(rectified(element, integer(sum))));
}

std::uint64_t to_b8_or_b4(const FixpipeElement& element) {
  const DeqChain& quant = element.chain.quant;
  const spec::WordField& offset =
      element.chain.pipeline == spec::Pipeline::kB4 ? spec::kQuantOffsetB4 : spec::kQuantOffset;
  const std::int64_t sum = unbounded_sum_of(quant, scaled(element), offset.of(element.word));
  const bool is_signed = spec::kQuantSign.of(element.word) != 0;
  return static_cast<std::uint64_t>(quant.saturate(rectified(element, sum), is_signed));
}

// Leaky ReLU and pReLU have no documented result here.
std::uint64_t to_s16(const FixpipeElement& element) {
  const std::int64_t source = wrapped(static_cast<std::int64_t>(element.source), kS32.bits);
  const std::int64_t result =
      shifted_to_s16(element.chain.shift, source, spec::kQuantShift.of(element.word));
  const bool is_negative = (element.chain.relu.at_result ? result : source) < 0;
  return is_normal_relu(element) && is_negative ? 0 : static_cast<std::uint64_t>(result);
}

std::uint64_t as_it_is(const FixpipeElement& element) {
  if (!has_f32_source(element)) {
    const bool is_negative = (element.source & kS32.sign_mask()) != 0;
    return is_normal_relu(element) && is_negative ? 0 : element.source;
  }
  const Unpacked start = unpack(kF32, element.source);
  const bool stays = element.chain.relu.mode == spec::ReluPre::kNone ||
                     (!is_below_zero(start) && start.kind != Kind::kNan);
  return stays ? element.source : to_floating(element);
}

// In the order of spec::Pipeline.
constexpr std::uint64_t (*kPipelines[])(const FixpipeElement&) = {
    as_it_is, to_floating, to_floating, to_s16, to_b8_or_b4, to_b8_or_b4};

ReluChain relu_chain(const Behaviour& behaviour) {
  ReluChain relu;
  relu.alpha =
      behaviour.follows(choice("relu.alpha-format", "1-8-10")) ? scale_truncated : scale_whole;
  relu.alpha_scales = behaviour.follows(choice("relu.alpha", "scales"));
  relu.at_result = behaviour.follows(choice("relu.at", "result"));
  relu.special_is_zero = behaviour.follows(choice("relu.special", "zero"));
  return relu;
}

FloatingResult result_of(const Behaviour& behaviour, const spec::NumberFormat& to,
                         std::uint64_t ctrl) {
  const bool keeps = spec::ctrl_bit(ctrl, spec::kCtrlKeepInfNan) &&
                     behaviour.follows(choice("fixpipe.ctrl48", "applies"));
  return {&to, to.bits == 16 && !keeps, behaviour.follows(choice("subnormal.results", "flushed"))};
}

}  // namespace

FixpipeChain fixpipe_chain(const Behaviour& behaviour, const spec::Cell& cell, std::uint64_t ctrl) {
  const spec::Conversion& row = cell.conversion();
  FixpipeChain chain;
  chain.pipeline = spec::quant_code_of(row).pipeline;
  const spec::WordField& offset =
      chain.pipeline == spec::Pipeline::kB4 ? spec::kQuantOffsetB4 : spec::kQuantOffset;
  chain.quant = deq_chain(behaviour, kFixpipeRules, offset.bits);
  chain.shift = shift_chain(behaviour, kFixpipeShift);
  chain.half_is_exact = behaviour.follows(choice("fixpipe.deqf16", "exact"));
  chain.result = result_of(behaviour, row.to(), ctrl);
  chain.flushes_inputs = behaviour.follows(choice("subnormal.inputs", "flushed"));
  chain.relu = relu_chain(behaviour);
  return chain;
}

std::uint64_t fixpipe_result(const FixpipeElement& element) {
  const std::uint64_t result =
      element.chain.is_raw ? element.source
                           : kPipelines[static_cast<std::size_t>(element.chain.pipeline)](element);
  return result & element.cell.conversion().to().pattern_mask();
}

}  // namespace vconform::adapters::golden
