// The two halves of copy_legality.h, one for each family.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "spec/case/case.h"
#include "spec/case/registers.h"
#include "spec/rows/features.h"

namespace vconform::generators {

// The contents of the registers when an instruction runs.
struct RegistersMet {
  std::uint64_t nd = 0;
  std::uint64_t alpha = 0;
  std::uint64_t quant = 0;
  std::uint64_t fpc = 0;
  std::uint64_t ctrl = 0;
  spec::Mask mask = {~std::uint64_t{0}, ~std::uint64_t{0}};
};
RegistersMet registers_met(const spec::Case& test_case);

using Used = std::vector<std::pair<spec::Feature, bool>>;

std::string matrix_illegality(const spec::Case& test_case, const spec::CopyMatrix& copy);
Used used_by(const spec::CopyMatrix& copy, const RegistersMet& registers);

std::string block_illegality(const spec::Case& test_case, const spec::DataCopy& copy);
Used used_by(const spec::DataCopy& copy);

}  // namespace vconform::generators
