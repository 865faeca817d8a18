// The tensors of the API layer and the parameters of its calls (pages cast_deq, data_copy_enhanced;
// asc-devkit:SetDeqScale), as far as CastDeq and DataCopy need them. A tensor is an address and a
// number of elements; a LocalTensor has its position at run time.
#pragma once

#include "adapters/intrinsics/header/caller.h"
#include "adapters/intrinsics/header/enums.h"
#include "adapters/intrinsics/header/numbers.h"

// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses): the names of the pages

namespace AscendC {

// The numbers are those of the C ABI, VCONFORM_VECIN and so on.
enum class TPosition : uint8_t {
  VECIN = VCONFORM_VECIN,
  VECCALC = VCONFORM_VECCALC,
  VECOUT = VCONFORM_VECOUT,
  A1 = VCONFORM_A1,
  B1 = VCONFORM_B1,
  TSCM = VCONFORM_TSCM,
  CO1 = VCONFORM_CO1,
  CO2 = VCONFORM_CO2,
  GM = VCONFORM_POSITION_GM
};

constexpr uint32_t memory_of(TPosition position) {
  switch (position) {
    case TPosition::A1:
    case TPosition::B1:
    case TPosition::TSCM:
      return VCONFORM_L1;
    case TPosition::CO1:
      return VCONFORM_L0C;
    case TPosition::GM:
      return VCONFORM_GM;
    default:
      return VCONFORM_UB;
  }
}

template <typename T>
class LocalTensor {
 public:
  LocalTensor() = default;
  // `address` is a pointer of the host or an offset into the memory of the position.
  LocalTensor(TPosition position, uint64_t address, uint32_t elements = 0)
      : position_(position), elements_(elements), address_(address) {}

  T* GetPhyAddr() const {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): operands are pointers or offsets
    return reinterpret_cast<T*>(address_);
  }
  TPosition GetPosition() const { return position_; }
  uint32_t GetSize() const { return elements_; }
  uint64_t address() const { return address_; }

  LocalTensor operator[](uint32_t first) const {
    return {position_, address_ + first * sizeof(T), elements_ > first ? elements_ - first : 0};
  }
  template <typename U>
  LocalTensor<U> ReinterpretCast() const {
    return {position_, address_, static_cast<uint32_t>(elements_ * sizeof(T) / sizeof(U))};
  }
  // Scalar access, at an offset too; needs libvconform_intrinsics.
  T GetValue(uint32_t i) const { return at(i); }
  void SetValue(uint32_t i, T value) const { at(i) = value; }

 private:
  T& at(uint32_t i) const {
    void* inside = vconform_memory_at(static_cast<int>(memory_of(position_)), address_);
    T* first = inside == nullptr ? GetPhyAddr() : static_cast<T*>(inside);
    return first[i];
  }

  TPosition position_ = TPosition::VECCALC;
  uint32_t elements_ = 0;
  uint64_t address_ = 0;
};

template <typename T>
class GlobalTensor {
 public:
  void SetGlobalBuffer(T* buffer, uint64_t elements = 0) {
    buffer_ = buffer;
    elements_ = elements;
  }
  const T* GetPhyAddr() const { return buffer_; }
  uint64_t GetSize() const { return elements_; }
  uint64_t address() const { return reinterpret_cast<uintptr_t>(buffer_); }
  GlobalTensor operator[](uint64_t first) const {
    GlobalTensor rest;
    rest.SetGlobalBuffer(buffer_ + first, elements_ > first ? elements_ - first : 0);
    return rest;
  }
  T GetValue(uint64_t i) const { return buffer_[i]; }
  void SetValue(uint64_t i, T value) const { buffer_[i] = value; }

 private:
  T* buffer_ = nullptr;
  uint64_t elements_ = 0;
};

// dstBlkStride, srcBlkStride within a repeat, dstRepStride, srcRepStride between repeats, in
// DataBlocks.
struct UnaryRepeatParams {
  UnaryRepeatParams() = default;
  UnaryRepeatParams(int64_t dst_blk, int64_t src_blk, int64_t dst_rep, int64_t src_rep,
                    VCONFORM_CALL_SITE) {
    namespace in = vconform::intrinsics;
    const vconform_argument arguments[] = {in::number<uint16_t>("dstBlkStride", dst_blk),
                                           in::number<uint16_t>("srcBlkStride", src_blk),
                                           in::number<uint8_t>("dstRepStride", dst_rep),
                                           in::number<uint8_t>("srcRepStride", src_rep)};
    in::issue({"UnaryRepeatParams", "", file, line}, arguments, [&] {
      dstBlkStride = static_cast<uint16_t>(dst_blk);
      srcBlkStride = static_cast<uint16_t>(src_blk);
      dstRepStride = static_cast<uint8_t>(dst_rep);
      srcRepStride = static_cast<uint8_t>(src_rep);
    });
  }

  uint16_t dstBlkStride = 1;
  uint16_t srcBlkStride = 1;
  uint8_t dstRepStride = 8;
  uint8_t srcRepStride = 8;
};

// blockCount blocks of blockLen, with gaps; units by path and blockMode (表7).
struct DataCopyParams {
  DataCopyParams() = default;
  DataCopyParams(int64_t count, int64_t length, int64_t src_gap, int64_t dst_gap,
                 VCONFORM_CALL_SITE) {
    namespace in = vconform::intrinsics;
    const vconform_argument arguments[] = {
        in::number<uint16_t>("blockCount", count), in::number<uint16_t>("blockLen", length),
        in::number<uint16_t>("srcStride", src_gap), in::number<uint16_t>("dstStride", dst_gap)};
    in::issue({"DataCopyParams", "", file, line}, arguments, [&] {
      blockCount = static_cast<uint16_t>(count);
      blockLen = static_cast<uint16_t>(length);
      srcStride = static_cast<uint16_t>(src_gap);
      dstStride = static_cast<uint16_t>(dst_gap);
    });
  }

  uint16_t blockCount = 1;
  uint16_t blockLen = 0;
  uint16_t srcStride = 0;
  uint16_t dstStride = 0;
};

// The numbers are those of the page's enumerations and of the C ABI.
enum class BlockMode : uint8_t { BLOCK_MODE_NORMAL, BLOCK_MODE_MATRIX, BLOCK_MODE_VECTOR };
enum class DeqScale : uint8_t { DEQ_NONE, DEQ, VDEQ, DEQ8, VDEQ8, DEQ16, VDEQ16 };

// Counts on the path CO1 to CO2 only (表6). deqValue: M, N, MCB, offset, sign, relu.
struct DataCopyEnhancedParams {
  BlockMode blockMode = BlockMode::BLOCK_MODE_NORMAL;
  DeqScale deqScale = DeqScale::DEQ_NONE;
  uint64_t deqValue = 0;
  uint8_t sidStoreMode = 0;
  bool isRelu = false;
  pad_t padMode = PAD_NONE;
  uint64_t padValue = 0;
  // The address of a vector in UB, for the V modes.
  uint64_t deqTensorAddr = 0;
};

// A vector of quantisation parameters, one of each for 16 lanes.
struct VdeqInfo {
  float vdeqScale[16] = {};
  int16_t vdeqOffset[16] = {};
  bool vdeqSignMode[16] = {};
};

// Stands for the mask of a call that is not to set it.
constexpr uint64_t MASK_PLACEHOLDER = 0;

}  // namespace AscendC

// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)
