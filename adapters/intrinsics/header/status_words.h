// The words for the result of a call, as lines about it begin.
#pragma once

#include <cstdint>
#include <string_view>

#include "adapters/intrinsics/header/control.h"

namespace vconform::intrinsics {

inline std::string_view word_for(std::uint32_t status) {
  switch (status) {
    case VCONFORM_UNSUPPORTED:
      return "unsupported";
    case VCONFORM_REJECTED:
      return "rejected";
    case VCONFORM_CALL_UNDEFINED:
      return "undefined here";
    case VCONFORM_CALL_BAD_ARGUMENT:
      return "bad argument";
    default:
      return "error";
  }
}

}  // namespace vconform::intrinsics
