// The fault that a lowering of this folder has, and where: VCONFORM_LOWERING_FAULT=KIND:WHERE.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "adapters/vconform_lowering.h"

namespace lowerings {

// Reads the variable once. KIND is that of the lowering; WHERE is all, unaligned, last-column, or
// ctrl48: calls with CTRL[48]=1.
struct Planted {
  std::string kind;
  std::string where;

  Planted() {
    const char* text = std::getenv("VCONFORM_LOWERING_FAULT");
    const std::string whole = text == nullptr ? "" : text;
    kind = whole.substr(0, whole.find(':'));
    where = whole.find(':') == std::string::npos ? "all" : whole.substr(whole.find(':') + 1);
  }
};

inline const Planted& planted() {
  static const Planted only;
  return only;
}

inline bool is_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % 32 == 0;
}

// Whether operands and rows begin at multiples of 32 bytes.
template <typename Dst, typename Src>
bool is_aligned(const vconform_operation_call& call) {
  const bool rows = call.rows < 2 || (call.dst_stride * sizeof(Dst) % 32 == 0 &&
                                      call.src_stride * sizeof(Src) % 32 == 0);
  return is_aligned(call.dst) && is_aligned(call.src) && rows;
}

// The columns, [first, end), that the fault affects in this call.
struct Columns {
  std::uint32_t first = 0;
  std::uint32_t end = 0;

  bool has(std::uint32_t column) const { return column >= first && column < end; }
};

inline Columns affected(const char* kind, const vconform_operation_call& call, bool aligned) {
  const Planted& fault = planted();
  if (fault.kind.empty() || fault.kind != kind) {
    return {};
  }
  if (fault.where == "last-column") {
    return {call.cols - 1, call.cols};
  }
  const bool here = fault.where == "all" || (fault.where == "unaligned" && !aligned) ||
                    (fault.where == "ctrl48" && (get_ctrl() >> 48 & 1) != 0);
  return {0, here ? call.cols : 0};
}

}  // namespace lowerings
