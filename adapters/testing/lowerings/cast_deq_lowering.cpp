// A lowering that dequantises rows: by vconv_deqs162b8l and -h, which each fill one half of every
// block, by a vector of factors, and by the API form. Faults: offset (dropped), scale (of a factor
// its lower half is), halves (exchanged), sign (of the result), factor (the first sixteen serve all
// columns), stale (DEQSCALE is what an earlier kernel left), skipped (not written).
#include <algorithm>
#include <cstring>

#include "adapters/testing/lowerings/planted.h"
#include "adapters/testing/lowerings/vector_rows.h"

namespace {

using lowerings::Columns;

// Elements of a call of either half: eight blocks of 32 results, of which it writes sixteen each.
constexpr std::uint32_t kChunk = 256;

Columns faulty(const char* kind, const vconform_operation_call& call) {
  return lowerings::affected(kind, call, true);
}

// The lanes of a half, `from` 0 or 16, whose results are among [first, end) of a chunk.
void set_lanes(std::uint32_t first, std::uint32_t end, std::uint32_t from) {
  std::uint64_t lanes[2] = {0, 0};
  for (std::uint32_t lane = 0; lane < 128; ++lane) {
    const std::uint32_t at = lane / 16 * 32 + from + lane % 16;
    if (at >= first && at < end) {
      lanes[lane / 64] |= 1ULL << lane % 64;
    }
  }
  set_vector_mask(lanes[1], lanes[0]);
}

// Columns [first, end) of a row under what DEQSCALE holds.
template <typename Dst>
void halves_of_row(Dst* dst, std::int16_t* src, std::uint32_t first, std::uint32_t end) {
  const bool exchanged = lowerings::planted().kind == "halves";
  for (std::uint32_t chunk = first / kChunk * kChunk; chunk < end; chunk += kChunk) {
    const std::uint32_t from = std::max(first, chunk) - chunk;
    const std::uint32_t to = std::min(end - chunk, kChunk);
    set_lanes(from, to, 0);
    if (exchanged) {
      vconv_deqs162b8h(dst + chunk, src + chunk, 1, 1, 2, 8, 16);
    } else {
      vconv_deqs162b8l(dst + chunk, src + chunk, 1, 1, 2, 8, 16);
    }
    set_lanes(from, to, 16);
    vconv_deqs162b8h(dst + chunk, src + chunk + 16, 1, 1, 2, 8, 16);
  }
}

std::uint64_t faulty_word(std::uint64_t word, const std::string& kind) {
  if (kind == "offset") {
    return word & ~(0x1ffULL << 37);
  }
  if (kind == "sign") {
    return word ^ 1ULL << 46;
  }
  return kind == "scale" ? word & ~0x1fffffULL : word;
}

template <typename Dst>
Dst* row_of(void* operand, std::uint32_t row, std::uint32_t stride) {
  return static_cast<Dst*>(operand) + static_cast<std::size_t>(row) * stride;
}

void by_factor(const vconform_operation_call* call) {
  const std::string& kind = lowerings::planted().kind;
  const Columns wrong = faulty(kind.c_str(), *call);
  const bool skips = kind == "skipped" && wrong.end != 0;
  const std::uint32_t end = skips ? wrong.first : call->cols;
  for (std::uint32_t row = 0; row < call->rows; ++row) {
    auto* dst = row_of<std::int8_t>(call->dst, row, call->dst_stride);
    auto* src = row_of<std::int16_t>(call->src, row, call->src_stride);
    if (kind != "stale") {
      set_deqscale(call->quant);
    }
    halves_of_row(dst, src, 0, end);
    if (wrong.end != 0 && faulty_word(call->quant, kind) != call->quant) {
      set_deqscale(faulty_word(call->quant, kind));
      halves_of_row(dst, src, wrong.first, wrong.end);
    }
  }
}

// Sixteen columns of a row, whose factors stand at `factors`.
void group(std::uint8_t* dst, std::int16_t* src, const std::uint64_t* factors, bool is_high,
           std::uint64_t lanes) {
  set_deqscale(reinterpret_cast<std::uintptr_t>(factors) >> 5 & 0x3fff);
  set_vector_mask(0, lanes);
  if (is_high) {
    vconv_vdeqs162b8h(dst, src, 1, 1, 1, 8, 8);
  } else {
    vconv_vdeqs162b8l(dst, src, 1, 1, 1, 8, 8);
  }
}

void by_factors(const vconform_operation_call* call) {
  const Columns wrong = faulty("factor", *call);
  const Columns skipped = faulty("skipped", *call);
  for (std::uint32_t row = 0; row < call->rows; ++row) {
    auto* dst = row_of<std::uint8_t>(call->dst, row, call->dst_stride);
    auto* src = row_of<std::int16_t>(call->src, row, call->src_stride);
    for (std::uint32_t col = 0; col < call->cols; col += 16) {
      const std::uint32_t end = std::min(col + 16, call->cols);
      std::uint64_t right = 0;
      std::uint64_t other = 0;
      for (std::uint32_t each = col; each < end; ++each) {
        (wrong.has(each) ? other : right) |= skipped.has(each) ? 0 : 1ULL << (each - col);
      }
      std::uint8_t* block = dst + col / 32 * 32;
      group(block, src + col, call->quants + col, col % 32 != 0, right);
      if (other != 0) {
        group(block, src + col, call->quants, col % 32 != 0, other);
      }
    }
  }
}

// CastDeq by count: s32 to f16 fills whole blocks.
void by_api(const vconform_operation_call* call) {
  using namespace AscendC;
  const std::string& kind = lowerings::planted().kind;
  const Columns wrong = faulty(kind.c_str(), *call);
  const bool skips = kind == "skipped" && wrong.end != 0;
  const auto scale = static_cast<std::uint16_t>(call->quant);
  half right;
  std::memcpy(&right, &scale, sizeof right);
  for (std::uint32_t row = 0; row < call->rows; ++row) {
    auto* dst = row_of<half>(call->dst, row, call->dst_stride);
    auto* src = row_of<std::int32_t>(call->src, row, call->src_stride);
    const LocalTensor<half> to(TPosition::VECOUT, reinterpret_cast<std::uintptr_t>(dst));
    const LocalTensor<std::int32_t> from(TPosition::VECIN, reinterpret_cast<std::uintptr_t>(src));
    if (kind == "scale" && wrong.end != 0 && wrong.first == 0) {
      SetDeqScale(static_cast<half>(static_cast<float>(right) * 1.01F));
    } else if (kind != "stale") {
      SetDeqScale(right);
    }
    const std::uint32_t count = skips ? wrong.first : call->cols;
    if (count != 0) {
      CastDeq<half, std::int32_t, false>(to, from, count);
    }
  }
}

constexpr vconform_operation aligned_only(vconform_operation entry) {
  entry.never = VCONFORM_NEVER_UNALIGNED;
  return entry;
}

constexpr vconform_operation of_columns(vconform_operation entry) {
  entry.by_column = 1;
  entry.most_cols = 1024;
  return entry;
}

const vconform_operation kOperations[] = {
    aligned_only(vconform::lowering::quantising<std::int8_t, std::int16_t>(
        "deq_s16_s8", VCONFORM_FAMILY_CAST_DEQ, by_factor)),
    of_columns(aligned_only(vconform::lowering::quantising<std::uint8_t, std::int16_t>(
        "vdeq_s16_u8", VCONFORM_FAMILY_CAST_DEQ, by_factors))),
    aligned_only(vconform::lowering::quantising<half, std::int32_t>(
        "api_s32_f16", VCONFORM_FAMILY_CAST_DEQ, by_api)),
};

}  // namespace

VCONFORM_LOWERING("dequantising rows", "1", kOperations)
