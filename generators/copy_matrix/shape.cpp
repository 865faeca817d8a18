#include "generators/copy_matrix/shape.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "generators/copies/room.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::generators {

namespace {

using spec::Feature;

constexpr std::uint64_t kSide = 16;
// The most bytes of a source, for each element that a case may have.
constexpr std::uint64_t kSourceBytesPerElement = 32;
constexpr std::uint64_t kMostNdStride = 65535;

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}
constexpr std::uint64_t count_of(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit;
}

std::uint64_t bytes_of(const spec::Conversion& row, std::uint64_t elements) {
  return count_of(elements * static_cast<std::uint64_t>(row.to().bits), 8);
}

// The bytes from one row of a block to the next.
std::uint64_t block_row_bytes(const spec::Conversion& row, bool split) {
  return bytes_of(row, spec::channels_of_block(row, split));
}

std::uint64_t matrix_source_bytes(const MatrixShape& shape) {
  const std::uint64_t column = kSide * 4;
  return (count_of(shape.columns(), kSide) - 1) * shape.src_stride * column +
         round_up(shape.rows(), kSide) * column;
}

std::uint64_t nz_bytes(const spec::Conversion& row, const MatrixShape& shape,
                       std::uint64_t channels) {
  return (count_of(shape.columns(), channels) - 1) * shape.dst_stride * 32 +
         shape.rows() * bytes_of(row, channels);
}

std::uint64_t nd_bytes(const spec::Conversion& row, const MatrixShape& shape) {
  const std::uint64_t elements = (shape.matrices() - 1) * shape.dst_nd_stride +
                                 (shape.rows() - 1) * shape.dst_stride +
                                 round_up(shape.columns(), kSide);
  return bytes_of(row, elements);
}

// The fractals from one contiguous source matrix to the next.
std::uint64_t whole_fractals(const MatrixShape& shape) {
  const std::uint64_t all = count_of(matrix_source_bytes(shape), spec::kFractalBytes);
  return std::clamp<std::uint64_t>(all, 1, spec::kMaxSrcNdStride);
}

std::uint64_t draw_n(ChoiceSource& choices, const spec::Conversion& row, bool split, bool limits) {
  constexpr std::array<std::uint64_t, 18> kAny = {16, 32, 1,  15, 17, 48, 33, 64, 0,
                                                  31, 16, 96, 2,  47, 16, 32, 80, 4095};
  constexpr std::array<std::uint64_t, 18> kSplit = {16, 8,  24, 32, 40, 8,  24, 48, 0,
                                                    64, 16, 96, 24, 8,  16, 32, 56, 4088};
  constexpr std::array<std::uint64_t, 18> kB4 = {64, 128, 64, 64,  192, 128, 64, 64,  0,
                                                 64, 128, 64, 256, 64,  64,  64, 192, 4032};
  // A block of b8 has thirty-two channels.
  constexpr std::array<std::uint64_t, 18> kB8 = {32, 16, 48, 1,  31, 33, 64, 80, 0,
                                                 17, 15, 96, 47, 32, 49, 32, 16, 4095};
  const std::uint64_t which = choices.below(kAny.size() + 12) % kAny.size();
  const std::uint64_t last = choices.below(8);
  const auto& list = row.to().bits == 4 ? kB4 : split ? kSplit : row.to().bits == 8 ? kB8 : kAny;
  const bool is_limit = which == kAny.size() - 1 && (last != 0 || !limits);
  return list[is_limit ? 0 : which];
}

std::uint64_t draw_m(ChoiceSource& choices, std::uint64_t n, std::uint64_t most_elements) {
  constexpr std::array<std::uint64_t, 16> kListed = {16, 1,  15, 17, 32, 16, 31, 0,
                                                     33, 48, 2,  16, 64, 8,  47, 2048};
  const std::uint64_t which = choices.below(kListed.size() * 2) % kListed.size();
  const std::uint64_t last = choices.below(8);
  const std::uint64_t m = kListed[which == kListed.size() - 1 && last != 0 ? 0 : which];
  const std::uint64_t fits =
      std::max<std::uint64_t>(1, most_elements / std::max<std::uint64_t>(n, 1));
  return std::min(m, std::max<std::uint64_t>(fits, n > most_elements ? 1 : 2));
}

// The stride from one column of fractals to the next: exact, larger, smaller or 0.
std::uint64_t draw_src_stride(ChoiceSource& choices, const MatrixShape& shape,
                              const Bounds& bounds) {
  const bool strides = bounds.allowed.has(Feature::kStrides);
  const std::uint64_t exact = round_up(shape.rows(), kSide);
  const std::array<std::uint64_t, 8> listed = {exact,      exact,      exact + 16, exact,
                                               exact - 16, exact + 48, 0,          exact + 16};
  const std::uint64_t drawn = choices.pick(listed);
  const std::uint64_t columns = count_of(shape.columns(), kSide);
  const std::uint64_t stride = strides ? drawn : exact;
  const bool fits = columns * stride * kSide * 4 <= bounds.copy_elements * kSourceBytesPerElement;
  return fits || !strides ? stride : 0;
}

std::uint64_t draw_extra(ChoiceSource& choices, bool strides) {
  constexpr std::array<std::uint64_t, 8> kExtra = {0, 0, 1, 0, 2, 3, 16, 17};
  const std::uint64_t extra = choices.pick(kExtra);
  return strides ? extra : 0;
}

void shape_nz(const spec::Conversion& row, std::uint64_t extra, MatrixShape& shape) {
  shape.dst_stride = contiguous_dst_stride(row, shape) + extra;
}

struct NdDraws {
  std::uint64_t count;
  std::uint64_t between;
  bool interleaved;
  std::uint64_t source;
};

// Always takes the same number of draws.
NdDraws draw_nd(ChoiceSource& choices, bool strides) {
  constexpr std::array<std::uint64_t, 8> kCounts = {1, 2, 1, 3, 2, 1, 5, 0};
  NdDraws nd{};
  nd.count = choices.pick(kCounts);
  nd.between = draw_extra(choices, strides);
  nd.interleaved = choices.one_in(3) && strides;
  nd.source = choices.below(4);
  nd.source = strides ? nd.source : 0;
  return nd;
}

// Sets dst_D and places the matrices one after another or side by side.
void shape_nd(const spec::Conversion& row, const NdDraws& nd, std::uint64_t extra,
              MatrixShape& shape) {
  const std::uint64_t even = row.to().bits < 8 ? 2 : 1;
  const std::uint64_t n = shape.columns();
  shape.nd_count = nd.count;
  shape.dst_stride = n + extra * even;
  shape.dst_nd_stride = shape.rows() * shape.dst_stride + nd.between * even;
  if (nd.interleaved) {
    shape.dst_nd_stride = n + nd.between * even;
    shape.dst_stride = shape.matrices() * shape.dst_nd_stride + extra * even;
  }
  const std::uint64_t whole = whole_fractals(shape);
  const std::array<std::uint64_t, 4> sources = {whole, whole + 1, 1, whole + 3};
  shape.src_nd_stride = std::min(sources[nd.source], spec::kMaxSrcNdStride);
  const bool fits = shape.dst_nd_stride <= kMostNdStride &&
                    source_bytes(shape) <= 2 * kCopyElements * kSourceBytesPerElement;
  if (!fits) {
    shape.nd_count = std::min<std::uint64_t>(shape.nd_count, 1);
    shape.dst_nd_stride = std::min(shape.dst_nd_stride, kMostNdStride - 1);
  }
}

// The contents of nd_para where it is ignored; rarely a count of 0.
void shape_ignored_nd(const NdDraws& nd, MatrixShape& shape) {
  shape.nd_count = nd.count;
  shape.src_nd_stride = nd.source;
  shape.dst_nd_stride = nd.between;
}

}  // namespace

MatrixShape contiguous_matrix(const spec::Conversion& row, std::uint64_t n_size,
                              std::uint64_t m_size) {
  MatrixShape shape;
  shape.n_size = n_size;
  shape.m_size = m_size;
  shape.src_stride = round_up(shape.rows(), kSide);
  shape.dst_stride = contiguous_dst_stride(row, shape);
  return shape;
}

MatrixShape contiguous_nd(const spec::Conversion& row, std::uint64_t n_size, std::uint64_t m_size,
                          std::uint64_t count) {
  MatrixShape shape = contiguous_matrix(row, n_size, m_size);
  shape.nz2nd = true;
  shape_nd(row, {count, 0, false, 0}, 0, shape);
  return shape;
}

std::uint64_t contiguous_dst_stride(const spec::Conversion& row, const MatrixShape& shape) {
  return shape.rows() * block_row_bytes(row, shape.channel_split) / 32;
}

bool has_gaps(const spec::Conversion& row, const MatrixShape& shape) {
  if (shape.src_stride != round_up(shape.rows(), kSide)) {
    return true;
  }
  if (!shape.nz2nd) {
    return shape.dst_stride != contiguous_dst_stride(row, shape);
  }
  const bool apart = shape.dst_nd_stride != shape.rows() * shape.dst_stride ||
                     shape.src_nd_stride != whole_fractals(shape);
  return shape.dst_stride != shape.columns() || (shape.matrices() > 1 && apart);
}

MatrixShape draw_matrix_shape(ChoiceSource& choices, const spec::Conversion& row,
                              const Bounds& bounds) {
  const spec::FeatureSet allowed = bounds.allowed;
  const bool strides = allowed.has(Feature::kStrides);
  const bool is_f32 = row.source == spec::NumberType::kF32 && row.destination == row.source;
  MatrixShape shape;
  const std::uint64_t form = choices.below(5);
  shape.nz2nd = (form == 1 || form == 3) && allowed.has(Feature::kNd);
  shape.channel_split = (form == 2 || form == 4) && is_f32 && row.path == spec::kToGm &&
                        allowed.has(Feature::kChannelSplit);
  shape.n_size = draw_n(choices, row, shape.channel_split, strides);
  shape.m_size = draw_m(choices, shape.n_size, bounds.copy_elements);
  shape.src_stride = draw_src_stride(choices, shape, bounds);
  const std::uint64_t extra = draw_extra(choices, strides);
  const NdDraws nd = draw_nd(choices, strides);
  if (shape.nz2nd) {
    shape_nd(row, nd, extra, shape);
  } else {
    shape_nz(row, extra, shape);
    shape_ignored_nd(nd, shape);
  }
  return shape;
}

std::uint64_t source_index(const MatrixShape& shape, std::uint64_t matrix, std::uint64_t m,
                           std::uint64_t n) {
  const std::uint64_t start = matrix * shape.src_nd_stride * (spec::kFractalBytes / 4);
  return start + (n / kSide) * shape.src_stride * kSide + m * kSide + n % kSide;
}

std::uint64_t source_bytes(const MatrixShape& shape) {
  return (shape.matrices() - 1) * shape.src_nd_stride * spec::kFractalBytes +
         matrix_source_bytes(shape);
}

std::uint64_t destination_bytes(const spec::Conversion& row, const MatrixShape& shape) {
  if (shape.nz2nd) {
    return nd_bytes(row, shape);
  }
  const std::uint64_t merged = spec::channels_of_block(row, shape.channel_split);
  return std::max(nz_bytes(row, shape, merged),
                  shape.channel_split ? 0 : nz_bytes(row, shape, spec::kC0));
}

std::vector<spec::ByteRange> source_parts(const MatrixShape& shape) {
  constexpr std::uint64_t kColumnBytes = kSide * 4;
  const std::uint64_t columns = count_of(shape.columns(), kSide);
  if (columns * shape.matrices() > kMostParts) {
    return {};
  }
  std::vector<spec::ByteRange> ranges;
  for (std::uint64_t i = 0; i < shape.matrices(); ++i) {
    for (std::uint64_t c = 0; c < columns; ++c) {
      const std::uint64_t first =
          i * shape.src_nd_stride * spec::kFractalBytes + c * shape.src_stride * kColumnBytes;
      ranges.push_back({first, first + round_up(shape.rows(), kSide) * kColumnBytes});
    }
  }
  return parts_of(std::move(ranges), source_bytes(shape));
}

namespace {

std::vector<spec::ByteRange> nz_ranges(const spec::Conversion& row, const MatrixShape& shape,
                                       std::uint64_t channels) {
  std::vector<spec::ByteRange> ranges;
  for (std::uint64_t b = 0; b < count_of(shape.columns(), channels); ++b) {
    const std::uint64_t first = b * shape.dst_stride * 32;
    ranges.push_back({first, first + shape.rows() * bytes_of(row, channels)});
  }
  return ranges;
}

std::vector<spec::ByteRange> nd_ranges(const spec::Conversion& row, const MatrixShape& shape) {
  std::vector<spec::ByteRange> ranges;
  for (std::uint64_t i = 0; i < shape.matrices(); ++i) {
    for (std::uint64_t m = 0; m < shape.rows(); ++m) {
      const std::uint64_t first = i * shape.dst_nd_stride + m * shape.dst_stride;
      const std::uint64_t end = first + round_up(shape.columns(), kSide);
      ranges.push_back({first * static_cast<std::uint64_t>(row.to().bits) / 8, bytes_of(row, end)});
    }
  }
  return ranges;
}

}  // namespace

std::vector<spec::ByteRange> destination_parts(const spec::Conversion& row,
                                               const MatrixShape& shape) {
  const std::uint64_t count =
      shape.nz2nd ? shape.matrices() * shape.rows() : 2 * count_of(shape.columns(), spec::kC0 / 2);
  if (count > kMostParts) {
    return {};
  }
  std::vector<spec::ByteRange> ranges =
      shape.nz2nd ? nd_ranges(row, shape)
                  : nz_ranges(row, shape, spec::channels_of_block(row, shape.channel_split));
  if (!shape.nz2nd && !shape.channel_split) {
    const std::vector<spec::ByteRange> narrow = nz_ranges(row, shape, spec::kC0);
    ranges.insert(ranges.end(), narrow.begin(), narrow.end());
  }
  return parts_of(std::move(ranges), destination_bytes(row, shape));
}

void put_shape(const MatrixShape& shape, spec::CopyMatrix& step) {
  step.n_size = static_cast<std::uint16_t>(shape.n_size);
  step.m_size = static_cast<std::uint16_t>(shape.m_size);
  step.src_stride = static_cast<std::uint16_t>(shape.src_stride);
  step.dst_stride_dst_d = static_cast<std::uint32_t>(shape.dst_stride);
  step.channel_split = shape.channel_split;
  step.nz2nd_en = shape.nz2nd;
}

std::uint64_t nd_para(const MatrixShape& shape) {
  std::uint64_t word = spec::kNdCount.put(0, shape.nd_count);
  word = spec::kNdSrcStride.put(word, shape.src_nd_stride);
  return spec::kNdDstStride.put(word, shape.dst_nd_stride);
}

}  // namespace vconform::generators
