// Special-purpose registers (pages vconv and copy_matrix_cc, and the vendor's headers), and the
// scalar bit operations that build their words.
//
//   mask        bit i of {mask1, mask0}: element i of a repeat; with set_mask_count, MASK[31:0]
//               counts elements
//   ctrl        [48] keeps inf and NaN in half results, [56] counter mode, [59] low bits
//   deqscale    the deq_factor, a half M, or the address of a vector >> 5
//   quant_pre   the quant word of FIXPIPE; fpc: [7:0] address of alphas >> 6, [15:8] of quant words
//               >> 7, [63] unit flag
//   nd_para     [15:0] nd blocks, [31:16] source stride in fractals, [47:32] destination stride in
//               elements
#pragma once

#include <type_traits>

#include "adapters/intrinsics/header/caller.h"
#include "adapters/intrinsics/header/numbers.h"

// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses): the names of the pages

// X(name, argument) for each setter of one word of 64 bits.
#define VCONFORM_EACH_WORD_SETTER(X) \
  X(set_ctrl, config)                \
  X(set_deqscale, config)            \
  X(set_quant_pre, config)           \
  X(set_fpc, config)                 \
  X(set_nd_para, config)

#ifdef VCONFORM_INTRINSICS_DEFINE

#define VCONFORM_WORD_SETTER(name, argument) void name(uint64_t argument);
VCONFORM_EACH_WORD_SETTER(VCONFORM_WORD_SETTER)

void set_deqscale(half config);
void set_lrelu_alpha(float config);
void set_vector_mask(uint64_t mask1, uint64_t mask0);
void set_mask_count();
void set_mask_norm();
uint64_t get_ctrl();

#else

#define VCONFORM_WORD_SETTER(name, argument)                                        \
  inline void name(uint64_t argument, VCONFORM_CALL_SITE) {                         \
    namespace in = vconform::intrinsics;                                            \
    void name(uint64_t);                                                            \
    const vconform_argument arguments[] = {in::word(#argument, argument)};          \
    in::issue({#name, "uint64_t", file, line}, arguments, [&] { name(argument); }); \
  }
VCONFORM_EACH_WORD_SETTER(VCONFORM_WORD_SETTER)

inline void set_deqscale(half config, VCONFORM_CALL_SITE) {
  namespace in = vconform::intrinsics;
  void set_deqscale(half);
  const vconform_argument arguments[] = {in::word("config", __builtin_bit_cast(uint16_t, config))};
  in::issue({"set_deqscale", "half", file, line}, arguments, [&] { set_deqscale(config); });
}
// A float or bfloat16_t would silently become the integer of the other overload.
template <typename T,
          std::enable_if_t<std::is_floating_point_v<T> || std::is_same_v<T, bfloat16_t>, int> = 0>
void set_deqscale(T) = delete;

inline void set_lrelu_alpha(float config, VCONFORM_CALL_SITE) {
  namespace in = vconform::intrinsics;
  void set_lrelu_alpha(float);
  const vconform_argument arguments[] = {in::word("config", __builtin_bit_cast(uint32_t, config))};
  in::issue({"set_lrelu_alpha", "float", file, line}, arguments, [&] { set_lrelu_alpha(config); });
}

inline void set_vector_mask(uint64_t mask1, uint64_t mask0, VCONFORM_CALL_SITE) {
  namespace in = vconform::intrinsics;
  void set_vector_mask(uint64_t, uint64_t);
  const vconform_argument arguments[] = {in::word("mask1", mask1), in::word("mask0", mask0)};
  in::issue({"set_vector_mask", "", file, line}, arguments, [&] { set_vector_mask(mask1, mask0); });
}

inline void set_mask_count(VCONFORM_CALL_SITE) {
  void set_mask_count();
  vconform::intrinsics::issue({"set_mask_count", "", file, line}, [&] { set_mask_count(); });
}

inline void set_mask_norm(VCONFORM_CALL_SITE) {
  void set_mask_norm();
  vconform::intrinsics::issue({"set_mask_norm", "", file, line}, [&] { set_mask_norm(); });
}

inline uint64_t get_ctrl(VCONFORM_CALL_SITE) {
  extern uint64_t get_ctrl();
  uint64_t value = 0;
  vconform::intrinsics::issue({"get_ctrl", "", file, line}, [&] { value = get_ctrl(); });
  return value;
}

#endif

// The word with one bit cleared or set, bit 0..63; any other bit leaves it as it is.
constexpr uint64_t sbitset0(uint64_t word, int64_t bit) {
  return bit < 0 || bit > 63 ? word : word & ~(uint64_t{1} << bit);
}
constexpr uint64_t sbitset1(uint64_t word, int64_t bit) {
  return bit < 0 || bit > 63 ? word : word | uint64_t{1} << bit;
}

// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)
