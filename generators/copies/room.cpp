#include "generators/copies/room.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace vconform::generators {

namespace {

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// The size of a memory that holds `bytes`: on the chip whole blocks, in GM any number.
std::uint64_t whole(spec::MemoryId id, std::uint64_t bytes) {
  const std::uint64_t unit = id == spec::MemoryId::kGm ? 1 : 64;
  return std::max<std::uint64_t>(unit, round_up(bytes, unit));
}

bool has(const Room& room, spec::MemoryId id) {
  return std::any_of(room.memories.begin(), room.memories.end(),
                     [&](const spec::CaseMemory& memory) { return memory.id == id; });
}

// Puts the pieces of one memory one after another in this order; returns their end.
std::uint64_t put_pieces(Room& room, std::span<const Piece> pieces, spec::MemoryId id,
                         std::span<const std::size_t> order, std::span<const std::uint64_t> gaps) {
  std::uint64_t end = 0;
  for (const std::size_t i : order) {
    if (pieces[i].memory == id) {
      room.offsets[i] = round_up(end + gaps[i] * pieces[i].alignment, pieces[i].alignment);
      end = room.offsets[i] + pieces[i].bytes;
    }
  }
  return end;
}

// Moves the last piece as far up as it goes.
void move_last_to_end(Room& room, std::span<const Piece> pieces, spec::MemoryId id,
                      std::uint64_t size) {
  std::size_t last = pieces.size();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const bool later = last == pieces.size() || room.offsets[i] >= room.offsets[last];
    last = pieces[i].memory == id && later ? i : last;
  }
  const std::uint64_t up = (size - pieces[last].bytes) / pieces[last].alignment;
  room.offsets[last] = up * pieces[last].alignment;
}

// The bytes that its elements take.
std::uint64_t used_bytes(const Piece& piece) {
  std::uint64_t bytes = 0;
  for (const spec::ByteRange& part : piece.parts) {
    bytes += part.end - part.first;
  }
  return piece.parts.empty() ? piece.bytes : bytes;
}

// Whether to fill all of a memory would cost much more than what is used of it.
bool is_mostly_gaps(std::span<const Piece> pieces, const spec::CaseMemory& memory) {
  constexpr std::uint64_t kLittle = 64 * 1024;
  constexpr std::uint64_t kMuchMore = 4;
  std::uint64_t used = 0;
  for (const Piece& piece : pieces) {
    used += piece.memory == memory.id ? used_bytes(piece) : 0;
  }
  return memory.size > kLittle && used <= memory.size / kMuchMore;
}

constexpr std::array<std::uint64_t, 8> kGaps = {0, 0, 0, 1, 2, 3, 7, 31};
constexpr std::array<std::uint64_t, 6> kTails = {64, 0, 0, 32, 1, 320};

}  // namespace

std::uint64_t size_of(spec::ProductSet products, spec::MemoryId id) {
  const spec::Memory& memory = spec::memory_of(id);
  const bool is_of_inference_alone =
      products.has(spec::Product::kInferenceAiCore) && !products.has(spec::Product::kA2);
  return is_of_inference_alone ? memory.m200_size : std::min(memory.a2_size, memory.m200_size);
}

Room draw_room(ChoiceSource& choices, spec::ProductSet products, std::span<const Piece> pieces) {
  Room room;
  room.offsets.resize(pieces.size());
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (choices.below(2) != 0) {
    std::reverse(order.begin(), order.end());
  }
  std::vector<std::uint64_t> gaps(pieces.size());
  for (std::uint64_t& gap : gaps) {
    gap = choices.pick(kGaps);
  }
  for (const Piece& piece : pieces) {
    const spec::MemoryId id = piece.memory;
    if (has(room, id)) {
      continue;
    }
    const std::uint64_t tail = choices.pick(kTails);
    const bool as_product = choices.one_in(64);
    const std::uint64_t end = put_pieces(room, pieces, id, order, gaps);
    std::uint64_t size = whole(id, end + tail);
    if (as_product && size_of(products, id) != 0 && size_of(products, id) >= end) {
      size = size_of(products, id);
      move_last_to_end(room, pieces, id, size);
    }
    room.memories.push_back({id, size});
  }
  return room;
}

Room plain_room(std::span<const Piece> pieces, const Gap& gap) {
  Room room;
  room.offsets.resize(pieces.size());
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (gap.size != 0) {
    std::rotate(order.begin() + static_cast<std::ptrdiff_t>(gap.piece),
                order.begin() + static_cast<std::ptrdiff_t>(gap.piece) + 1, order.end());
  }
  std::vector<std::uint64_t> gaps(pieces.size(), 0);
  gaps[gap.piece] = gap.bytes / pieces[gap.piece].alignment;
  for (const Piece& piece : pieces) {
    if (has(room, piece.memory)) {
      continue;
    }
    const std::uint64_t end = put_pieces(room, pieces, piece.memory, order, gaps);
    spec::CaseMemory memory{piece.memory, whole(piece.memory, end + kRoomBehind)};
    if (gap.size != 0 && piece.memory == pieces[gap.piece].memory) {
      memory.size = gap.size;
      move_last_to_end(room, pieces, piece.memory, memory.size);
    }
    memory.is_sparse = is_mostly_gaps(pieces, memory);
    room.memories.push_back(memory);
  }
  return room;
}

bool Room::is_sparse(spec::MemoryId id) const {
  return std::ranges::any_of(memories, [id](const spec::CaseMemory& memory) {
    return memory.id == id && memory.is_sparse;
  });
}

std::vector<spec::ByteRange> parts_of(std::vector<spec::ByteRange> ranges, std::uint64_t bytes) {
  constexpr std::uint64_t kAround = 64;
  std::ranges::sort(ranges, {}, &spec::ByteRange::first);
  std::vector<spec::ByteRange> parts;
  for (const spec::ByteRange& range : ranges) {
    const std::uint64_t first = range.first - std::min(range.first, kAround);
    const std::uint64_t end = std::min(range.end + kAround, bytes);
    if (!parts.empty() && first <= parts.back().end) {
      parts.back().end = std::max(parts.back().end, end);
    } else {
      parts.push_back({first, end});
    }
  }
  return parts;
}

}  // namespace vconform::generators
