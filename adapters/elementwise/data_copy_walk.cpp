#include "adapters/elementwise/data_copy_walk.h"

#include "adapters/abi/cell.h"
#include "adapters/elementwise/copy_operands.h"
#include "spec/case/memory_image.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::adapters {

namespace {

using spec::MemoryId;

constexpr std::uint64_t kHalfBlockBytes = spec::kBlockBytes / 2;
constexpr spec::NumberFormat kVectorWord = spec::format_of(spec::NumberType::kU64);
constexpr spec::NumberFormat kVectorHalf = spec::format_of(spec::NumberType::kU16);

bool has_words_with_mcb(spec::DeqScale deq) {
  return deq == spec::DeqScale::kVdeq8 || deq == spec::DeqScale::kVdeq16;
}

}  // namespace

DataCopyWalk::DataCopyWalk(const spec::Cell& cell, const vconform_data_copy& call,
                           std::uint64_t ctrl)
    : cell_(cell), call_(call), ctrl_(ctrl) {
  const spec::Conversion& row = cell.conversion();
  const spec::BlockUnits units =
      spec::units_of(static_cast<spec::BlockMode>(call.blockMode), row.from().bits);
  // The readings "page" of copy.block-len-unit and "gap" of copy.strides.
  src_length_ = call.blockLen * units.block_len;
  src_step_ = src_length_ + call.srcStride * units.src_stride;
  elements_ = src_length_ * spec::kBitsPerByte / static_cast<std::uint64_t>(row.from().bits);
  dst_length_ = has_halves()
                    ? (elements_ + kHalfBlockBytes - 1) / kHalfBlockBytes * spec::kBlockBytes
                    : spec::byte_count(row.to(), elements_);
  dst_step_ = dst_length_ + call.dstStride * units.dst_stride;
}

bool DataCopyWalk::has_halves() const {
  return cell_.conversion().to().bits == 8 &&
         call_.sidStoreMode != static_cast<std::uint8_t>(spec::SidStoreMode::kPacked);
}

// The reading "first-is-0" of copy.sid-halves.
std::uint64_t DataCopyWalk::destination(std::uint64_t index) const {
  if (!has_halves()) {
    return index;
  }
  const std::uint64_t half = call_.sidStoreMode == 0 ? 0 : kHalfBlockBytes;
  return index / kHalfBlockBytes * spec::kBlockBytes + half + index % kHalfBlockBytes;
}

std::optional<std::string> DataCopyWalk::range_problem() const {
  if (call_.blockCount == 0 || call_.blockCount > spec::kMaxBlockCount) {
    return "blockCount " + std::to_string(call_.blockCount) + " is not in 1..4095";
  }
  if (call_.blockLen == 0) {
    return "blockLen is 0";
  }
  if (call_.blockMode != VCONFORM_BLOCK_MODE_MATRIX &&
      call_.blockMode != VCONFORM_BLOCK_MODE_VECTOR) {
    return "blockMode " + std::to_string(call_.blockMode) + " is neither MATRIX nor VECTOR";
  }
  if (cell_.conversion().to().bits == 8 &&
      call_.sidStoreMode > static_cast<std::uint8_t>(spec::SidStoreMode::kPacked)) {
    return "sidStoreMode " + std::to_string(call_.sidStoreMode) + " exceeds 2";
  }
  if (spec::is_vector(cell_.conversion().deq_scale) &&
      call_.deqTensorAddr % spec::kDeqTensorAlignment != 0) {
    return "deqTensorAddr " + std::to_string(call_.deqTensorAddr) + " is not 32-byte aligned";
  }
  return std::nullopt;
}

std::optional<std::string> DataCopyWalk::problem(const vconform_memories& memories) const {
  const spec::Conversion& row = cell_.conversion();
  const MemoryId from = spec::memory_of(row.path.from);
  const MemoryId to = spec::memory_of(row.path.to);
  for (const auto& problem : {range_problem(), address_problem("dst", call_.dst, to),
                              address_problem("src", call_.src, from)}) {
    if (problem) {
      return problem;
    }
  }
  const std::uint64_t last = call_.blockCount - 1U;
  const std::uint64_t vector = spec::deq_vector_bytes(row.deq_scale);
  const bool has_vector = spec::is_vector(row.deq_scale);
  for (const OperandBytes& operand :
       {OperandBytes{"dst", to, call_.dst.offset, last * dst_step_ + dst_length_},
        OperandBytes{"src", from, call_.src.offset, last * src_step_ + src_length_},
        OperandBytes{"the vector in UB", MemoryId::kUb, has_vector ? call_.deqTensorAddr : 0,
                     has_vector ? call_.blockCount * vector : 0}}) {
    if (auto problem = bytes_problem(memories, operand)) {
      return problem;
    }
  }
  return std::nullopt;
}

// Block j has the vector after that of block j - 1: the reading "32" of copy.vdeq-advance, and
// copy.vector-of-block.
std::uint64_t DataCopyWalk::word(const vconform_memories& memories, std::uint64_t block,
                                 std::uint64_t index) const {
  const spec::DeqScale deq = cell_.conversion().deq_scale;
  return spec::load_element(bytes_of_memory(memories, MemoryId::kUb),
                            call_.deqTensorAddr + block * spec::deq_vector_bytes(deq),
                            deq == spec::DeqScale::kVdeq ? kVectorHalf : kVectorWord,
                            index % spec::kDeqVectorElements);
}

std::optional<std::string> DataCopyWalk::vector_problem(const vconform_memories& memories) const {
  if (!has_words_with_mcb(cell_.conversion().deq_scale)) {
    return std::nullopt;
  }
  for (std::uint64_t block = 0; block < call_.blockCount; ++block) {
    std::uint64_t set = 0;
    for (std::uint64_t i = 0; i < spec::kDeqVectorElements; ++i) {
      set += spec::kDeqValueMcb.of(word(memories, block, i));
    }
    if (set != 0 && set != spec::kDeqVectorElements) {
      return "the MCB bits of the vector of block " + std::to_string(block) + " differ";
    }
  }
  return std::nullopt;
}

// isRelu or bit 47 of deqValue asks for ReLU; of a vector, isRelu alone.
vconform_element DataCopyWalk::common_element() const {
  const spec::Conversion& row = cell_.conversion();
  const bool heeds_bit =
      row.deq_scale == spec::DeqScale::kDeq8 || row.deq_scale == spec::DeqScale::kDeq16;
  const bool has_relu =
      call_.isRelu != 0 || (heeds_bit && spec::kDeqValueRelu.of(call_.deqValue) != 0);
  vconform_element element{};
  element.struct_size = sizeof element;
  element.family = static_cast<std::uint32_t>(row.family);
  element.variant = variant_of(row);
  element.source_type = static_cast<std::uint32_t>(row.source);
  element.destination_type = static_cast<std::uint32_t>(row.destination);
  element.relu = has_relu ? VCONFORM_RELU_NORMAL : VCONFORM_RELU_NONE;
  element.word = call_.deqValue;
  element.ctrl = ctrl_;
  return element;
}

std::uint32_t DataCopyWalk::run(const vconform_adapter& table, void* context,
                                const vconform_memories& memories) const {
  const spec::Conversion& row = cell_.conversion();
  const auto from = bytes_of_memory(memories, spec::memory_of(row.path.from));
  const auto to = bytes_of_memory(memories, spec::memory_of(row.path.to));
  const bool has_vector = spec::is_vector(row.deq_scale);
  vconform_element element = common_element();
  for (std::uint64_t i = 0; i < call_.blockCount * elements_; ++i) {
    const std::uint64_t block = i / elements_;
    const std::uint64_t index = i % elements_;
    element.source =
        spec::load_element(from, call_.src.offset + block * src_step_, row.from(), index);
    if (has_vector) {
      element.word = word(memories, block, index);
    }
    const std::uint64_t at = call_.dst.offset + block * dst_step_;
    // If the library leaves it unwritten it is what stood there before.
    std::uint64_t result = spec::load_element(to, at, row.to(), destination(index));
    const std::uint32_t status = table.element(context, &element, &result);
    if (status != VCONFORM_OK) {
      return status;
    }
    spec::store_element(to, at, row.to(), destination(index), result);
  }
  return VCONFORM_OK;
}

}  // namespace vconform::adapters
