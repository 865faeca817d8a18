// The addresses of one vector instruction whose row is served by convert() or element(). Not
// golden's walk: this one is part of the program that loads a backend, where golden's results must
// not be within reach.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "adapters/vconform_adapter.h"
#include "spec/case/memory_image.h"
#include "spec/case/registers.h"
#include "spec/number/units.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters {

// The reading "12" of rule walk.stride-width.
inline constexpr int kElementwiseStrideBits = 12;

// The strides of an operand, in bytes.
struct ElementwiseStrides {
  std::uint64_t block;
  std::uint64_t repeat;
};

// The part of each block that holds lanes: all of it, or the half that a DEQ fills.
struct FilledBytes {
  std::uint64_t first = 0;
  std::uint64_t count = spec::kBlockBytes;
};

// The blocks of one operand, and the lanes in them.
class ElementwiseOperand {
 public:
  ElementwiseOperand(const spec::NumberFormat& format, const vconform_address& address,
                     const ElementwiseStrides& strides, const FilledBytes& filled = {});

  const spec::NumberFormat& format() const { return *format_; }
  const ElementwiseStrides& strides() const { return strides_; }

  // The byte of a repeat where a lane starts; the lane of an s4 is an even one.
  std::uint64_t lane_at(std::uint64_t lane) const {
    return lanes_at_ + lane / lanes_in_block_ * strides_.block +
           spec::byte_count(*format_, lane % lanes_in_block_);
  }
  // The byte in UB where a repeat starts.
  std::uint64_t repeat_at(std::uint64_t repeat) const {
    return address_.offset + repeat * strides_.repeat;
  }
  // The byte in UB after a lane.
  std::uint64_t end(std::uint64_t repeat, std::uint64_t lane) const;
  const vconform_address& address() const { return address_; }

 private:
  const spec::NumberFormat* format_;
  vconform_address address_;
  ElementwiseStrides strides_;
  std::uint64_t lanes_in_block_;
  std::uint64_t lanes_at_;
};

struct ElementwiseWalk {
  // `named` is the row that the program has, `which` the instruction that runs: they differ for a
  // cast_deq. The arguments of a DEQ are those of a vconv.
  ElementwiseWalk(const spec::Cell& named, const spec::Cell& which, const vconform_vconv& arguments,
                  const spec::Registers& registers);

  bool is_active(std::uint64_t repeat, std::uint64_t lane) const {
    return counter_mode ? repeat * lanes + lane < spec::counter_of(registers.mask)
                        : registers.mask.bit(lane);
  }

  spec::Cell named;
  spec::Cell cell;
  ElementwiseOperand destination;
  ElementwiseOperand source;
  spec::Registers registers;
  bool counter_mode;
  // Elements per repeat.
  std::uint64_t lanes;
  std::uint64_t repeats;
};

// The byte in UB where the factors of a VDEQ stand.
std::uint64_t factors_of(const ElementwiseWalk& walk);

// One line on why the arguments are outside the documented range or an active lane is outside the
// `ub_size` bytes of UB; nullopt if the walk may run.
std::optional<std::string> elementwise_problem(const ElementwiseWalk& walk, std::uint64_t ub_size);

}  // namespace vconform::adapters
