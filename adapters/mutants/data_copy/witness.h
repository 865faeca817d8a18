// Witnesses of DataCopy.
#pragma once

#include "adapters/mutants/witness.h"
#include "adapters/short_programs/one_copy.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::adapters::mutants::data_copy {

using spec::DataCopy;

inline constexpr std::uint64_t kRelu = std::uint64_t{1} << 47;

inline Witnesses by_copy(const OneCopy& differs, const OneCopy& agrees) {
  return by(one_copy(differs), one_copy(agrees));
}

}  // namespace vconform::adapters::mutants::data_copy
