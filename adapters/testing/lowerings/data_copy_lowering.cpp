// A lowering that copies whole fractals from CO1 to CO2 with DataCopy: by a half, by a word with
// ReLU, and by a word for each column. Faults: scale (halved), offset (dropped), relu (not asked
// for), vector (the first sixteen words serve all columns), gap (blocks follow each other), sid
// (results stand in the first halves of blocks), skipped (not written).
#include "adapters/testing/lowerings/planted.h"

namespace {

using namespace AscendC;
using lowerings::Columns;

constexpr std::uint32_t kFractal = 16;

template <typename T>
LocalTensor<T> tensor(TPosition position, T* first) {
  return {position, reinterpret_cast<std::uintptr_t>(first)};
}

// Blocks of sixteen columns, [first, end), one after another.
template <typename Dst>
void copy_blocks(const vconform_operation_call& call, std::uint32_t first, std::uint32_t end,
                 const DataCopyEnhancedParams& enhanced) {
  if (first == end) {
    return;
  }
  auto* dst = static_cast<Dst*>(call.dst) + std::size_t{first} * call.dst_stride;
  auto* src = static_cast<std::int32_t*>(call.src) + std::size_t{first} * call.src_stride;
  const std::uint32_t block = call.rows * kFractal;
  const bool leaves_gaps = lowerings::planted().kind != "gap";
  const auto dst_gap = leaves_gaps ? (call.dst_stride - block) * sizeof(Dst) / 32 : 0;
  const DataCopyParams params(end - first, call.rows / kFractal,
                              (call.src_stride - block) / (kFractal * kFractal),
                              static_cast<std::int64_t>(dst_gap));
  DataCopy(tensor(TPosition::CO2, dst), tensor(TPosition::CO1, src), params, enhanced);
}

DataCopyEnhancedParams enhanced_for(const vconform_operation_call& call, DeqScale deq) {
  DataCopyEnhancedParams enhanced;
  enhanced.blockMode = BlockMode::BLOCK_MODE_MATRIX;
  enhanced.deqScale = deq;
  enhanced.deqValue = call.quant;
  enhanced.deqTensorAddr = reinterpret_cast<std::uintptr_t>(call.quants);
  enhanced.isRelu = call.operation->relu != 0;
  enhanced.sidStoreMode = 2;
  return enhanced;
}

// The word with half its scale: one less in the exponent.
std::uint64_t halved(std::uint64_t word, DeqScale deq) {
  const int exponent = deq == DeqScale::DEQ ? 10 : 23;
  const std::uint64_t mask = deq == DeqScale::DEQ ? 0x1f : 0xff;
  return (word >> exponent & mask) > 1 ? word - (1ULL << exponent) : word;
}

DataCopyEnhancedParams faulty(DataCopyEnhancedParams enhanced, const std::string& kind) {
  if (kind == "scale") {
    enhanced.deqValue = halved(enhanced.deqValue, enhanced.deqScale);
  } else if (kind == "offset") {
    enhanced.deqValue &= ~(0x1ffULL << 37);
  } else if (kind == "relu") {
    enhanced.isRelu = false;
  } else if (kind == "sid") {
    enhanced.sidStoreMode = 0;
  }
  return enhanced;
}

template <typename Dst>
void copy_scaled(const vconform_operation_call& call, DeqScale deq) {
  const std::string& kind = lowerings::planted().kind;
  const Columns wrong = lowerings::affected(kind.c_str(), call, true);
  const std::uint32_t blocks = call.cols / kFractal;
  // The last column has its block for company.
  const std::uint32_t right = wrong.end == 0 ? blocks : wrong.first / kFractal;
  const DataCopyEnhancedParams enhanced = enhanced_for(call, deq);
  copy_blocks<Dst>(call, 0, right, enhanced);
  if (kind != "skipped") {
    copy_blocks<Dst>(call, right, blocks, faulty(enhanced, kind));
  }
}

void by_half(const vconform_operation_call* call) {
  copy_scaled<half>(*call, DeqScale::DEQ);
}
void by_word(const vconform_operation_call* call) {
  copy_scaled<std::int8_t>(*call, DeqScale::DEQ8);
}

// The words of columns in scratch, those of the faulty ones changed.
void by_words(const vconform_operation_call* call) {
  const Columns scaled = lowerings::affected("scale", *call, true);
  const Columns wrong = lowerings::affected("vector", *call, true);
  auto* words = static_cast<std::uint64_t*>(call->scratch);
  for (std::uint32_t col = 0; col < call->cols; ++col) {
    const std::uint64_t word = call->quants[wrong.has(col) ? col % kFractal : col];
    words[col] = scaled.has(col) ? halved(word, DeqScale::VDEQ16) : word;
  }
  DataCopyEnhancedParams enhanced = enhanced_for(*call, DeqScale::VDEQ16);
  enhanced.deqTensorAddr = reinterpret_cast<std::uintptr_t>(words);
  copy_blocks<half>(*call, 0, call->cols / kFractal, enhanced);
}

constexpr vconform_operation scaled(vconform_operation entry, std::uint32_t deq_scale) {
  entry.deq_scale = deq_scale;
  return entry;
}

constexpr vconform_operation with_relu(vconform_operation entry) {
  entry.relu = VCONFORM_RELU_NORMAL;
  return entry;
}

constexpr vconform_operation of_columns(vconform_operation entry) {
  entry.by_column = 1;
  entry.most_cols = 512;
  entry.scratch_bytes = 512 * sizeof(std::uint64_t);
  return entry;
}

const vconform_operation kOperations[] = {
    scaled(vconform::lowering::quantising<half, std::int32_t>("copy_s32_f16",
                                                              VCONFORM_FAMILY_DATA_COPY, by_half),
           VCONFORM_DEQ),
    with_relu(scaled(vconform::lowering::quantising<std::int8_t, std::int32_t>(
                         "relu_s32_s8", VCONFORM_FAMILY_DATA_COPY, by_word),
                     VCONFORM_DEQ8)),
    of_columns(scaled(vconform::lowering::quantising<half, std::int32_t>(
                          "columns_s32_f16", VCONFORM_FAMILY_DATA_COPY, by_words),
                      VCONFORM_VDEQ16)),
};

}  // namespace

VCONFORM_LOWERING("fractals from CO1 to CO2", "1", kOperations)
