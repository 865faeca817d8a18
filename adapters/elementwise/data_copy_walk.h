// One DataCopy from CO1 to CO2 whose row is served by element(): its ranges and the places of its
// elements (data_copy_enhanced). Not golden's walk, for the reason of elementwise_walk.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "adapters/vconform_adapter.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters {

class DataCopyWalk {
 public:
  // `ctrl` is the CTRL register.
  DataCopyWalk(const spec::Cell& cell, const vconform_data_copy& call, std::uint64_t ctrl);

  const spec::Cell& cell() const { return cell_; }
  // One line on why it is outside the documented range or would leave a memory; nullopt if it may
  // run, as far as its arguments say.
  std::optional<std::string> problem(const vconform_memories& memories) const;
  // One line if the MCB bits of a vector differ, which is known only when it runs.
  std::optional<std::string> vector_problem(const vconform_memories& memories) const;
  // Runs it: an element at a time. Returns the first status that is not VCONFORM_OK.
  std::uint32_t run(const vconform_adapter& table, void* context,
                    const vconform_memories& memories) const;

 private:
  std::optional<std::string> range_problem() const;
  bool has_halves() const;
  // Byte `index` of a destination block, of 8-bit results.
  std::uint64_t destination(std::uint64_t index) const;
  std::uint64_t word(const vconform_memories& memories, std::uint64_t block,
                     std::uint64_t index) const;
  vconform_element common_element() const;

  spec::Cell cell_;
  vconform_data_copy call_;
  std::uint64_t ctrl_;
  // The bytes of a block in each operand, and from one block to the next.
  std::uint64_t src_length_ = 0;
  std::uint64_t src_step_ = 0;
  std::uint64_t dst_length_ = 0;
  std::uint64_t dst_step_ = 0;
  std::uint64_t elements_ = 0;
};

}  // namespace vconform::adapters
