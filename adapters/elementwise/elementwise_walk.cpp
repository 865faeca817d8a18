#include "adapters/elementwise/elementwise_walk.h"

#include <algorithm>

#include "spec/case/memory_image.h"

namespace vconform::adapters {

namespace {

// A stride is taken modulo 2^kElementwiseStrideBits blocks.
std::uint64_t stride_bytes(std::uint16_t stride) {
  return stride % (std::uint64_t{1} << kElementwiseStrideBits) * spec::kBlockBytes;
}

std::uint64_t repeats_of(const ElementwiseWalk& walk, const vconform_vconv& vconv) {
  return walk.counter_mode ? (spec::counter_of(walk.mask) + walk.lanes - 1) / walk.lanes
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
    return spec::counter_of(walk.mask) % 2 == 0
               ? std::nullopt
               : std::optional<std::string>("the counter is odd, s4 elements come in pairs");
  }
  for (std::uint64_t bit = 0; bit < spec::kMaskBits; bit += 2) {
    if (walk.mask.bit(bit) != walk.mask.bit(bit + 1)) {
      return "mask bits " + std::to_string(bit) + " and " + std::to_string(bit + 1) +
             " differ, s4 elements come in pairs";
    }
  }
  return std::nullopt;
}

}  // namespace

ElementwiseOperand::ElementwiseOperand(const spec::NumberFormat& format,
                                       const vconform_address& address, std::uint16_t block_stride,
                                       std::uint16_t repeat_stride)
    : format_(&format),
      address_(address),
      lanes_in_block_(spec::kBlockBytes * spec::kBitsPerByte /
                      static_cast<std::uint64_t>(format.bits)),
      block_stride_(stride_bytes(block_stride)),
      repeat_stride_(stride_bytes(repeat_stride)) {}

std::uint64_t ElementwiseOperand::end(std::uint64_t repeat, std::uint64_t lane) const {
  return block(repeat, lane) + spec::byte_count(*format_, index_in_block(lane) + 1);
}

ElementwiseWalk::ElementwiseWalk(const spec::Cell& which, const vconform_vconv& vconv,
                                 const spec::Registers& registers)
    : cell(which),
      destination(cell.conversion().to(), vconv.dst, vconv.dstBlockStride, vconv.dstRepeatStride),
      source(cell.conversion().from(), vconv.src, vconv.srcBlockStride, vconv.srcRepeatStride),
      mask(registers.mask),
      ctrl(registers.ctrl),
      counter_mode(spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode)),
      lanes(static_cast<std::uint64_t>(cell.conversion().elements)),
      repeats(repeats_of(*this, vconv)) {}

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
  return nibble_problem(walk);
}

}  // namespace vconform::adapters
