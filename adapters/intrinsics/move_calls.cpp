// Every prototype of header/moves.h. No backend is asked: the ABI has no steps for them.
#include <algorithm>
#include <cstring>

#include "adapters/intrinsics/core.h"
#include "adapters/intrinsics/hazards.h"
#include "adapters/intrinsics/issue.h"
#include "adapters/intrinsics/reports.h"
#include "spec/number/units.h"

namespace vconform::adapters::intrinsics {

namespace {

using spec::MemoryId;

constexpr std::uint64_t kFixpipeUnit = 128;

// The host's pointer to `bytes` bytes at an operand's address; null if they leave their memory. A
// buffer outside the core's memories is as long as the program says.
std::uint8_t* bytes_at(MemoryId memory, const void* operand, std::uint64_t bytes) {
  const auto offset = core().memories().offset_of(memory, address_of(operand));
  if (!offset) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): an operand of the program
    return reinterpret_cast<std::uint8_t*>(address_of(operand));
  }
  const bool leaves = *offset + bytes > core().memories().size(memory);
  return leaves ? nullptr : core().memories().at(memory, *offset);
}

// Lanes of an instruction on elements of one width.
struct Lanes {
  std::uint64_t width;
  std::uint64_t repeats;

  std::uint64_t count() const { return spec::kRepeatBytes / width; }
  bool is_active(std::uint64_t repeat, std::uint64_t lane) const {
    const spec::Registers& registers = core().registers();
    return spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode)
               ? repeat * count() + lane < spec::counter_of(registers.mask)
               : registers.mask.bit(lane);
  }
};

Lanes lanes_of(std::uint64_t width, std::uint64_t repeat) {
  Lanes lanes{width, repeat};
  const spec::Registers& registers = core().registers();
  if (spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode)) {
    lanes.repeats = (spec::counter_of(registers.mask) + lanes.count() - 1) / lanes.count();
  }
  return lanes;
}

struct Strides {
  std::uint64_t block;
  std::uint64_t repeat;
};

std::uint64_t place(const Lanes& lanes, const Strides& strides, std::uint64_t repeat,
                    std::uint64_t lane) {
  const std::uint64_t in_block = spec::kBlockBytes / lanes.width;
  return spec::kBlockBytes * (repeat * strides.repeat + lane / in_block * strides.block) +
         lane % in_block * lanes.width;
}

template <typename Visit>
void each_lane_of(const Lanes& lanes, std::uint64_t repeat, Visit visit) {
  for (std::uint64_t lane = 0; lane < lanes.count(); ++lane) {
    if (lanes.is_active(repeat, lane)) {
      visit(repeat, lane);
    }
  }
}

template <typename Visit>
void each_lane(const Lanes& lanes, Visit visit) {
  for (std::uint64_t repeat = 0; repeat < lanes.repeats; ++repeat) {
    each_lane_of(lanes, repeat, visit);
  }
}

// The last byte is in one of the last two repeats: in counter mode the last one may be partial.
std::uint8_t* lanes_at(const void* operand, const Lanes& lanes, const Strides& strides) {
  std::uint64_t end = 0;
  for (std::uint64_t back = 1; back <= std::min<std::uint64_t>(lanes.repeats, 2); ++back) {
    each_lane_of(lanes, lanes.repeats - back, [&](std::uint64_t repeat, std::uint64_t lane) {
      end = std::max(end, place(lanes, strides, repeat, lane) + lanes.width);
    });
  }
  return bytes_at(MemoryId::kUb, operand, end);
}

Result leaves_memory() {
  return {VCONFORM_REJECTED, "an operand leaves its memory"};
}

template <typename T>
Result fill(T* dst, T value, const Lanes& lanes, const Strides& strides) {
  std::uint8_t* bytes = lanes_at(dst, lanes, strides);
  if (bytes == nullptr) {
    return leaves_memory();
  }
  each_lane(lanes, [&](std::uint64_t repeat, std::uint64_t lane) {
    std::memcpy(bytes + place(lanes, strides, repeat, lane), &value, sizeof(T));
  });
  return {};
}

struct And {
  const void* operand;
  Strides strides;
};

template <typename T>
Result combine(const And& dst, const And& first, const And& second, const Lanes& lanes) {
  std::uint8_t* to = lanes_at(dst.operand, lanes, dst.strides);
  const std::uint8_t* a = lanes_at(first.operand, lanes, first.strides);
  const std::uint8_t* b = lanes_at(second.operand, lanes, second.strides);
  if (to == nullptr || a == nullptr || b == nullptr) {
    return leaves_memory();
  }
  each_lane(lanes, [&](std::uint64_t repeat, std::uint64_t lane) {
    T x{};
    T y{};
    std::memcpy(&x, a + place(lanes, first.strides, repeat, lane), sizeof(T));
    std::memcpy(&y, b + place(lanes, second.strides, repeat, lane), sizeof(T));
    const T both = static_cast<T>(x & y);
    std::memcpy(to + place(lanes, dst.strides, repeat, lane), &both, sizeof(T));
  });
  return {};
}

struct End {
  MemoryId memory;
  const void* operand;
  std::uint64_t gap;
};

// `count` bursts of `length` units.
Result move(const End& dst, const End& src, std::uint64_t count, std::uint64_t length,
            std::uint64_t unit) {
  if (count == 0 || length == 0) {
    return {};
  }
  const auto span = [&](const End& end) {
    return ((count - 1) * (length + end.gap) + length) * unit;
  };
  std::uint8_t* to = bytes_at(dst.memory, dst.operand, span(dst));
  const std::uint8_t* from = bytes_at(src.memory, src.operand, span(src));
  if (to == nullptr || from == nullptr) {
    return leaves_memory();
  }
  const auto blocks = [&](const End& end, const std::uint8_t* first) {
    return golden::CopyBlocks{end.memory, address_of(first), length * unit,
                              (length + end.gap) * unit};
  };
  const bool overlap = has_hazard(blocks(dst, to), blocks(src, from), count);
  for (std::uint64_t burst = 0; burst < count; ++burst) {
    std::memmove(to + burst * (length + dst.gap) * unit, from + burst * (length + src.gap) * unit,
                 length * unit);
  }
  return overlap ? Result{VCONFORM_CALL_UNDEFINED,
                          "operands overlap within the copy, and no order is promised"}
                 : Result{};
}

}  // namespace

}  // namespace vconform::adapters::intrinsics

// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses): the names of the pages

namespace in = vconform::adapters::intrinsics;
using vconform::spec::kBlockBytes;
using vconform::spec::MemoryId;

#define VCONFORM_FILL_CALL(name, T)                                                              \
  void name(T* dst, T src, uint8_t repeat, uint16_t dstBlockStride, uint16_t /*srcBlockStride*/, \
            uint8_t dstRepeatStride, uint8_t /*srcRepeatStride*/) {                              \
    in::reports().result(#name, in::fill(dst, src, in::lanes_of(sizeof(T), repeat),              \
                                         {dstBlockStride, dstRepeatStride}));                    \
  }
#define VCONFORM_AND_CALL(name, T)                                                          \
  void name(T* dst, T* src0, T* src1, uint8_t repeat, uint8_t dstBlockStride,               \
            uint8_t src0BlockStride, uint8_t src1BlockStride, uint8_t dstRepeatStride,      \
            uint8_t src0RepeatStride, uint8_t src1RepeatStride) {                           \
    in::reports().result(#name, in::combine<T>({dst, {dstBlockStride, dstRepeatStride}},    \
                                               {src0, {src0BlockStride, src0RepeatStride}}, \
                                               {src1, {src1BlockStride, src1RepeatStride}}, \
                                               in::lanes_of(sizeof(T), repeat)));           \
  }

VCONFORM_EACH_FILL(VCONFORM_FILL_CALL)
VCONFORM_EACH_AND(VCONFORM_AND_CALL)

void copy_ubuf_to_ubuf(void* dst, void* src, uint8_t /*sid*/, uint16_t nBurst, uint16_t lenBurst,
                       uint16_t srcStride, uint16_t dstStride) {
  in::reports().result("copy_ubuf_to_ubuf",
                       in::move({MemoryId::kUb, dst, dstStride}, {MemoryId::kUb, src, srcStride},
                                nBurst, lenBurst, kBlockBytes));
}

void copy_gm_to_ubuf(void* dst, void* src, uint8_t /*sid*/, uint16_t nBurst, uint16_t lenBurst,
                     uint16_t srcStride, uint16_t dstStride) {
  in::reports().result("copy_gm_to_ubuf",
                       in::move({MemoryId::kUb, dst, dstStride}, {MemoryId::kGm, src, srcStride},
                                nBurst, lenBurst, kBlockBytes));
}

void copy_ubuf_to_gm(void* dst, void* src, uint8_t /*sid*/, uint16_t nBurst, uint16_t lenBurst,
                     uint16_t srcStride, uint16_t dstStride) {
  in::reports().result("copy_ubuf_to_gm",
                       in::move({MemoryId::kGm, dst, dstStride}, {MemoryId::kUb, src, srcStride},
                                nBurst, lenBurst, kBlockBytes));
}

void copy_cbuf_to_fbuf(void* dst, void* src, uint16_t burstNum, uint16_t burstLen,
                       uint16_t srcGapSize, uint16_t dstGapSize) {
  in::reports().result("copy_cbuf_to_fbuf", in::move({MemoryId::kFixpipe, dst, dstGapSize},
                                                     {MemoryId::kL1, src, srcGapSize}, burstNum,
                                                     burstLen, in::kFixpipeUnit));
}

// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)
