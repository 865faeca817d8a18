// CastDeq and DataCopy with DataCopyEnhancedParams (pages cast_deq, data_copy_enhanced), and
// SetDeqScale (asc-devkit:SetDeqScale). Each template makes one step of the C ABI and calls one C
// function with it, so that whoever implements them has no template to instantiate.
#pragma once

#include <type_traits>

#include "adapters/intrinsics/header/caller.h"
#include "adapters/intrinsics/header/tensors.h"

// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses): the names of the pages

namespace AscendC {

namespace detail {

// The type of an element, VCONFORM_S8 and so on.
template <typename T>
constexpr uint32_t type_number() {
  if constexpr (std::is_same_v<T, half>) {
    return VCONFORM_F16;
  } else if constexpr (std::is_same_v<T, bfloat16_t>) {
    return VCONFORM_BF16;
  } else if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == 4 ? VCONFORM_F32 : VCONFORM_F64;
  } else if constexpr (std::is_signed_v<T>) {
    return sizeof(T) == 1   ? VCONFORM_S8
           : sizeof(T) == 2 ? VCONFORM_S16
           : sizeof(T) == 4 ? VCONFORM_S32
                            : VCONFORM_S64;
  } else {
    return sizeof(T) == 1   ? VCONFORM_U8
           : sizeof(T) == 2 ? VCONFORM_U16
           : sizeof(T) == 4 ? VCONFORM_U32
                            : VCONFORM_U64;
  }
}

template <typename T>
vconform_address address_of(const LocalTensor<T>& tensor) {
  return {tensor.address(), memory_of(tensor.GetPosition()), 0};
}
template <typename T>
vconform_address address_of(const GlobalTensor<T>& tensor) {
  return {tensor.address(), VCONFORM_GM, 0};
}
template <typename T>
constexpr TPosition position_of(const LocalTensor<T>& tensor) {
  return tensor.GetPosition();
}
template <typename T>
constexpr TPosition position_of(const GlobalTensor<T>&) {
  return TPosition::GM;
}

template <typename T, typename U>
vconform_cast_deq cast_deq(const LocalTensor<T>& dst, const LocalTensor<U>& src, bool is_vec_deq,
                           bool half_block) {
  vconform_cast_deq call{};
  call.source_type = type_number<U>();
  call.destination_type = type_number<T>();
  call.dst = address_of(dst);
  call.src = address_of(src);
  call.is_vec_deq = is_vec_deq ? 1 : 0;
  call.half_block = half_block ? 1 : 0;
  return call;
}

// The forms with a mask, which is in `call` already.
inline void cast_deq_by_mask(vconform_cast_deq call, bool is_set_mask, int64_t repeat_time,
                             const UnaryRepeatParams& params, const char* file, int line) {
  namespace in = vconform::intrinsics;
  call.is_set_mask = is_set_mask ? 1 : 0;
  call.repeat_time = static_cast<uint32_t>(repeat_time);
  call.dstBlkStride = params.dstBlkStride;
  call.srcBlkStride = params.srcBlkStride;
  call.dstRepStride = params.dstRepStride;
  call.srcRepStride = params.srcRepStride;
  const vconform_argument arguments[] = {
      in::word("dst", call.dst.offset),
      in::word("src", call.src.offset),
      in::word("mask", call.mask[0]),
      in::word("mask1", call.mask[1]),
      in::number<uint8_t>("repeatTime", repeat_time),
      in::word("dstBlkStride", call.dstBlkStride),
      in::word("srcBlkStride", call.srcBlkStride),
      in::word("dstRepStride", call.dstRepStride),
      in::word("srcRepStride", call.srcRepStride),
  };
  in::issue({"CastDeq", "", file, line}, arguments, [&] { vconform_intrinsics_cast_deq(&call); });
}

// Any two tensors.
template <typename Dst, typename Src>
void data_copy(uint32_t destination_type, uint32_t source_type, const Dst& dst, const Src& src,
               const DataCopyParams& params, const DataCopyEnhancedParams& enhanced,
               const char* file, int line) {
  namespace in = vconform::intrinsics;
  vconform_data_copy call{};
  call.source_type = source_type;
  call.destination_type = destination_type;
  call.source_position = static_cast<uint32_t>(position_of(src));
  call.destination_position = static_cast<uint32_t>(position_of(dst));
  call.dst = address_of(dst);
  call.src = address_of(src);
  call.blockCount = params.blockCount;
  call.blockLen = params.blockLen;
  call.srcStride = params.srcStride;
  call.dstStride = params.dstStride;
  call.blockMode = static_cast<uint32_t>(enhanced.blockMode);
  call.deqScale = static_cast<uint32_t>(enhanced.deqScale);
  call.deqValue = enhanced.deqValue;
  call.deqTensorAddr = enhanced.deqTensorAddr;
  call.sidStoreMode = enhanced.sidStoreMode;
  call.isRelu = enhanced.isRelu ? 1 : 0;
  call.padMode = static_cast<uint8_t>(enhanced.padMode);
  call.padValue = enhanced.padValue;
  const vconform_argument arguments[] = {
      in::word("dstLocal", call.dst.offset),   in::word("srcLocal", call.src.offset),
      in::word("blockCount", call.blockCount), in::word("blockLen", call.blockLen),
      in::word("srcStride", call.srcStride),   in::word("dstStride", call.dstStride),
      in::word("deqValue", call.deqValue),     in::word("deqTensorAddr", call.deqTensorAddr),
  };
  in::issue({"DataCopy", "", file, line}, arguments, [&] { vconform_intrinsics_data_copy(&call); });
}

}  // namespace detail

// The first n elements.
template <typename T, typename U, bool isVecDeq = true, bool halfBlock = true>
void CastDeq(const LocalTensor<T>& dst, const LocalTensor<U>& src, int64_t count,
             VCONFORM_CALL_SITE) {
  namespace in = vconform::intrinsics;
  vconform_cast_deq call = detail::cast_deq(dst, src, isVecDeq, halfBlock);
  call.form = VCONFORM_CAST_DEQ_COUNT;
  call.count = static_cast<uint32_t>(count);
  const vconform_argument arguments[] = {in::word("dst", call.dst.offset),
                                         in::word("src", call.src.offset),
                                         in::number<uint32_t>("count", count)};
  in::issue({"CastDeq", "", file, line}, arguments, [&] { vconform_intrinsics_cast_deq(&call); });
}

// mask逐bit模式: two words, bit by bit.
template <typename T, typename U, bool isSetMask = true, bool isVecDeq = true,
          bool halfBlock = true>
void CastDeq(const LocalTensor<T>& dst, const LocalTensor<U>& src, const uint64_t mask[],
             int64_t repeatTime, const UnaryRepeatParams& repeatParams, VCONFORM_CALL_SITE) {
  vconform_cast_deq call = detail::cast_deq(dst, src, isVecDeq, halfBlock);
  call.form = VCONFORM_CAST_DEQ_BITWISE;
  // The page reads one word for sources of 32 bits.
  call.mask[0] = mask[0];
  call.mask[1] = sizeof(U) == 2 ? mask[1] : 0;
  detail::cast_deq_by_mask(call, isSetMask, repeatTime, repeatParams, file, line);
}

// mask连续模式: the first elements of each repeat. A template, so that a literal 0 is no pointer.
template <typename T, typename U, bool isSetMask = true, bool isVecDeq = true,
          bool halfBlock = true, typename Mask, std::enable_if_t<std::is_integral_v<Mask>, int> = 0>
void CastDeq(const LocalTensor<T>& dst, const LocalTensor<U>& src, Mask mask, int64_t repeatTime,
             const UnaryRepeatParams& repeatParams, VCONFORM_CALL_SITE) {
  vconform_cast_deq call = detail::cast_deq(dst, src, isVecDeq, halfBlock);
  call.form = VCONFORM_CAST_DEQ_CONTIGUOUS;
  call.mask[0] = static_cast<uint64_t>(mask);
  detail::cast_deq_by_mask(call, isSetMask, repeatTime, repeatParams, file, line);
}

template <typename T>
void DataCopy(const LocalTensor<T>& dstLocal, const GlobalTensor<T>& srcGlobal,
              const DataCopyParams& intriParams, const DataCopyEnhancedParams& enhancedParams,
              VCONFORM_CALL_SITE) {
  detail::data_copy(detail::type_number<T>(), detail::type_number<T>(), dstLocal, srcGlobal,
                    intriParams, enhancedParams, file, line);
}

template <typename T>
void DataCopy(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
              const DataCopyParams& intriParams, const DataCopyEnhancedParams& enhancedParams,
              VCONFORM_CALL_SITE) {
  detail::data_copy(detail::type_number<T>(), detail::type_number<T>(), dstLocal, srcLocal,
                    intriParams, enhancedParams, file, line);
}

template <typename T>
void DataCopy(const GlobalTensor<T>& dstGlobal, const LocalTensor<T>& srcLocal,
              const DataCopyParams& intriParams, const DataCopyEnhancedParams& enhancedParams,
              VCONFORM_CALL_SITE) {
  detail::data_copy(detail::type_number<T>(), detail::type_number<T>(), dstGlobal, srcLocal,
                    intriParams, enhancedParams, file, line);
}

// CO1 to CO2 with a conversion.
template <typename T, typename U>
void DataCopy(const LocalTensor<T>& dstLocal, const LocalTensor<U>& srcLocal,
              const DataCopyParams& intriParams, const DataCopyEnhancedParams& enhancedParams,
              VCONFORM_CALL_SITE) {
  detail::data_copy(detail::type_number<T>(), detail::type_number<U>(), dstLocal, srcLocal,
                    intriParams, enhancedParams, file, line);
}

// [31:0] scale, [45:37] offset, [46] sign.
inline uint64_t deq_factor(float scale, int64_t offset, bool signMode) {
  return static_cast<uint64_t>(__builtin_bit_cast(uint32_t, scale)) |
         (static_cast<uint64_t>(offset) & 0x1ff) << 37 | static_cast<uint64_t>(signMode) << 46;
}

// The offset has nine bits.
inline void SetDeqScale(float scale, int64_t offset, bool signMode, VCONFORM_CALL_SITE) {
  namespace in = vconform::intrinsics;
  const vconform_argument arguments[] = {
      in::bits("scale", scale), {"offset", offset, -256, 255}, in::word("signMode", signMode)};
  in::issue({"SetDeqScale", "", file, line}, arguments,
            [&] { vconform_intrinsics_deq_scale(deq_factor(scale, offset, signMode)); });
}

// s32: dst = src * scale.
inline void SetDeqScale(half scale, VCONFORM_CALL_SITE) {
  namespace in = vconform::intrinsics;
  const vconform_argument arguments[] = {in::bits("scale", scale)};
  in::issue({"SetDeqScale", "", file, line}, arguments,
            [&] { vconform_intrinsics_deq_scale(__builtin_bit_cast(uint16_t, scale)); });
}

// Stores the 16 words in the tensor, which is in UB.
template <typename T>
void SetDeqScale(const LocalTensor<T>& vdeqTensor, const VdeqInfo& vdeqInfo, VCONFORM_CALL_SITE) {
  namespace in = vconform::intrinsics;
  uint64_t words[16] = {};
  for (int i = 0; i < 16; ++i) {
    words[i] = deq_factor(vdeqInfo.vdeqScale[i], vdeqInfo.vdeqOffset[i], vdeqInfo.vdeqSignMode[i]);
  }
  const vconform_argument arguments[] = {in::word("vdeqTensor", vdeqTensor.address())};
  in::issue({"SetDeqScale", "", file, line}, arguments,
            [&] { vconform_intrinsics_deq_vector(vdeqTensor.address(), words); });
}

}  // namespace AscendC

// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)
