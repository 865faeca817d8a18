#include "generators/operation/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "generators/choices/random_words.h"
#include "generators/operation/words.h"
#include "generators/vector/background.h"
#include "spec/case/memory_image.h"
#include "spec/number/units.h"
#include "spec/rows/operation_columns.h"
#include "spec/rows/operation_rows.h"
#include "spec/text/error.h"
#include "spec/text/quoted.h"

namespace vconform::generators {

namespace {

using spec::takes_any_place;

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
  spec::MemoryId memory;
  // As in spec::Quantisation.
  std::uint64_t block;
  std::uint64_t stride = 0;
  std::uint64_t shift = 0;

  // Bytes from a block's start to the last element.
  std::uint64_t bytes(const Shape& shape) const {
    const std::uint64_t elements =
        shift + spec::spanned_elements(shape.rows, shape.cols, stride, block);
    return (elements * bits_of(format) + spec::kBitsPerByte - 1) / spec::kBitsPerByte;
  }
};

Operand src_of(const spec::Cell& cell) {
  return {cell.conversion().from(), spec::limits_of(cell).src,
          spec::operation_of(cell).quantisation.src_block};
}
Operand dst_of(const spec::Cell& cell) {
  return {cell.conversion().to(), spec::limits_of(cell).dst,
          spec::operation_of(cell).quantisation.dst_block};
}

// Rows of a fractal. Sources come in whole ones, in which a gap is a row of fractals.
constexpr std::uint64_t kFractalRows = 16;

// From one block of columns to the next.
std::uint64_t block_stride(const Operand& operand, const Shape& shape, std::uint64_t gap,
                           bool is_source) {
  const std::uint64_t whole = rounded_up(shape.rows, kFractalRows);
  if (is_source) {
    return (whole + gap * kFractalRows) * operand.block;
  }
  return (gap == 0 ? whole : shape.rows + gap) * operand.block;
}

Operand placed(Operand operand, const Shape& shape, bool is_source, bool strides) {
  const std::uint64_t gap = strides ? (is_source ? shape.src_gap : shape.dst_gap) : 0;
  const bool aligned = shape.aligned || !takes_any_place(operand.memory);
  const std::uint64_t unit = aligned ? per_block(operand.format) : per_byte(operand.format);
  if (operand.block != 0) {
    operand.stride = rounded_up(block_stride(operand, shape, gap, is_source), unit);
  } else {
    operand.stride = strides ? rounded_up(shape.cols + gap, unit) : shape.cols;
  }
  const std::uint64_t shift = is_source ? shape.src_shift : shape.dst_shift;
  operand.shift =
      aligned ? 0 : rounded_up(shift % per_block(operand.format), per_byte(operand.format));
  return operand;
}

// Without gaps an aligned rectangle has whole blocks in each row, or one row.
Shape permitted(const spec::Cell& cell, Shape shape) {
  const spec::OperationLimits& limits = spec::limits_of(cell);
  const spec::OperationRow& row = spec::operation_of(cell);
  const Operand src = src_of(cell);
  const Operand dst = dst_of(cell);
  const bool src_moves = takes_any_place(src.memory);
  const bool dst_moves = takes_any_place(dst.memory);
  shape.aligned =
      ((shape.aligned || !limits.unaligned) && limits.aligned) || (!src_moves && !dst_moves);
  shape.rows =
      clamped(std::max<std::uint64_t>(shape.rows, 1), limits.most_rows, limits.rows_multiple);
  shape.cols = clamped(std::max<std::uint64_t>(shape.cols, 1), limits.most_cols,
                       spec::columns_multiple(row, limits, shape.aligned));
  if (!limits.strides && shape.cols % spec::columns_of_blocks(row, limits, shape.aligned) != 0) {
    shape.rows = 1;
  }
  const bool src_is_shifted = src_moves && shape.src_shift % per_block(src.format) != 0;
  const bool dst_is_shifted = dst_moves && shape.dst_shift % per_block(dst.format) != 0;
  if (!shape.aligned && !src_is_shifted && !dst_is_shifted) {
    (src_moves ? shape.src_shift : shape.dst_shift) = per_byte(src_moves ? src.format : dst.format);
  }
  return shape;
}

// Everything in each memory, one behind the other, from kSpare on.
class Memories {
 public:
  Memories() { ends_.fill(kSpare); }

  // The place of so many bytes, behind which kSpare bytes stay free.
  spec::Address take(spec::MemoryId memory, std::uint64_t bytes, std::uint64_t alignment) {
    std::uint64_t& end = ends_.at(static_cast<std::size_t>(memory));
    const spec::Address at{memory, rounded_up(end, alignment)};
    end = at.offset + rounded_up(bytes + kSpare, spec::kBlockBytes);
    return at;
  }
  std::uint64_t end(spec::MemoryId memory) const {
    return ends_.at(static_cast<std::size_t>(memory));
  }
  // The first memory that has too few bytes; nullopt if everything fits.
  std::optional<spec::MemoryId> too_small() const;
  std::vector<spec::CaseMemory> memories() const;

 private:
  std::array<std::uint64_t, spec::kMemoryCount> ends_{};
};

// The part of GM that a lowering is given, and that of the Fixpipe buffer where FPC can begin.
constexpr std::uint64_t kGmBytes = 4 * 1024 * 1024;
constexpr std::uint64_t kFixpipeBytes = 32 * 1024;

std::optional<spec::MemoryId> Memories::too_small() const {
  for (const spec::Memory& memory : spec::kMemories) {
    const std::uint64_t size = memory.id == spec::MemoryId::kGm        ? kGmBytes
                               : memory.id == spec::MemoryId::kFixpipe ? kFixpipeBytes
                                                                       : memory.a2_size;
    if (end(memory.id) > size) {
      return memory.id;
    }
  }
  return std::nullopt;
}

std::vector<spec::CaseMemory> Memories::memories() const {
  std::vector<spec::CaseMemory> all = {
      {spec::MemoryId::kUb, std::max(end(spec::MemoryId::kUb), 2 * kSpare)}};
  for (const spec::Memory& memory : spec::kMemories) {
    if (memory.id != spec::MemoryId::kUb && end(memory.id) > kSpare) {
      all.push_back({memory.id, end(memory.id)});
    }
  }
  return all;
}

// Alphas and words stand where FPC can name them.
constexpr std::uint64_t kParameterAlignment = 128;

class Layout {
 public:
  Layout(const spec::Cell& cell, const Shape& shape)
      : shape_(shape),
        src_(placed(src_of(cell), shape, true, spec::limits_of(cell).strides)),
        dst_(placed(dst_of(cell), shape, false, spec::limits_of(cell).strides)) {
    const spec::OperationLimits& limits = spec::limits_of(cell);
    const spec::OperationParameters has = spec::operation_parameters(cell.row);
    step_.cell = cell;
    step_.src = take(src_);
    step_.dst = take(dst_);
    if (limits.scratch_bytes > 0) {
      step_.scratch = room_.take(spec::MemoryId::kUb, limits.scratch_bytes, spec::kBlockBytes);
      step_.scratch_bytes = limits.scratch_bytes;
    }
    if (has.alphas) {
      step_.alphas = room_.take(limits.parameters, shape.cols * spec::kOperationAlphaBytes,
                                kParameterAlignment);
    }
    if (has.words) {
      step_.quants = room_.take(limits.parameters, shape.cols * spec::kOperationWordBytes,
                                kParameterAlignment);
    }
  }

  std::optional<spec::MemoryId> too_small() const { return room_.too_small(); }
  std::vector<spec::CaseMemory> memories() const { return room_.memories(); }
  spec::Operation step() const;

 private:
  spec::Address take(const Operand& operand) {
    spec::Address at = room_.take(operand.memory, operand.bytes(shape_),
                                  spec::memory_of(operand.memory).alignment);
    at.offset += operand.shift * bits_of(operand.format) / spec::kBitsPerByte;
    return at;
  }

  Shape shape_;
  Operand src_;
  Operand dst_;
  Memories room_;
  spec::Operation step_;
};

spec::Operation Layout::step() const {
  spec::Operation step = step_;
  step.rows = static_cast<std::uint32_t>(shape_.rows);
  step.cols = static_cast<std::uint32_t>(shape_.cols);
  step.src_stride = static_cast<std::uint32_t>(src_.stride);
  step.dst_stride = static_cast<std::uint32_t>(dst_.stride);
  return step;
}

// Fewer rows first: the number of columns is what most cases are about.
Shape smaller(const spec::Cell& cell, Shape shape) {
  (shape.rows > spec::limits_of(cell).rows_multiple ? shape.rows : shape.cols) /= 2;
  return permitted(cell, shape);
}

// The layout of a permitted shape, or of the next smaller one that fits.
Layout fitting(const spec::Cell& cell, Shape shape) {
  for (;;) {
    Layout layout(cell, shape);
    const std::optional<spec::MemoryId> memory = layout.too_small();
    if (!memory) {
      return layout;
    }
    const Shape less = smaller(cell, shape);
    if (less.rows == shape.rows && less.cols == shape.cols) {
      throw spec::InputError(fmt::format(
          "operation {}: its least rectangle, {} x {}, does not fit in {}: lower rows_multiple, "
          "cols_multiple or scratch_bytes",
          spec::quoted(spec::operation_of(cell).name), shape.rows, shape.cols,
          spec::memory_of(*memory).name));
    }
    shape = less;
  }
}

}  // namespace

std::uint64_t repeat_of(const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  return spec::kRepeatBytes * spec::kBitsPerByte / std::max(bits_of(row.from()), bits_of(row.to()));
}

spec::Case shaped(const spec::Cell& cell, Shape shape) {
  const Layout layout = fitting(cell, permitted(cell, shape));
  const spec::Operation step = layout.step();
  spec::Case test_case;
  test_case.memories = layout.memories();
  const spec::Conversion& row = cell.conversion();
  const spec::Quantisation& how = spec::operation_of(cell).quantisation;
  const NumberRange old = destination_numbers(row);
  const NumberRange numbers = source_numbers(row);
  test_case.placements = {spec::PlaceNumbers{step.dst, row.destination,
                                             spec::spanned_elements(step.rows, step.cols,
                                                                    step.dst_stride, how.dst_block),
                                             old.low, old.modulus},
                          spec::PlaceNumbers{step.src, row.source,
                                             spec::spanned_elements(step.rows, step.cols,
                                                                    step.src_stride, how.src_block),
                                             numbers.low, numbers.modulus}};
  test_case.steps = {step};
  if (spec::operation_of(cell).quantises()) {
    constexpr std::uint32_t kHalfAsF32 = 0x3f000000;
    set_uniform_words(test_case, plain_operation_word(cell), kHalfAsF32);
  }
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
  const std::uint64_t place =
      spec::element_index(index / operation.cols, index % operation.cols, operation.src_stride,
                          spec::operation_of(operation.cell).quantisation.src_block);
  return spec::PlaceElement{operation.src, operation.cell.conversion().source, place, pattern};
}

}  // namespace vconform::generators
