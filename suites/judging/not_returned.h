// Results that were supplied as files, and are not there.
#pragma once

#include <string_view>

#include "oracle/judge/judge.h"

namespace vconform::suites {

inline bool is_not_returned(std::string_view verdict) {
  return verdict == oracle::name_of(oracle::Verdict::kNotReturned);
}

}  // namespace vconform::suites
