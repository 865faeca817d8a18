// The special-purpose registers that conversions and copies read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spec/number/units.h"
#include "spec/slugs/rule_id.h"

namespace vconform::spec {

struct CtrlBit {
  int bit;
  std::string_view meaning;
  RuleId rule;
};

// CTRL has further bits; these are the ones that change a conversion (asc-devkit:SetCtrlSpr,
// asc_set_ctrl).
inline constexpr int kCtrlKeepInfNan = 48;
inline constexpr int kCtrlCounterMode = 56;
inline constexpr int kCtrlTruncate = 59;
inline constexpr int kCtrlTruncateEnable = 60;

inline constexpr std::array<CtrlBit, 4> kCtrlBits = {{
    {kCtrlKeepInfNan, "half and bfloat16 results keep inf and NaN instead of saturating",
     cite("ctrl.48")},
    {kCtrlCounterMode, "the mask register counts elements (counter mode)",
     cite("mask.counter-mode")},
    {kCtrlTruncate, "integer results keep their low bits instead of saturating", cite("ctrl.59")},
    {kCtrlTruncateEnable, "enables CTRL[59] in one reading", cite("ctrl.59")},
}};

constexpr bool ctrl_bit(std::uint64_t ctrl, int bit) {
  return ((ctrl >> bit) & 1) != 0;
}
constexpr std::uint64_t with_ctrl_bit(int bit) {
  return std::uint64_t{1} << bit;
}

// The 128-bit mask register. Bit i governs element i: mask0 holds elements 0..63, mask1 64..127.
struct Mask {
  std::uint64_t mask1 = 0;
  std::uint64_t mask0 = 0;

  constexpr bool bit(std::uint64_t i) const {
    return i < kMaskBits && (((i < 64 ? mask0 : mask1) >> (i % 64)) & 1) != 0;
  }
  friend constexpr bool operator==(const Mask&, const Mask&) = default;
};
inline constexpr Mask kAllLanes = {~std::uint64_t{0}, ~std::uint64_t{0}};

// The first n elements (general_parameters, 连续模式): n of 0 activates none, 128 and more all.
constexpr Mask contiguous_mask(std::uint64_t n) {
  const auto low = [](std::uint64_t count) {
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  };
  return {n > 64 ? low(n - 64) : 0, low(n)};
}

// Counter mode takes the element count from MASK[31:0].
constexpr std::uint64_t counter_of(const Mask& mask) {
  return mask.mask0 & 0xffffffff;
}

// Those that FIXPIPE reads (copy_matrix_cc; cann:cce_aicore_intrinsics.h). The numbers are those of
// the C ABI.
enum class FixpipeRegister : std::uint8_t {
  kNdPara = 3,
  kLreluAlpha = 4,
  kQuantPre = 5,
  kFpc = 6,
};

struct FixpipeRegisterName {
  FixpipeRegister id;
  std::string_view name;
  std::string_view meaning;
};

// set_{name}() writes them.
inline constexpr std::array<FixpipeRegisterName, 4> kFixpipeRegisters = {{
    {FixpipeRegister::kNdPara, "nd_para", "number of nd blocks and their strides"},
    {FixpipeRegister::kLreluAlpha, "lrelu_alpha", "the alpha of leaky ReLU, an f32"},
    {FixpipeRegister::kQuantPre, "quant_pre", "the quant word of all columns"},
    {FixpipeRegister::kFpc, "fpc", "where the vectors of quant words and alphas stand"},
}};

constexpr std::size_t index_of(FixpipeRegister id) {
  return static_cast<std::size_t>(id) - static_cast<std::size_t>(kFixpipeRegisters[0].id);
}

struct Registers {
  Mask mask;
  std::uint64_t ctrl = 0;
  // See spec/number/quantization.h.
  std::uint64_t deq_scale = 0;
  // DEQSCALE was set by the tensor form of set_deq_scale: it holds an address.
  bool deq_scale_is_tensor = false;
  // See spec/copy_matrix/copy_matrix.h.
  std::array<std::uint64_t, kFixpipeRegisters.size()> fixpipe = {};

  std::uint64_t of(FixpipeRegister id) const { return fixpipe[index_of(id)]; }
};

}  // namespace vconform::spec
