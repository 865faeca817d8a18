#include "oracle/data_copy/walk.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "spec/data_copy/data_copy.h"
#include "spec/number/units.h"
#include "spec/rows/memories.h"
#include "spec/slugs/rule_id.h"

namespace vconform::oracle {

namespace {

using spec::choice;
using spec::cite;
using spec::DeqScale;
using spec::MemoryId;

constexpr spec::Choice kOfPage = choice("copy.block-len-unit", "page");
constexpr spec::Choice kHalved = choice("copy.block-len-unit", "halved");
constexpr spec::Choice kGap = choice("copy.strides", "gap");

constexpr std::uint64_t kHalfBytes = spec::kBlockBytes / 2;
constexpr std::uint64_t kHalfVectorAdvance = 32;
constexpr std::uint64_t kWordVectorAdvance = 128;

std::uint64_t bytes_of(const spec::NumberFormat& format) {
  return static_cast<std::uint64_t>(format.bits) / spec::kBitsPerByte;
}

// 每种模式下对应的blockLen等参数单位见表7: table 7 has the units of blockLen and the strides in
// each mode.
spec::BlockUnits units_of_step(const spec::DataCopy& step) {
  const spec::Conversion& row = step.cell.conversion();
  return row.is_plain_path() ? spec::kPlainUnits : spec::units_of(step.block_mode, row.from().bits);
}

bool narrows(const spec::Conversion& row) {
  return !row.is_plain_path() && row.to().bits < row.from().bits;
}

// 用于deqScale为DEQ8/VDEQ8时配置存储模式: sidStoreMode is for DEQ8 and VDEQ8.
bool has_byte_results(const spec::Conversion& row) {
  return row.deq_scale == DeqScale::kDeq8 || row.deq_scale == DeqScale::kVdeq8;
}

bool fills_halves(const spec::DataCopy& step) {
  return has_byte_results(step.cell.conversion()) &&
         step.sid_store_mode != static_cast<std::uint8_t>(spec::SidStoreMode::kPacked);
}

// The walk under readings of copy.block-len-unit and copy.strides; the rest is the first reading.
BlockWalk walk_under(const spec::DataCopy& step, spec::Choice block_len_unit,
                     spec::Choice strides) {
  const spec::Conversion& row = step.cell.conversion();
  const spec::BlockUnits units = units_of_step(step);
  const bool is_halved = narrows(row) && block_len_unit == kHalved;
  BlockWalk walk{};
  walk.blocks = step.block_count;
  walk.source.base = step.src;
  walk.source.element_bytes = bytes_of(row.from());
  walk.source.length = step.block_len * units.block_len / (is_halved ? 2 : 1);
  walk.elements = walk.source.length / walk.source.element_bytes;
  walk.destination.base = step.dst;
  walk.destination.element_bytes = bytes_of(row.to());
  walk.destination.length = fills_halves(step)
                                ? (walk.elements + kHalfBytes - 1) / kHalfBytes * spec::kBlockBytes
                                : walk.elements * walk.destination.element_bytes;
  const bool is_gap = strides == kGap;
  walk.source.start_to_start =
      step.src_stride * units.src_stride + (is_gap ? walk.source.length : 0);
  walk.destination.start_to_start =
      step.dst_stride * units.dst_stride + (is_gap ? walk.destination.length : 0);
  return walk;
}

// 不同的数据块,对应不同的反量化参数向量,地址会相应的偏移128B: each block has its vector, 128 B
// further. The line is about VDEQ8 and VDEQ16; of VDEQ, whose vector has 32 B, the page says
// nothing.
std::uint64_t vdeq_advance(spec::Choice reading) {
  if (reading == choice("copy.vdeq-advance", "0")) {
    return 0;
  }
  return reading == choice("copy.vdeq-advance", "32") ? kHalfVectorAdvance : kWordVectorAdvance;
}

bool is_misaligned(const spec::Address& at) {
  return at.offset % spec::memory_of(at.memory).alignment != 0;
}

struct Span {
  std::uint64_t first;
  std::uint64_t end;
};

std::vector<Span> spans_of(const BlockOperand& operand, std::uint64_t blocks) {
  std::vector<Span> spans;
  for (std::uint64_t j = 0; j < blocks; ++j) {
    spans.push_back({operand.block(j), operand.block(j) + operand.length});
  }
  return spans;
}

// Relies on block starts, those of vectors of factors included, never going down.
bool meet(const std::vector<Span>& a, const std::vector<Span>& b) {
  std::size_t j = 0;
  for (const Span& span : a) {
    while (j < b.size() && b[j].end <= span.first) {
      ++j;
    }
    if (j < b.size() && b[j].first < span.end) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::uint64_t BlockWalk::destination_of(std::uint64_t j, std::uint64_t i) const {
  const std::uint64_t place = half ? i / kHalfBytes * spec::kBlockBytes + *half + i % kHalfBytes
                                   : i * destination.element_bytes;
  return destination.block(j) + place;
}

std::optional<spec::RuleId> BlockWalk::rule_of_rest(std::uint64_t byte) const {
  if (byte < destination.base.offset || byte >= destination.end(blocks)) {
    return std::nullopt;
  }
  const std::uint64_t at = byte - destination.base.offset;
  const std::uint64_t in_block =
      destination.start_to_start == 0 ? at : at % destination.start_to_start;
  return half && in_block < destination.length ? cite("copy.sid-store-mode") : cite("copy.units");
}

BlockWalk walk_of(const spec::DataCopy& step, Readings& readings) {
  const spec::Conversion& row = step.cell.conversion();
  const spec::Choice unit = narrows(row) ? readings.ask(kOfPage.rule) : kOfPage;
  const spec::Choice strides = step.block_count > 1 ? readings.ask(kGap.rule) : kGap;
  BlockWalk walk = walk_under(step, unit, strides);
  if (fills_halves(step)) {
    const bool is_swapped = readings.follows(choice("copy.sid-halves", "swapped"));
    const bool is_second =
        step.sid_store_mode == static_cast<std::uint8_t>(spec::SidStoreMode::kSecondHalf);
    walk.half = is_second != is_swapped ? kHalfBytes : 0;
  }
  if (spec::is_vector(row.deq_scale)) {
    // VDEQ模式下,反量化参数向量长度为32Byte(16个half元素);其他模式下,…128Byte: a vector has 16
    // halves under VDEQ, otherwise 16 elements of 64 bits.
    walk.vector = step.deq_tensor_addr;
    walk.vector_bytes = spec::deq_vector_bytes(row.deq_scale);
    walk.vector_stride = kWordVectorAdvance;
    if (row.deq_scale == DeqScale::kVdeq && walk.blocks > 1) {
      walk.vector_stride = vdeq_advance(readings.ask(cite("copy.vdeq-advance")));
    }
  }
  return walk;
}

std::uint64_t destination_end(const spec::DataCopy& step) {
  return walk_under(step, kOfPage, kGap)
      .destination.end(step.block_len == 0 ? 0 : step.block_count);
}

// 该地址要满足32B对齐: deqTensorAddr is aligned to 32 B. Alignment of operands and the limits of
// DataCopyParams: asc-devkit:通用说明和约束.
bool out_of_range(const spec::DataCopy& step) {
  const spec::Conversion& row = step.cell.conversion();
  const bool is_plain_mode = step.block_mode == spec::BlockMode::kNormal;
  return step.block_count == 0 || step.block_count > spec::kMaxBlockCount || step.block_len == 0 ||
         is_misaligned(step.dst) || is_misaligned(step.src) ||
         (!row.is_plain_path() && is_plain_mode) ||
         (has_byte_results(row) &&
          step.sid_store_mode > static_cast<std::uint8_t>(spec::SidStoreMode::kPacked)) ||
         (spec::is_vector(row.deq_scale) && step.deq_tensor_addr % spec::kDeqTensorAlignment != 0);
}

bool is_hazard(const BlockWalk& walk) {
  const std::vector<Span> written = spans_of(walk.destination, walk.blocks);
  for (std::size_t j = 1; j < written.size(); ++j) {
    if (written[j].first < written[j - 1].end) {
      return true;
    }
  }
  const MemoryId memory = walk.destination.base.memory;
  if (walk.source.base.memory == memory && meet(written, spans_of(walk.source, walk.blocks))) {
    return true;
  }
  if (!walk.vector || memory != MemoryId::kUb) {
    return false;
  }
  const BlockOperand vectors{
      {MemoryId::kUb, *walk.vector}, walk.vector_bytes, walk.vector_stride, 1};
  return meet(written, spans_of(vectors, walk.blocks));
}

RuleSet rules_of(const spec::DataCopy& step, const BlockWalk& walk) {
  const spec::Conversion& row = step.cell.conversion();
  RuleSet rules;
  rules.set(cite("copy.units"));
  rules.set(cite("copy.pad-ignored"), step.pad_mode != 0 || step.pad_value != 0);
  rules.set(cite("copy.block-len-unit"), narrows(row));
  rules.set(cite("copy.strides"), walk.blocks > 1);
  rules.set(cite("copy.sid-store-mode"), has_byte_results(row));
  rules.set(cite("copy.sid-halves"), walk.half.has_value());
  const bool is_vdeq = row.deq_scale == DeqScale::kVdeq;
  rules.set(cite("copy.vector-element"), walk.vector.has_value());
  rules.set(cite("copy.vector-of-block"), walk.vector && !is_vdeq && walk.blocks > 1);
  rules.set(cite("copy.vdeq-advance"), is_vdeq && walk.blocks > 1);
  return rules;
}

}  // namespace vconform::oracle
