#include "generators/data_copy/shape.h"

#include <algorithm>
#include <array>
#include <utility>

#include "generators/copies/room.h"

namespace vconform::generators {

namespace {

using spec::BlockMode;
using spec::Feature;

// The most bytes of a source, for each element that a case may have: without the gaps, and with
// them, half of the L0C of the product that has CO2.
constexpr std::uint64_t kBytesPerElement = 4;
constexpr std::uint64_t kSpanPerElement = 64;
static_assert(2 * kSpanPerElement * kCopyElements ==
              spec::memory_of(spec::MemoryId::kL0c).m200_size);

spec::BlockUnits units(const spec::Conversion& row, const BlockShape& shape) {
  return row.is_plain_path() ? spec::kPlainUnits : spec::units_of(shape.mode, row.from().bits);
}

// From CO1 one of its two modes; elsewhere any mode, which is then ignored.
BlockMode draw_mode(ChoiceSource& choices, const spec::Conversion& row) {
  constexpr std::array<BlockMode, 6> kModes = {BlockMode::kMatrix, BlockMode::kVector,
                                               BlockMode::kNormal, BlockMode::kVector,
                                               BlockMode::kMatrix, BlockMode::kVector};
  const BlockMode mode = choices.pick(kModes);
  return mode == BlockMode::kNormal && !row.is_plain_path() ? BlockMode::kVector : mode;
}

std::uint64_t draw_gap(ChoiceSource& choices, bool strides) {
  constexpr std::array<std::uint64_t, 10> kGaps = {0, 0, 1, 0, 2, 0, 3, 8, 5, 17};
  const std::uint64_t gap = choices.pick(kGaps);
  return strides ? gap : 0;
}

// The last entry, the documented maximum, is for paths that move bytes, and rare.
std::uint64_t draw_count(ChoiceSource& choices, const spec::Conversion& row) {
  constexpr std::array<std::uint64_t, 12> kCounts = {1, 2, 1, 3, 4, 2, 5, 1, 9, 17, 2, 4095};
  const std::uint64_t which = choices.below(kCounts.size() * 2) % kCounts.size();
  const std::uint64_t last = choices.below(8);
  const bool is_limit = which == kCounts.size() - 1;
  return kCounts[is_limit && (last != 0 || !row.is_plain_path()) ? 1 : which];
}

std::uint64_t draw_length(ChoiceSource& choices) {
  constexpr std::array<std::uint64_t, 12> kLengths = {1, 1, 2, 3, 1, 4, 5, 2, 8, 15, 1, 257};
  return choices.pick(kLengths);
}

}  // namespace

BlockShape draw_block_shape(ChoiceSource& choices, const spec::Conversion& row,
                            const Bounds& bounds) {
  const spec::FeatureSet allowed = bounds.allowed;
  const std::uint64_t most_bytes = bounds.copy_elements * kBytesPerElement;
  constexpr std::array<std::uint64_t, 5> kSids = {2, 0, 1, 0, 1};
  BlockShape shape;
  shape.mode = draw_mode(choices, row);
  const std::uint64_t count = draw_count(choices, row);
  shape.count = allowed.has(Feature::kRepeat) ? count : 1;
  shape.length = draw_length(choices);
  const bool strides = allowed.has(Feature::kStrides);
  shape.src_gap = draw_gap(choices, strides);
  shape.dst_gap = draw_gap(choices, strides);
  shape.sid = choices.pick(kSids);
  const std::uint64_t unread_sid = choices.below(4);
  if (row.to().bits != 8 || row.is_plain_path()) {
    shape.sid = unread_sid;
  }
  const std::uint64_t unit = units(row, shape).block_len;
  const std::uint64_t fits = std::max<std::uint64_t>(1, most_bytes / (unit * shape.count));
  shape.length = std::min(shape.length, fits);
  if (shape.count * unit > most_bytes) {
    shape.src_gap = 0;
    shape.dst_gap = 0;
  }
  const std::uint64_t most_span = bounds.copy_elements * kSpanPerElement;
  shape.src_gap = std::min(shape.src_gap, most_span / (shape.count * units(row, shape).src_stride));
  return shape;
}

bool moves_like_another(const spec::Conversion& row) {
  const auto first = std::ranges::find_if(spec::kCopyRows, [&](const spec::Conversion& other) {
    return other.is_plain_path() && other.path == row.path;
  });
  return row.is_plain_path() && first->number != row.number;
}

std::uint64_t source_block_bytes(const spec::Conversion& row, const BlockShape& shape) {
  return shape.units() * units(row, shape).block_len;
}

std::uint64_t block_elements(const spec::Conversion& row, const BlockShape& shape) {
  return source_block_bytes(row, shape) * 8 / static_cast<std::uint64_t>(row.from().bits);
}

std::uint64_t destination_block_bytes(const spec::Conversion& row, const BlockShape& shape) {
  const std::uint64_t bytes =
      block_elements(row, shape) * static_cast<std::uint64_t>(row.to().bits) / 8;
  const bool halves = row.deq_scale != spec::DeqScale::kNone && row.to().bits == 8 &&
                      shape.sid != static_cast<std::uint64_t>(spec::SidStoreMode::kPacked);
  return halves ? (bytes + 15) / 16 * 32 : bytes;
}

std::uint64_t source_index(const spec::Conversion& row, const BlockShape& shape, std::uint64_t j,
                           std::uint64_t i) {
  const std::uint64_t step =
      source_block_bytes(row, shape) + shape.src_gap * units(row, shape).src_stride;
  return j * step * 8 / static_cast<std::uint64_t>(row.from().bits) + i;
}

std::uint64_t source_bytes(const spec::Conversion& row, const BlockShape& shape) {
  return shape.blocks() * source_block_bytes(row, shape) +
         (shape.blocks() - 1) * shape.src_gap * units(row, shape).src_stride;
}

std::uint64_t destination_bytes(const spec::Conversion& row, const BlockShape& shape) {
  return shape.blocks() * destination_block_bytes(row, shape) +
         (shape.blocks() - 1) * shape.dst_gap * units(row, shape).dst_stride;
}

namespace {

constexpr std::uint64_t kWideGap = 64 * 1024;

std::vector<spec::ByteRange> block_parts(const BlockShape& shape, std::uint64_t block_bytes,
                                         std::uint64_t gap_bytes, std::uint64_t all_bytes) {
  // Many parts are worth their places only if there is much between them.
  if (shape.blocks() > kMostParts && gap_bytes < kWideGap) {
    return {};
  }
  std::vector<spec::ByteRange> ranges;
  for (std::uint64_t j = 0; j < shape.blocks(); ++j) {
    const std::uint64_t first = j * (block_bytes + gap_bytes);
    ranges.push_back({first, first + block_bytes});
  }
  return parts_of(std::move(ranges), all_bytes);
}

}  // namespace

std::vector<spec::ByteRange> source_parts(const spec::Conversion& row, const BlockShape& shape) {
  return block_parts(shape, source_block_bytes(row, shape),
                     shape.src_gap * units(row, shape).src_stride, source_bytes(row, shape));
}

std::vector<spec::ByteRange> destination_parts(const spec::Conversion& row,
                                               const BlockShape& shape) {
  return block_parts(shape, destination_block_bytes(row, shape),
                     shape.dst_gap * units(row, shape).dst_stride, destination_bytes(row, shape));
}

void put_shape(const BlockShape& shape, spec::DataCopy& step) {
  step.block_count = static_cast<std::uint16_t>(shape.count);
  step.block_len = static_cast<std::uint16_t>(shape.length);
  step.src_stride = static_cast<std::uint16_t>(shape.src_gap);
  step.dst_stride = static_cast<std::uint16_t>(shape.dst_gap);
  step.block_mode = shape.mode;
  step.sid_store_mode = static_cast<std::uint8_t>(shape.sid);
}

}  // namespace vconform::generators
