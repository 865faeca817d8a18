// The addresses of one vconv for tables that only convert arrays. Not golden's walk: this one is
// part of the program that loads a backend, where golden's results must not be within reach.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"
#include "spec/number/units.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters {

// The reading "12" of rule walk.stride-width.
inline constexpr int kElementwiseStrideBits = 12;

// The blocks of one operand, and the lanes in them.
class ElementwiseOperand {
 public:
  ElementwiseOperand(const spec::NumberFormat& format, const vconform_address& address,
                     std::uint16_t block_stride, std::uint16_t repeat_stride);

  const spec::NumberFormat& format() const { return *format_; }
  // The byte in UB where the block of a lane starts.
  std::uint64_t block(std::uint64_t repeat, std::uint64_t lane) const {
    return address_.offset + repeat * repeat_stride_ + lane / lanes_in_block_ * block_stride_;
  }
  std::uint64_t index_in_block(std::uint64_t lane) const { return lane % lanes_in_block_; }
  // The byte after a lane.
  std::uint64_t end(std::uint64_t repeat, std::uint64_t lane) const;
  const vconform_address& address() const { return address_; }

 private:
  const spec::NumberFormat* format_;
  vconform_address address_;
  std::uint64_t lanes_in_block_;
  // In bytes.
  std::uint64_t block_stride_;
  std::uint64_t repeat_stride_;
};

struct ElementwiseWalk {
  ElementwiseWalk(const spec::Cell& which, const vconform_vconv& vconv,
                  const spec::Registers& registers);

  bool is_active(std::uint64_t repeat, std::uint64_t lane) const {
    return counter_mode ? repeat * lanes + lane < spec::counter_of(mask) : mask.bit(lane);
  }

  spec::Cell cell;
  ElementwiseOperand destination;
  ElementwiseOperand source;
  spec::Mask mask;
  std::uint64_t ctrl;
  bool counter_mode;
  // Elements per repeat.
  std::uint64_t lanes;
  std::uint64_t repeats;
};

// One line on why the arguments are outside the documented range or an active lane is outside the
// `ub_size` bytes of UB; nullopt if the walk may run.
std::optional<std::string> elementwise_problem(const ElementwiseWalk& walk, std::uint64_t ub_size);

}  // namespace vconform::adapters
