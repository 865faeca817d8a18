// The shape of the blocks that a DataCopy moves, and the generators' own arithmetic of their
// places.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/choices/bounds.h"
#include "generators/choices/choice_source.h"
#include "spec/case/instruction.h"
#include "spec/case/memory_bytes.h"
#include "spec/data_copy/data_copy.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

struct BlockShape {
  std::uint64_t count = 1;
  // The length and the gaps, in the units of the path and the mode.
  std::uint64_t length = 1;
  std::uint64_t src_gap = 0;
  std::uint64_t dst_gap = 0;
  spec::BlockMode mode = spec::BlockMode::kMatrix;
  // A spec::SidStoreMode; ignored for results wider than 8 bits.
  std::uint64_t sid = 2;

  bool writes() const { return count != 0 && length != 0; }
  // The blocks and units that a payload is made for: at least one of each.
  std::uint64_t blocks() const { return count > 0 ? count : 1; }
  std::uint64_t units() const { return length > 0 ? length : 1; }
};

// Always takes the same number of draws. Uses the features kRepeat and kStrides if they are
// allowed.
BlockShape draw_block_shape(ChoiceSource& choices, const spec::Conversion& row,
                            const Bounds& bounds);

// Whether an earlier row moves the same bytes along the same path, whatever it calls them: it shows
// what takes long about addresses.
bool moves_like_another(const spec::Conversion& row);

// The elements of a block, and the bytes of its source and of its destination.
std::uint64_t block_elements(const spec::Conversion& row, const BlockShape& shape);
std::uint64_t source_block_bytes(const spec::Conversion& row, const BlockShape& shape);
std::uint64_t destination_block_bytes(const spec::Conversion& row, const BlockShape& shape);

// The index of element i of block j, in elements from the start of the source.
std::uint64_t source_index(const spec::Conversion& row, const BlockShape& shape, std::uint64_t j,
                           std::uint64_t i);
// The bytes from the start of the operand to the end of the last block, gaps included; no reading
// reaches further.
std::uint64_t source_bytes(const spec::Conversion& row, const BlockShape& shape);
std::uint64_t destination_bytes(const spec::Conversion& row, const BlockShape& shape);

// The parts of an operand in which elements lie under any reading, or nothing if they are many; see
// Piece.
std::vector<spec::ByteRange> source_parts(const spec::Conversion& row, const BlockShape& shape);
std::vector<spec::ByteRange> destination_parts(const spec::Conversion& row,
                                               const BlockShape& shape);

void put_shape(const BlockShape& shape, spec::DataCopy& step);

}  // namespace vconform::generators
