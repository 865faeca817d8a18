// A simulator of some rows of four families, written against vconform_intrinsics.h alone, as
// anybody could: its registers, its memories, and its numbers.
//
// Built several times. SIMULATOR_OWN_MEMORY: operands are offsets into memories of its own too;
// else they are pointers of the host. The others make it wrong: SIMULATOR_ONE_ROUNDING rounds to
// nearest whatever the suffix says, SIMULATOR_NO_MASK takes every lane for active,
// SIMULATOR_DEAF_DEQSCALE ignores set_deqscale(), SIMULATOR_WITHOUT_DEQSCALE has it for a float
// alone, SIMULATOR_NARROW_STRIDES keeps eight bits of a repeat stride, and SIMULATOR_TRAPS calls
// trap() where others round away from zero. SIMULATOR_HOSTILE attacks as VCONFORM_ATTACK says
// (adapters/testing/hostile.h).
#pragma once

#define VCONFORM_INTRINSICS_DEFINE
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "adapters/vconform_intrinsics.h"

namespace simulator {

struct Registers {
  uint64_t mask1 = 0;
  uint64_t mask0 = 0;
  uint64_t ctrl = 0;
  uint64_t deqscale = 0;
  uint64_t quant_pre = 0;
  uint64_t fpc = 0;
  uint64_t nd_para = 0;
  float lrelu_alpha = 0;
};
// Not inline: several simulators in one process would share them.
extern Registers registers;

constexpr int kKeepInf = 48;
constexpr int kCounter = 56;
inline bool ctrl_bit(int bit) {
  return (registers.ctrl >> bit & 1) != 0;
}

// ---- Attacks ----

#ifdef SIMULATOR_HOSTILE
// As in adapters/testing/hostile.h, whose room stands behind this one.
extern "C" void hostile_execution(void);
extern "C" int hostile_wants(const char* when, const char* what, long* number);
#endif

// The attack of an instruction: with what its first result is spoilt.
inline uint8_t attack() {
#ifdef SIMULATOR_HOSTILE
  hostile_execution();
  return hostile_wants("execute", "spoil", nullptr) != 0 ? 0x15 : 0;
#else
  return 0;
#endif
}

// ---- Memories ----

// The host's pointer to an operand.
inline uint8_t* place(int memory, uint64_t address) {
#ifdef SIMULATOR_OWN_MEMORY
  if (void* inside = vconform_memory_at(memory, address)) {
    return static_cast<uint8_t*>(inside);
  }
#endif
  (void)memory;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): operands are pointers or offsets
  return reinterpret_cast<uint8_t*>(address);
}
inline uint64_t address_of(const void* operand) {
  return reinterpret_cast<uint64_t>(operand);
}

template <typename T>
T load(const uint8_t* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// ---- Numbers ----

// To an integer, by the letter of a rounding.
inline double rounded(double value, char mode) {
#ifdef SIMULATOR_ONE_ROUNDING
  mode = 'r';
#endif
  switch (mode) {
    case 'a':
      return std::round(value);
    case 'f':
      return std::floor(value);
    case 'c':
      return std::ceil(value);
    case 'z':
      return std::trunc(value);
    default:
      return std::nearbyint(value);
  }
}

// To so many fraction bits, the exponent not below `least`.
inline double rounded_to(double value, int fraction_bits, int least, char mode) {
  int exponent = 0;
  std::frexp(value, &exponent);
  const double unit = std::ldexp(1.0, std::max(exponent - 1, least) - fraction_bits);
  return rounded(value / unit, mode) * unit;
}

// NaN counts as 0.
template <typename T>
T saturated(double integer) {
  constexpr double kLeast = std::numeric_limits<T>::min();
  constexpr double kMost = std::numeric_limits<T>::max();
  return std::isnan(integer) ? T{} : static_cast<T>(std::clamp(integer, kLeast, kMost));
}

inline half to_half(double value, char mode) {
  constexpr double kMost = 65504;
  if (std::isnan(value)) {
    return ctrl_bit(kKeepInf) ? half(value) : half(0);
  }
  const double magnitude =
      std::isinf(value) || value == 0 ? value : rounded_to(value, 10, -14, mode);
  if (std::fabs(magnitude) <= kMost) {
    return half(magnitude);
  }
  const bool is_negative = value < 0;
  const bool stays = mode == 'z' || mode == (is_negative ? 'c' : 'f');
  const bool saturates = !ctrl_bit(kKeepInf) || (stays && !std::isinf(value));
  const double result = saturates ? kMost : std::numeric_limits<double>::infinity();
  return half(is_negative ? -result : result);
}

// The scale of a quant word, 1-8-10.
inline float scale_of(uint64_t word) {
  return __builtin_bit_cast(float, static_cast<uint32_t>(word) & 0xffffe000);
}

// From the product on: to s9, plus the offset, to s8 or u8.
inline uint8_t quantised(float product, uint64_t word) {
  const double s9 = std::isnan(product) ? 0 : std::clamp(std::nearbyint(product), -256.0F, 255.0F);
  const int offset = static_cast<int>((word >> 37 & 0x1ff) ^ 0x100) - 0x100;
  const int sum = static_cast<int>(s9) + offset;
  const bool is_signed = (word >> 46 & 1) != 0;
  return static_cast<uint8_t>(is_signed ? std::clamp(sum, -128, 127) : std::clamp(sum, 0, 255));
}

}  // namespace simulator
