// One copy_matrix_cc_to_{cbuf,gm} or _b4: its ranges and its operands (copy_matrix_cc).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/golden/copy_matrix/element.h"
#include "adapters/golden/copy_matrix/layout.h"
#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"

namespace vconform::adapters::golden {

// The instruction under its registers; a mutant may change any part (Behaviour::copy_matrix).
struct CopyMatrixWalk {
  spec::Cell cell;
  // The call as made: only its ranges are checked; the other fields say what is done.
  vconform_copy_matrix call{};
  spec::Registers registers;
  // NSize, MSize or the nd count is 0.
  bool does_nothing = false;
  // The largest NSize and MSize.
  std::uint64_t most_columns = 0;
  std::uint64_t most_rows = 0;
  // QuantPRE must be 0: fixpipe.quantpre-codes=zero-only.
  bool takes_only_zero = false;
  // QuantPRE 0 under the reading raw32.
  bool is_raw = false;
  FractalLayout layout;
  // s4 under the reading s4.nibble=high-first: elements 2k and 2k + 1 change places.
  bool swaps_nibbles = false;
  // Quant words from the Fixpipe buffer: column n takes number n * word_step from byte `words` on.
  bool has_vector = false;
  std::uint64_t words = 0;
  std::uint64_t word_step = 1;
  // Alphas of pReLU, likewise.
  bool has_alphas = false;
  std::uint64_t alphas = 0;
  std::uint64_t alpha_step = 1;
};

CopyMatrixWalk copy_matrix_walk(const Behaviour& behaviour, const spec::Cell& cell,
                                const vconform_copy_matrix& call, const spec::Registers& registers);

spec::MemoryId destination_memory(const CopyMatrixWalk& walk);

// One line on why the walk is outside the documented range or would leave a memory; nullopt if it
// may run.
std::optional<std::string> copy_matrix_problem(const CopyMatrixWalk& walk,
                                               const vconform_memories& memories);

// The common part of all its elements.
FixpipeElement element_in_common(const Behaviour& behaviour, const CopyMatrixWalk& walk);

// The words of a column in the Fixpipe buffer; 0 beyond its end.
std::uint64_t quant_word(const CopyMatrixWalk& walk, std::span<const std::uint8_t> parameters,
                         std::uint64_t column);
std::uint32_t alpha_word(const CopyMatrixWalk& walk, std::span<const std::uint8_t> parameters,
                         std::uint64_t column);

}  // namespace vconform::adapters::golden
