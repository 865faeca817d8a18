// One copy_matrix_cc_to_{cbuf,gm} or _b4 whose row is served by element(): its ranges and the
// places of its elements (copy_matrix_cc, 图1; asc-devkit:NZ2NZ, NZ2ND). Not golden's walk, for the
// reason of elementwise_walk.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "adapters/vconform_adapter.h"
#include "spec/case/registers.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters {

class FixpipeWalk {
 public:
  FixpipeWalk(const spec::Cell& cell, const vconform_copy_matrix& call,
              const spec::Registers& registers);

  const spec::Cell& cell() const { return cell_; }
  // One line on why it is outside the documented range or would leave a memory; nullopt if it may
  // run.
  std::optional<std::string> problem(const vconform_memories& memories) const;
  // Runs it: an element at a time. Returns the first status that is not VCONFORM_OK.
  std::uint32_t run(const vconform_adapter& table, void* context,
                    const vconform_memories& memories) const;

 private:
  struct Place {
    std::uint64_t block;
    std::uint64_t row;
    std::uint64_t column;
  };

  bool does_nothing() const;
  std::optional<std::string> range_problem() const;
  std::optional<std::string> nd_problem() const;
  bool reads_quant_vector() const;
  bool reads_alpha_vector() const;
  // The numbers of elements in their operands.
  std::uint64_t source(const Place& place) const;
  std::uint64_t destination(const Place& place) const;
  std::uint64_t source_count() const;
  std::uint64_t destination_count() const;
  vconform_element element_of_column(const vconform_memories& memories, std::uint64_t column) const;

  spec::Cell cell_;
  vconform_copy_matrix call_;
  spec::Registers registers_;
  std::uint64_t blocks_ = 1;
  // The consecutive columns of a row in a destination block.
  std::uint64_t channels_ = 0;
  // From a destination block to the next one, and from one nd block to the next, in elements.
  std::uint64_t column_stride_ = 0;
  std::uint64_t row_stride_ = 0;
  std::uint64_t src_block_stride_ = 0;
  std::uint64_t dst_block_stride_ = 0;
};

}  // namespace vconform::adapters
