// One copy_matrix_cc_to_{cbuf,gm} or _b4: its ranges, its memories, and its run (copy_matrix_cc).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "adapters/golden/behaviour.h"
#include "adapters/golden/copy_matrix/element.h"
#include "adapters/golden/copy_matrix/layout.h"
#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"

namespace vconform::adapters::golden {

// The instruction under the registers that it meets; a mutant may change any of it
// (Behaviour::copy_matrix).
struct CopyMatrixWalk {
  spec::Cell cell;
  // As it was called; its ranges are checked, the rest of this is what is done.
  vconform_copy_matrix call{};
  spec::Registers registers;
  // NSize, MSize or the nd count is 0.
  bool does_nothing = false;
  // QuantPRE 0 in the reading raw32.
  bool is_raw = false;
  FractalLayout layout;
  // s4 in the reading s4.nibble=high-first: elements 2k and 2k + 1 change places.
  bool swaps_nibbles = false;
  // Quant words from the Fixpipe buffer; column n takes number n * word_step from byte `words`.
  bool has_vector = false;
  std::uint64_t words = 0;
  std::uint64_t word_step = 1;
  // The same for the alphas of pReLU.
  bool has_alphas = false;
  std::uint64_t alphas = 0;
  std::uint64_t alpha_step = 1;
};

CopyMatrixWalk copy_matrix_walk(const Behaviour& behaviour, const spec::Cell& cell,
                                const vconform_copy_matrix& call, const spec::Registers& registers);

// Why the walk is outside the documented range, or would leave a memory: one line. Nothing when it
// may run.
std::optional<std::string> copy_matrix_problem(const CopyMatrixWalk& walk,
                                               const vconform_memories& memories);

// What all its elements have in common.
FixpipeElement element_in_common(const Behaviour& behaviour, const CopyMatrixWalk& walk);

// The words of a column, in the Fixpipe buffer; 0 beyond its end.
std::uint64_t quant_word(const CopyMatrixWalk& walk, std::span<const std::uint8_t> parameters,
                         std::uint64_t column);
std::uint32_t alpha_word(const CopyMatrixWalk& walk, std::span<const std::uint8_t> parameters,
                         std::uint64_t column);

// Runs a walk that has no problem.
void run_copy_matrix(const Behaviour& behaviour, const CopyMatrixWalk& walk,
                     const vconform_memories& memories);

}  // namespace vconform::adapters::golden
