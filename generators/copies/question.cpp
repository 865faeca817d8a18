#include "generators/copies/question.h"

#include <algorithm>

#include "generators/copies/words.h"
#include "generators/copies/work.h"
#include "generators/vector/case_parts.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {

namespace {

// Elements [first, end) of an operand at `start`.
struct Elements {
  spec::Address start;
  spec::NumberType type;
  std::uint64_t first;
  std::uint64_t end;

  spec::Address at(std::uint64_t index) const {
    return {start.memory, start.offset + spec::byte_count(spec::format_of(type), index)};
  }
};

// Element i of the operand gets number i of the range, again and again.
void add_numbers(const Elements& elements, const NumberRange& range,
                 std::vector<spec::Placement>& placements) {
  std::uint64_t from = elements.first;
  const std::uint64_t skipped = from % range.modulus;
  if (skipped != 0) {
    const std::uint64_t count = std::min(range.modulus - skipped, elements.end - from);
    placements.emplace_back(spec::PlaceNumbers{elements.at(from), elements.type, count,
                                               range.low + static_cast<std::int64_t>(skipped),
                                               count});
    from += count;
  }
  if (from < elements.end) {
    placements.emplace_back(spec::PlaceNumbers{elements.at(from), elements.type,
                                               elements.end - from, range.low, range.modulus});
  }
}

// The same, shifted left by as many bits as the word shifts them right.
void add_sources(const spec::Conversion& row, std::uint64_t word, const Elements& elements,
                 const NumberRange& range, std::vector<spec::Placement>& placements) {
  const int shift = copy_scale(row, word).shift;
  if (shift == 0) {
    add_numbers(elements, range, placements);
    return;
  }
  const std::uint64_t step = range.modulus == 1 ? 0 : std::uint64_t{1} << shift;
  const std::uint64_t first =
      (static_cast<std::uint64_t>(range.low) << shift) + elements.first * step;
  placements.emplace_back(spec::PlacePatterns{elements.at(elements.first), row.source,
                                              elements.end - elements.first,
                                              first & row.from().pattern_mask(), step});
}

// All elements of a piece; in a sparse memory those of its parts.
std::vector<Elements> elements_of(std::span<const Piece> pieces, std::size_t i, const Room& room,
                                  spec::NumberType type) {
  const Piece& piece = pieces[i];
  const auto elements = [&](std::uint64_t bytes) {
    return bytes * 8 / static_cast<std::uint64_t>(spec::format_of(type).bits);
  };
  if (!room.is_sparse(piece.memory) || piece.parts.empty()) {
    return {{room.at(pieces, i), type, 0, elements(piece.bytes)}};
  }
  std::vector<Elements> all;
  for (const spec::ByteRange& part : piece.parts) {
    all.push_back({room.at(pieces, i), type, elements(part.first), elements(part.end)});
  }
  return all;
}

}  // namespace

std::vector<spec::Cell> copy_cells_of(spec::Family family, Concerns concerns) {
  std::vector<spec::Cell> cells;
  for (const spec::Conversion& row : spec::kCopyRows) {
    if (row.family == family && concerns(row)) {
      cells.push_back({row.number, spec::Rounding::kNull});
    }
  }
  return cells;
}

std::vector<spec::Placement> placed(const spec::Conversion& row, std::uint64_t word,
                                    const std::vector<Piece>& pieces, const Room& room,
                                    const QuestionNumbers& held) {
  std::vector<spec::Placement> all;
  for (const Elements& old : elements_of(pieces, 0, room, row.destination)) {
    add_numbers(old, held.old_destination, all);
  }
  for (const Elements& sources : elements_of(pieces, 1, room, row.source)) {
    add_sources(row, word, sources, held.source, all);
  }
  for (std::size_t i = 0; i < held.patterns.size(); ++i) {
    all.emplace_back(spec::PlaceElement{room.at(pieces, 1), row.source, i, held.patterns[i]});
  }
  return all;
}

std::vector<std::uint64_t> source_patterns(const spec::Conversion& row,
                                           const std::vector<std::int64_t>& sources) {
  std::vector<std::uint64_t> patterns;
  for (const std::int64_t source : sources) {
    patterns.push_back(spec::pattern_of_integer(row.from(), source));
  }
  return patterns;
}

NumberRange no_result(const spec::Conversion& row) {
  switch (work_of(row)) {
    case CopyWork::kShifts:
    case CopyWork::kToB8:
      return {0x55, 1};
    case CopyWork::kToB4:
      return {6, 1};
    default:
      return destination_numbers(row);
  }
}

}  // namespace vconform::generators
