#include "adapters/golden/vconv/kernel.h"

#include <algorithm>
#include <array>
#include <bit>

#include "adapters/golden/vconv/convert.h"
#include "adapters/golden/vconv/overflow.h"

namespace vconform::adapters::golden {

namespace {

using kernels::InstructionSet;
using kernels::Variant;
using kernels::VconvParameters;
using spec::NumberFormat;
using spec::NumberType;
using spec::Rounding;

// On aarch64 the baseline is the only instruction set.
const kernels::VconvTable& table_of([[maybe_unused]] InstructionSet set) {
#if defined(__x86_64__)
  static constexpr std::array<const kernels::VconvTable*, kernels::kInstructionSets> kTables = {
      &kernels::kVconvBaseline, &kernels::kVconvV3, &kernels::kVconvV4};
  return *kTables[static_cast<std::size_t>(set)];
#else
  return kernels::kVconvBaseline;
#endif
}

// The distance beyond a limit from which a magnitude is rounded up: any distance, half of a place,
// or never. A tie at an even limit gives the limit, whether it counts as beyond or not; other
// limits are odd, and their ties go up.
enum class RoundsUp { kAtOnce, kFromHalf, kNever };

RoundsUp rounds_up(Rounding rounding, bool negative) {
  switch (rounding) {
    case Rounding::kFloor:
      return negative ? RoundsUp::kAtOnce : RoundsUp::kNever;
    case Rounding::kCeil:
      return negative ? RoundsUp::kNever : RoundsUp::kAtOnce;
    case Rounding::kTowardZero:
    case Rounding::kOdd:
      return RoundsUp::kNever;
    default:
      return RoundsUp::kFromHalf;
  }
}

// The smallest magnitude of `from`, as a pattern, that is at least `halves` / 2.
std::uint32_t first_from(const NumberFormat& from, std::uint64_t halves) {
  if (halves == 0) {
    return 0;
  }
  const int leading = static_cast<int>(std::bit_width(halves)) - 1;
  const int dropped = leading - from.fraction_bits;
  const std::uint64_t significand = dropped > 0 ? halves >> dropped : halves << -dropped;
  const bool exact = dropped <= 0 || significand << dropped == halves;
  const auto field = static_cast<std::uint64_t>(from.bias() + leading - 1 - 1);
  const std::uint64_t pattern = (field << from.fraction_bits) + significand + (exact ? 0 : 1);
  return static_cast<std::uint32_t>(std::min(pattern, from.infinity_pattern()));
}

// The smallest magnitude that is rounded beyond an integer limit.
std::uint32_t beyond_integer(const ElementConversion& element, bool negative) {
  const NumberFormat& from = *element.from;
  if (element.truncates) {
    return static_cast<std::uint32_t>(from.infinity_pattern());
  }
  const std::uint64_t limit = integer_limit(*element.to, negative);
  if (element.to->bits > from.fraction_bits + 1) {
    // Numbers as large are integral, and a limit of 2^n is the same from both sides.
    return first_from(from, (limit + (negative ? 0 : 1)) << 1);
  }
  switch (rounds_up(element.rounding, negative)) {
    case RoundsUp::kAtOnce:
      return first_from(from, 2 * limit) + 1;
    case RoundsUp::kFromHalf:
      return first_from(from, 2 * limit + 1);
    case RoundsUp::kNever:
      break;
  }
  return first_from(from, 2 * limit + 2);
}

// The magnitude that an overflow becomes.
std::uint64_t overflow_result(const Behaviour& behaviour, const ElementConversion& element,
                              bool negative) {
  const std::uint64_t inf = element.to->infinity_pattern();
  return within_range(behaviour, element.rounding, *element.to, {inf, inf, true, negative});
}

// Whether each magnitude above MAX is an overflow (readings overflow.*=inf-beyond-max).
bool overflows_at_once(const Behaviour& behaviour, const ElementConversion& element,
                       bool negative) {
  const std::uint64_t max = element.to->max_finite_pattern();
  return within_range(behaviour, element.rounding, *element.to, {max, max, true, negative}) != max;
}

// The smallest f32 magnitude that overflows in f16 or bf16.
std::uint32_t beyond_half(const Behaviour& behaviour, const ElementConversion& element,
                          bool negative) {
  const NumberFormat& from = *element.from;
  const NumberFormat& to = *element.to;
  const int dropped = from.fraction_bits - to.fraction_bits;
  const auto rebias = static_cast<std::uint64_t>(from.bias() - to.bias()) << from.fraction_bits;
  const std::uint64_t max = rebias + (to.max_finite_pattern() << dropped);
  const std::uint64_t place = std::uint64_t{1} << dropped;
  const RoundsUp up = rounds_up(element.rounding, negative);
  const bool at_once = up == RoundsUp::kAtOnce || (up == RoundsUp::kNever && !element.saturates &&
                                                   overflows_at_once(behaviour, element, negative));
  const std::uint64_t further = at_once ? 1 : up == RoundsUp::kNever ? place : place / 2;
  return static_cast<std::uint32_t>(max + further);
}

void set_float_range(const Behaviour& behaviour, const ElementConversion& element,
                     VconvParameters& parameters) {
  const NumberFormat& to = *element.to;
  const std::uint64_t max = to.max_finite_pattern();
  const std::uint64_t quiet = std::uint64_t{1} << (to.fraction_bits - 1);
  const std::uint64_t inf = to.infinity_pattern();
  parameters.infinity = static_cast<std::uint32_t>(element.saturates ? max : inf);
  parameters.nan = static_cast<std::uint32_t>(element.saturates ? 0 : inf | quiet);
  for (const bool negative : {false, true}) {
    parameters.beyond[negative] = beyond_half(behaviour, element, negative);
    parameters.beyond_result[negative] = static_cast<std::uint32_t>(
        element.saturates ? max : overflow_result(behaviour, element, negative));
  }
}

void set_integer_range(const ElementConversion& element, VconvParameters& parameters) {
  const NumberFormat& to = *element.to;
  if (element.from->is_floating() && to.bits == 64) {
    // The kernel of this row needs no limits.
    return;
  }
  if (element.from->is_floating()) {
    parameters.beyond[0] = beyond_integer(element, false);
    parameters.beyond[1] = beyond_integer(element, true);
    return;
  }
  const int bits = element.truncates ? element.from->bits : to.bits;
  parameters.highest = static_cast<std::int64_t>((std::uint64_t{1} << (bits - 1)) - 1);
  parameters.lowest = -parameters.highest - 1;
}

// Smallest normal magnitude.
std::uint32_t normal_from(const NumberFormat& format) {
  return std::uint32_t{1} << format.fraction_bits;
}

bool replaces_arithmetic(const Behaviour& behaviour, Rounding rounding) {
  const auto mode = static_cast<std::size_t>(rounding);
  return !behaviour.result.empty() || behaviour.unpack != unpack ||
         behaviour.round[mode] != kRoundingTable[mode];
}

VconvParameters parameters_of(const Behaviour& behaviour, const ElementConversion& element) {
  const NumberFormat& from = *element.from;
  const NumberFormat& to = *element.to;
  VconvParameters parameters;
  const bool flushes_inputs = behaviour.follows(choice("subnormal.inputs", "flushed"));
  const bool flushes_results = behaviour.follows(choice("subnormal.results", "flushed"));
  if (from.is_floating()) {
    // From bf16 to f32 a subnormal source gives a subnormal result.
    const bool same = from.type == NumberType::kBf16 && to.type == NumberType::kF32;
    parameters.zero_below =
        flushes_inputs || (flushes_results && same) ? normal_from(from) : std::uint32_t{1};
  }
  if (!to.is_floating()) {
    set_integer_range(element, parameters);
  } else if (from.is_floating() && to.bits < from.bits) {
    set_float_range(behaviour, element, parameters);
    parameters.result_zero_below = flushes_results ? normal_from(to) : 0;
  }
  return parameters;
}

}  // namespace

std::optional<VconvKernel> vconv_kernel(const Behaviour& behaviour, const spec::Cell& cell,
                                        std::uint64_t ctrl, InstructionSet set) {
  if (replaces_arithmetic(behaviour, cell.rounding)) {
    return std::nullopt;
  }
  const ElementConversion element = element_conversion(behaviour, cell, ctrl);
  VconvKernel kernel;
  kernel.parameters = parameters_of(behaviour, element);
  const bool flushes = kernel.parameters.zero_below > 1 || kernel.parameters.result_zero_below > 0;
  const bool is_rare = element.to->is_floating() ? flushes : element.truncates;
  const auto variant = static_cast<std::size_t>(is_rare ? Variant::kRare : Variant::kUsual);
  const std::size_t row = spec::position_of(cell.conversion());
  kernel.convert = table_of(set).kernel[row][static_cast<std::size_t>(cell.rounding)][variant];
  return kernel;
}

std::optional<VconvKernel> vconv_kernel(const Behaviour& behaviour, const spec::Cell& cell,
                                        std::uint64_t ctrl) {
  return vconv_kernel(behaviour, cell, ctrl, kernels::instruction_sets().back());
}

PackedConverter packed_converter(const VconvKernel& kernel) {
  const auto convert = [](const void* context, const PackedLanes& lanes) {
    const auto& which = *static_cast<const VconvKernel*>(context);
    which.convert(which.parameters, lanes.source, lanes.destination, lanes.count);
  };
  return {convert, &kernel};
}

}  // namespace vconform::adapters::golden
