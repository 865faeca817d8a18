#include "suites/coverage/place_reachability.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/units.h"
#include "suites/coverage/classes.h"
#include "suites/coverage/instruction_classes.h"

namespace vconform::suites {

namespace {

using spec::Conversion;
using spec::Family;

constexpr std::uint64_t kUbBlocks =
    spec::memory_of(spec::MemoryId::kUb).a2_size / spec::kBlockBytes;

// The values that an argument can have where it makes a difference: multiples from low to high.
struct Permitted {
  std::uint64_t low = 0;
  std::uint64_t high = ~std::uint64_t{0};
  std::uint64_t multiple = 1;
  std::string why;
};

std::uint64_t unsigned_of(int number) {
  return static_cast<std::uint64_t>(number);
}

// Strides of which so many steps stay in UB.
Permitted stride(std::uint64_t steps, bool of_destination) {
  return {
      of_destination ? std::uint64_t{1} : 0, std::min((kUbBlocks - 1) / steps, kWidestStride), 1,
      "0 writes a block twice, which is undefined; of more than 8 bits the width of a stride is "
      "open"};
}

// The elements that a counter can ask for: each repeat has destination blocks of its own, and may
// read the same source. A call by count has contiguous operands.
std::uint64_t largest_count(const Conversion& row) {
  const std::uint64_t dst = unsigned_of(row.destination_blocks);
  const std::uint64_t src = unsigned_of(row.source_blocks);
  const std::uint64_t repeats =
      row.family == Family::kCastDeq ? kUbBlocks / (dst + src) : (kUbBlocks - src) / dst;
  return repeats * unsigned_of(row.elements);
}

Permitted vector_values(const Conversion& row, Dim dim) {
  switch (dim) {
    case Dim::kRepeat:
      return {0, spec::kMaxRepeat, 1, "repeat is at most 255"};
    case Dim::kCount:
      return {0, largest_count(row), 1, "more elements leave UB"};
    case Dim::kDstBlockStride:
      return stride(unsigned_of(row.destination_blocks - 1), true);
    case Dim::kSrcBlockStride:
      return stride(unsigned_of(row.source_blocks - 1), false);
    case Dim::kDstRepeatStride:
      return stride(1, true);
    case Dim::kSrcRepeatStride:
      return stride(1, false);
    default:
      return {};
  }
}

Permitted matrix_values_of(const Conversion& row, Dim dim) {
  constexpr std::uint64_t kField16 = 0xffff;
  switch (dim) {
    case Dim::kNSize:
      return {0, spec::kMaxNSize, spec::n_size_multiple(row, false),
              "NSize is at most 4095, and of a b4 a multiple of 64"};
    case Dim::kMSize:
      return {0, spec::kMaxMSize, 1, "MSize is at most 65535"};
    case Dim::kDstStride:
      return {1, 0xffffffff, 1, "dstStride is at least 1"};
    case Dim::kSrcStride:
      return {0, kField16, spec::kSrcStrideMultiple, "srcStride is a multiple of 16 of 16 bits"};
    case Dim::kNdCount:
      return {0, kField16, 1, "the count has 16 bits"};
    case Dim::kSrcNdStride:
      return {1, spec::kMaxSrcNdStride, 1, "src_nd_stride is from 1 to 512"};
    case Dim::kDstNdStride:
      return {0, kField16, row.destination == spec::NumberType::kS4 ? std::uint64_t{2} : 1,
              "dst_nd_stride has 16 bits, and of a b4 is even"};
    default:
      return {};
  }
}

Permitted data_copy_values_of(Dim dim) {
  constexpr std::uint64_t kField16 = 0xffff;
  switch (dim) {
    case Dim::kBlockCount:
      return {1, spec::kMaxBlockCount, 1, "blockCount is from 1 to 4095"};
    case Dim::kBlockLen:
      return {1, kField16, 1, "blockLen is from 1 to 65535"};
    case Dim::kSrcStride:
    case Dim::kDstStride:
      return {0, kField16, 1, "a stride has 16 bits"};
    default:
      return {};
  }
}

Permitted values_of(const Conversion& row, Dim dim) {
  switch (row.family) {
    case Family::kCopyMatrix:
      return matrix_values_of(row, dim);
    case Family::kDataCopy:
      return data_copy_values_of(dim);
    default:
      return vector_values(row, dim);
  }
}

bool is_magnitude(Dim dim) {
  return dimension_of(dim).classes.size() == kMostClasses;
}

// Whether a value of the class, which is a number of bits, is among the values.
bool has_magnitude(const Permitted& values, std::size_t bits) {
  const std::uint64_t first = bits == 0 ? 0 : std::uint64_t{1} << (bits - 1);
  const std::uint64_t last = bits == kMostClasses - 1 ? ~std::uint64_t{0}
                             : bits == 0              ? 0
                                                      : (first - 1) + first;
  const std::uint64_t low = std::max(first, values.low);
  const std::uint64_t high = std::min(last, values.high);
  if (low > high) {
    return false;
  }
  return high / values.multiple * values.multiple >= low;
}

bool has_equal_operands(const Conversion& row) {
  return row.source_blocks == row.destination_blocks && row.from().bits == row.to().bits;
}

bool is_counted(std::size_t number) {
  return number >= static_cast<std::size_t>(MaskClass::kCountNone);
}

// Whether a mask of this class activates nothing.
bool is_idle(std::size_t number) {
  return number == static_cast<std::size_t>(MaskClass::kNone) ||
         number == static_cast<std::size_t>(MaskClass::kCountNone);
}

std::optional<std::string> against_shape(const Conversion& row, Dim dim, std::size_t number) {
  if (dim == Dim::kOverlap && number == static_cast<std::size_t>(OverlapClass::kIdentical) &&
      !has_equal_operands(row)) {
    return "operands of different widths are not identical block by block";
  }
  if (dim == Dim::kBlockMode && !row.is_plain_path() &&
      number == static_cast<std::size_t>(spec::BlockMode::kNormal)) {
    return "from CO1 to CO2 blockMode is MATRIX or VECTOR";
  }
  if (dim == Dim::kLayout && number == 1 &&
      (row.path != spec::kToGm || row.source != row.destination ||
       row.source != spec::NumberType::kF32)) {
    return "channelSplit is for f32 to f32";
  }
  return std::nullopt;
}

std::optional<std::string> against_single(const Conversion& row, Dim dim, std::size_t number) {
  if (!is_magnitude(dim)) {
    return against_shape(row, dim, number);
  }
  const Permitted values = values_of(row, dim);
  return has_magnitude(values, number) ? std::nullopt : std::optional(values.why);
}

}  // namespace

std::optional<std::string> why_no_place(const spec::Cell& cell, const Bin& bin) {
  const Conversion& row = cell.conversion();
  if (auto reason = against_single(row, bin.a, bin.class_a)) {
    return reason;
  }
  if (!bin.b) {
    return std::nullopt;
  }
  if (auto reason = against_single(row, *bin.b, bin.class_b)) {
    return reason;
  }
  if (bin.a == Dim::kMask && *bin.b == Dim::kRepeat && is_counted(bin.class_a)) {
    return "counter mode ignores repeat";
  }
  if (bin.a == Dim::kMask && *bin.b == Dim::kOverlap && is_idle(bin.class_a)) {
    return "nothing is written";
  }
  return std::nullopt;
}

}  // namespace vconform::suites
