// The places of a copy's operands and the size of each memory: mostly as small as possible, since
// every byte of memory is filled and compared.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generators/choices/choice_source.h"
#include "spec/case/case.h"
#include "spec/case/memory_bytes.h"
#include "spec/rows/memories.h"

namespace vconform::generators {

// The bytes that an operand needs in a memory under any reading.
struct Piece {
  spec::MemoryId memory;
  std::uint64_t bytes;
  std::uint64_t alignment;
  // The parts in which its elements lie, if they are few and the rest are gaps: ascending, apart.
  std::vector<spec::ByteRange> parts = {};
};

// At most so many parts are listed, unless they are far apart.
inline constexpr std::uint64_t kMostParts = 128;
// These ranges as parts of a piece of `bytes` bytes, each with some bytes around it.
std::vector<spec::ByteRange> parts_of(std::vector<spec::ByteRange> ranges, std::uint64_t bytes);

struct Room {
  // The offset of each piece, in their order.
  std::vector<std::uint64_t> offsets;
  std::vector<spec::CaseMemory> memories;

  spec::Address at(std::span<const Piece> pieces, std::size_t i) const {
    return {pieces[i].memory, offsets[i]};
  }
  bool is_sparse(spec::MemoryId id) const;
};

// The size that a memory has on every one of `products`, or on every product if the set is empty; 0
// if the pages give none. Sizes are known of two products.
std::uint64_t size_of(spec::ProductSet products, spec::MemoryId id);

// Draws a room. Pieces of one memory do not overlap; they lie in any order, adjacent or not, at the
// start or the end of the memory, in GM at odd bytes too. The memory ends with the last piece, soon
// after it or, rarely, at the size that every one of `products` has, or every product if the set is
// empty. Takes one draw, one for each piece, and two for each memory.
Room draw_room(ChoiceSource& choices, spec::ProductSet products, std::span<const Piece> pieces);

// The room behind the last piece of a memory.
inline constexpr std::uint64_t kRoomBehind = 1024;

// Bytes before a piece that the one before it does not need; or, if it is not 0, the size of the
// memory with which the piece ends.
struct Gap {
  std::size_t piece = 0;
  std::uint64_t bytes = 0;
  std::uint64_t size = 0;
};

// The pieces one after another. A large memory of which little is used is sparse.
Room plain_room(std::span<const Piece> pieces, const Gap& gap = {});

// The most bytes of GM for a case of one argument at some magnitude, unless most of them are gaps.
inline constexpr std::uint64_t kMostOfGm = 1 << 20;

}  // namespace vconform::generators
