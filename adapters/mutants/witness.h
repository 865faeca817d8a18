// For tests: programs that show what is wrong with each mutant.
#pragma once

#include <string_view>
#include <vector>

#include "adapters/testing/one_conversion.h"
#include "spec/case/registers.h"

namespace vconform::adapters::mutants {

// A program that tells the mutant from golden, and one close by that does not.
struct Witness {
  std::string_view mutant;
  spec::Case differs;
  spec::Case agrees;
};

// value_witnesses.cpp: rounding, special values, range.
std::vector<Witness> value_witnesses();
// addressing_witnesses.cpp: masks and addresses.
std::vector<Witness> addressing_witnesses();

// deq_witnesses.cpp: DEQ, VDEQ, vconv_deq and CastDeq.
std::vector<Witness> deq_witnesses();

// copy_matrix_witnesses.cpp, data_copy_witnesses.cpp
std::vector<Witness> copy_matrix_witnesses();
std::vector<Witness> data_copy_witnesses();

inline constexpr std::uint64_t kKeep = spec::with_ctrl_bit(spec::kCtrlKeepInfNan);

// One contiguous repeat of an instruction over the background, under this mask.
inline spec::Case masked(std::string_view instruction, const spec::Mask& mask,
                         std::uint64_t ctrl = 0) {
  spec::Case program = one_conversion(instruction, {}, ctrl);
  std::get<spec::SetMask>(program.steps[0]).mask = mask;
  return program;
}

}  // namespace vconform::adapters::mutants
