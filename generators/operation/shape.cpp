#include "generators/operation/shape.h"

#include <algorithm>
#include <numeric>

#include "generators/choices/random_words.h"
#include "generators/vector/background.h"
#include "spec/case/memory_image.h"
#include "spec/number/units.h"
#include "spec/rows/operation_rows.h"

namespace vconform::generators {

namespace {

constexpr std::uint64_t kUbBytes = spec::memory_of(spec::MemoryId::kUb).a2_size;
// Untouched bytes behind every operand, so that a step too far shows.
constexpr std::uint64_t kSpare = 64;

std::uint64_t bits_of(const spec::NumberFormat& format) {
  return static_cast<std::uint64_t>(format.bits);
}
// Elements in the smallest part of memory that rows share with nobody: 32 bytes, or a byte.
std::uint64_t per_block(const spec::NumberFormat& format) {
  return spec::kBlockBytes * spec::kBitsPerByte / bits_of(format);
}
std::uint64_t per_byte(const spec::NumberFormat& format) {
  return format.bits < 8 ? 2 : 1;
}

std::uint64_t rounded_up(std::uint64_t number, std::uint64_t unit) {
  return (number + unit - 1) / unit * unit;
}

std::uint64_t clamped(std::uint64_t wanted, std::uint64_t most, std::uint64_t multiple) {
  const std::uint64_t limit = most == 0 ? wanted : std::min(wanted, most);
  return std::max(multiple, most == 0 || rounded_up(limit, multiple) <= most
                                ? rounded_up(limit, multiple)
                                : limit / multiple * multiple);
}

struct Operand {
  const spec::NumberFormat& format;
  std::uint64_t stride;
  std::uint64_t shift;
  // Bytes from a block's start to the last element.
  std::uint64_t bytes(const Shape& shape) const {
    const std::uint64_t elements = shift + (shape.rows - 1) * stride + shape.cols;
    return (elements * bits_of(format) + spec::kBitsPerByte - 1) / spec::kBitsPerByte;
  }
};

Operand operand_of(const spec::NumberFormat& format, const Shape& shape, std::uint64_t gap,
                   std::uint64_t shift, bool strides) {
  const std::uint64_t unit = shape.aligned ? per_block(format) : per_byte(format);
  const std::uint64_t stride = strides ? rounded_up(shape.cols + gap, unit) : shape.cols;
  return {format, stride,
          shape.aligned ? 0 : rounded_up(shift % per_block(format), per_byte(format))};
}

// Without gaps an aligned rectangle has whole blocks in each row, or one row.
Shape permitted(const spec::Cell& cell, Shape shape) {
  const spec::OperationLimits& limits = spec::limits_of(cell);
  const spec::Conversion& row = cell.conversion();
  const std::uint64_t multiple = std::lcm(std::uint64_t{limits.cols_multiple},
                                          std::max(per_byte(row.from()), per_byte(row.to())));
  shape.aligned = (shape.aligned || !limits.unaligned) && limits.aligned;
  shape.rows = clamped(std::max<std::uint64_t>(shape.rows, 1), limits.most_rows, 1);
  shape.cols = clamped(std::max<std::uint64_t>(shape.cols, 1), limits.most_cols, multiple);
  const std::uint64_t blocks = std::lcm(per_block(row.from()), per_block(row.to()));
  if (!limits.strides && shape.aligned && shape.cols % blocks != 0) {
    shape.rows = 1;
  }
  if (!shape.aligned && shape.src_shift % per_block(row.from()) == 0 &&
      shape.dst_shift % per_block(row.to()) == 0) {
    shape.src_shift = per_byte(row.from());
  }
  return shape;
}

class Layout {
 public:
  Layout(const spec::Cell& cell, const Shape& shape)
      : shape_(shape),
        src_(operand_of(cell.conversion().from(), shape, shape.src_gap, shape.src_shift,
                        spec::limits_of(cell).strides)),
        dst_(operand_of(cell.conversion().to(), shape, shape.dst_gap, shape.dst_shift,
                        spec::limits_of(cell).strides)),
        limits_(spec::limits_of(cell)) {}

  std::uint64_t ub_bytes() const { return end_in(spec::MemoryId::kUb); }
  bool fits() const { return ub_bytes() <= kUbBytes; }
  void place(spec::Case& test_case, spec::Operation& step) const;

 private:
  std::uint64_t spanned(const Operand& operand) const {
    return rounded_up(operand.bytes(shape_) + kSpare, spec::kBlockBytes);
  }
  // Everything in a memory, one behind the other: source, destination, scratch.
  std::uint64_t end_in(spec::MemoryId memory) const {
    return kSpare + (limits_.src == memory ? spanned(src_) : 0) +
           (limits_.dst == memory ? spanned(dst_) : 0) +
           (memory == spec::MemoryId::kUb ? rounded_up(limits_.scratch_bytes, spec::kBlockBytes) +
                                                (limits_.scratch_bytes == 0 ? 0 : kSpare)
                                          : 0);
  }

  Shape shape_;
  Operand src_;
  Operand dst_;
  spec::OperationLimits limits_;
};

void Layout::place(spec::Case& test_case, spec::Operation& step) const {
  step.rows = static_cast<std::uint32_t>(shape_.rows);
  step.cols = static_cast<std::uint32_t>(shape_.cols);
  step.src_stride = static_cast<std::uint32_t>(src_.stride);
  step.dst_stride = static_cast<std::uint32_t>(dst_.stride);
  const auto bytes_before = [](const Operand& operand) {
    return operand.shift * bits_of(operand.format) / spec::kBitsPerByte;
  };
  step.src = {limits_.src, kSpare + bytes_before(src_)};
  const std::uint64_t behind_src = kSpare + (limits_.src == limits_.dst ? spanned(src_) : 0);
  step.dst = {limits_.dst, behind_src + bytes_before(dst_)};
  if (limits_.scratch_bytes > 0) {
    step.scratch = {spec::MemoryId::kUb, end_in(spec::MemoryId::kUb) - kSpare -
                                             rounded_up(limits_.scratch_bytes, spec::kBlockBytes)};
    step.scratch_bytes = limits_.scratch_bytes;
  }
  test_case.memories = {{spec::MemoryId::kUb, std::max(ub_bytes(), 2 * kSpare)}};
  if (limits_.src == spec::MemoryId::kGm || limits_.dst == spec::MemoryId::kGm) {
    test_case.memories.push_back({spec::MemoryId::kGm, end_in(spec::MemoryId::kGm)});
  }
}

std::uint64_t spanned_elements(const spec::Operation& step, std::uint64_t stride) {
  return (std::uint64_t{step.rows} - 1) * stride + step.cols;
}

}  // namespace

std::uint64_t repeat_of(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  return spec::kRepeatBytes * spec::kBitsPerByte / std::max(bits_of(row.from()), bits_of(row.to()));
}

spec::Case shaped(const spec::Cell& cell, Shape shape) {
  shape = permitted(cell, shape);
  while (!Layout(cell, shape).fits()) {
    // Fewer rows first: the number of columns is what most cases are about.
    (shape.rows > 1 ? shape.rows : shape.cols) /= 2;
    shape = permitted(cell, shape);
  }
  spec::Operation step;
  step.cell = cell;
  spec::Case test_case;
  Layout(cell, shape).place(test_case, step);
  const spec::Conversion& row = cell.conversion();
  const NumberRange old = destination_numbers(row);
  const NumberRange numbers = source_numbers(row);
  test_case.placements = {
      spec::PlaceNumbers{step.dst, row.destination, spanned_elements(step, step.dst_stride),
                         old.low, old.modulus},
      spec::PlaceNumbers{step.src, row.source, spanned_elements(step, step.src_stride), numbers.low,
                         numbers.modulus}};
  test_case.steps = {step};
  return test_case;
}

spec::Operation& operation_in(spec::Case& test_case) {
  return std::get<spec::Operation>(test_case.steps.back());
}

void make_stale(spec::Operation& operation, std::uint64_t seed) {
  RandomWords words(seed);
  operation.mask = {words.next(), words.next()};
  operation.deq_scale = words.next();
  for (std::uint64_t& word : operation.fixpipe) {
    word = words.next();
  }
  // An f32.
  operation.fixpipe[spec::index_of(spec::FixpipeRegister::kLreluAlpha)] &= 0x7f7fffff;
}

spec::Placement source_element(const spec::Operation& operation, std::uint64_t index,
                               std::uint64_t pattern) {
  const std::uint64_t row = index / operation.cols;
  const std::uint64_t place = row * operation.src_stride + index % operation.cols;
  return spec::PlaceElement{operation.src, operation.cell.conversion().source, place, pattern};
}

}  // namespace vconform::generators
