#include "adapters/elementwise/elementwise_walk.h"

#include <algorithm>

#include "spec/number/quantization.h"

namespace vconform::adapters {

namespace {

// The reading "8" of rule walk.stride-width-deq, of repeat strides alone.
constexpr int kRepeatStrideBitsOfDeq = 8;

std::uint64_t stride_bytes(std::uint16_t stride, int bits) {
  return stride % (std::uint64_t{1} << bits) * spec::kBlockBytes;
}

ElementwiseStrides strides_of(const spec::Conversion& row, std::uint16_t block,
                              std::uint16_t repeat) {
  const int repeat_bits =
      row.family == spec::Family::kDeq ? kRepeatStrideBitsOfDeq : kElementwiseStrideBits;
  return {stride_bytes(block, kElementwiseStrideBits), stride_bytes(repeat, repeat_bits)};
}

// The readings "block" and "unchanged" of rules deq.half and deq.other-half.
FilledBytes filled_bytes(const spec::Conversion& row) {
  constexpr std::uint64_t kHalf = spec::kBlockBytes / 2;
  if (row.family != spec::Family::kDeq || row.deq == spec::DeqForm::kHalf) {
    return {};
  }
  return {spec::is_high(row.deq) ? kHalf : 0, kHalf};
}

std::uint64_t repeats_of(const ElementwiseWalk& walk, const vconform_vconv& vconv) {
  return walk.counter_mode ? (spec::counter_of(walk.registers.mask) + walk.lanes - 1) / walk.lanes
                           : vconv.repeat;
}

// The byte after the furthest active lane. Repeats do not go backwards, and only the last one can
// be partial: the furthest lane is in the last or the one before.
std::uint64_t end_of(const ElementwiseWalk& walk, const ElementwiseOperand& operand) {
  std::uint64_t end = operand.address().offset;
  const std::uint64_t first = walk.repeats - std::min<std::uint64_t>(walk.repeats, 2);
  for (std::uint64_t repeat = first; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t lane = 0; lane < walk.lanes; ++lane) {
      if (walk.is_active(repeat, lane)) {
        end = std::max(end, operand.end(repeat, lane));
      }
    }
  }
  return end;
}

std::optional<std::string> operand_problem(const ElementwiseWalk& walk,
                                           const ElementwiseOperand& operand,
                                           const std::string& name, std::uint64_t ub_size) {
  const std::uint64_t at = operand.address().offset;
  if (at % spec::memory_of(spec::MemoryId::kUb).alignment != 0) {
    return name + " at byte " + std::to_string(at) + " is not 32-byte aligned";
  }
  // Not added to an offset outside UB, whose sum could wrap.
  const std::uint64_t end = at > ub_size ? at : end_of(walk, operand);
  if (end > ub_size) {
    return name + " reaches byte " + std::to_string(end) + " of " + std::to_string(ub_size) +
           " in UB";
  }
  return std::nullopt;
}

// s4 counts are even and mask bits come in equal pairs (asc-devkit:precision_conversion).
std::optional<std::string> nibble_problem(const ElementwiseWalk& walk) {
  if (std::min(walk.source.format().bits, walk.destination.format().bits) >= 8) {
    return std::nullopt;
  }
  if (walk.counter_mode) {
    return spec::counter_of(walk.registers.mask) % 2 == 0
               ? std::nullopt
               : std::optional<std::string>("the counter is odd, s4 elements come in pairs");
  }
  for (std::uint64_t bit = 0; bit < spec::kMaskBits; bit += 2) {
    if (walk.registers.mask.bit(bit) != walk.registers.mask.bit(bit + 1)) {
      return "mask bits " + std::to_string(bit) + " and " + std::to_string(bit + 1) +
             " differ, s4 elements come in pairs";
    }
  }
  return std::nullopt;
}

// The factors are read as soon as a lane is converted.
std::optional<std::string> factors_problem(const ElementwiseWalk& walk, std::uint64_t ub_size) {
  const std::uint64_t end = factors_of(walk) + spec::kVectorBytes;
  if (!spec::is_vdeq(walk.cell.conversion().deq) || end <= ub_size ||
      end_of(walk, walk.destination) == walk.destination.address().offset) {
    return std::nullopt;
  }
  return "the vector in DEQSCALE reaches byte " + std::to_string(end) + " of " +
         std::to_string(ub_size) + " in UB";
}

}  // namespace

ElementwiseOperand::ElementwiseOperand(const spec::NumberFormat& format,
                                       const vconform_address& address,
                                       const ElementwiseStrides& strides, const FilledBytes& filled)
    : format_(&format),
      address_(address),
      strides_(strides),
      lanes_in_block_(filled.count * spec::kBitsPerByte / static_cast<std::uint64_t>(format.bits)),
      lanes_at_(filled.first) {}

std::uint64_t ElementwiseOperand::end(std::uint64_t repeat, std::uint64_t lane) const {
  const std::uint64_t block = lane - lane % lanes_in_block_;
  return repeat_at(repeat) + lane_at(block) + spec::byte_count(*format_, lane - block + 1);
}

ElementwiseWalk::ElementwiseWalk(const spec::Cell& named_cell, const spec::Cell& which,
                                 const vconform_vconv& arguments,
                                 const spec::Registers& registers_then)
    : named(named_cell),
      cell(which),
      destination(
          cell.conversion().to(), arguments.dst,
          strides_of(cell.conversion(), arguments.dstBlockStride, arguments.dstRepeatStride),
          filled_bytes(cell.conversion())),
      source(cell.conversion().from(), arguments.src,
             strides_of(cell.conversion(), arguments.srcBlockStride, arguments.srcRepeatStride)),
      registers(registers_then),
      counter_mode(spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode)),
      lanes(static_cast<std::uint64_t>(cell.conversion().elements)),
      repeats(repeats_of(*this, arguments)) {}

std::uint64_t factors_of(const ElementwiseWalk& walk) {
  return spec::kVectorAddress.of(walk.registers.deq_scale) * spec::kVectorAddressUnit;
}

std::optional<std::string> elementwise_problem(const ElementwiseWalk& walk, std::uint64_t ub_size) {
  for (const ElementwiseOperand* operand : {&walk.destination, &walk.source}) {
    if (operand->address().memory != VCONFORM_UB) {
      return "an operand is not in UB";
    }
  }
  if (!walk.counter_mode && walk.repeats > spec::kMaxRepeat) {
    return "repeat " + std::to_string(walk.repeats) + " exceeds 255";
  }
  if (auto problem = operand_problem(walk, walk.destination, "dst", ub_size)) {
    return problem;
  }
  if (auto problem = operand_problem(walk, walk.source, "src", ub_size)) {
    return problem;
  }
  if (auto problem = factors_problem(walk, ub_size)) {
    return problem;
  }
  return nibble_problem(walk);
}

}  // namespace vconform::adapters
