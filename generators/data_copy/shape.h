// The shape of the blocks that a DataCopy moves, and the generators' own arithmetic of where they
// stand.
#pragma once

#include <cstdint>

#include "generators/choices/choice_source.h"
#include "spec/case/instruction.h"
#include "spec/data_copy/data_copy.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

struct BlockShape {
  std::uint64_t count = 1;
  // In the units of the path and the mode.
  std::uint64_t length = 1;
  std::uint64_t src_gap = 0;
  std::uint64_t dst_gap = 0;
  spec::BlockMode mode = spec::BlockMode::kMatrix;
  // A spec::SidStoreMode; of results wider than 8 bits it has no say.
  std::uint64_t sid = 2;

  bool writes() const { return count != 0 && length != 0; }
  // What a payload is made for: at least one block of at least one unit.
  std::uint64_t blocks() const { return count > 0 ? count : 1; }
  std::uint64_t units() const { return length > 0 ? length : 1; }
};

// Always the same number of draws. Of `allowed` kRepeat and kStrides.
BlockShape draw_block_shape(ChoiceSource& choices, const spec::Conversion& row,
                            spec::FeatureSet allowed);

// Of a block: elements, and the bytes of its source and of its destination.
std::uint64_t block_elements(const spec::Conversion& row, const BlockShape& shape);
std::uint64_t source_block_bytes(const spec::Conversion& row, const BlockShape& shape);
std::uint64_t destination_block_bytes(const spec::Conversion& row, const BlockShape& shape);

// Elements, from the start of the source, of element i of block j.
std::uint64_t source_index(const spec::Conversion& row, const BlockShape& shape, std::uint64_t j,
                           std::uint64_t i);
// Bytes from the start of the operand to the end of the last block, gaps included: no reading
// reaches further.
std::uint64_t source_bytes(const spec::Conversion& row, const BlockShape& shape);
std::uint64_t destination_bytes(const spec::Conversion& row, const BlockShape& shape);

void put_shape(const BlockShape& shape, spec::DataCopy& step);

}  // namespace vconform::generators
