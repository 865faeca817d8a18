#include "generators/copies/question.h"

#include "generators/copies/words.h"
#include "generators/copies/work.h"
#include "generators/vector/case_parts.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {

namespace {

// Numbers shifted left by as many bits as the word shifts them right.
spec::Placement numbers(const spec::Conversion& row, std::uint64_t word, const spec::Address& at,
                        std::uint64_t count, const NumberRange& range) {
  const int shift = copy_scale(row, word).shift;
  if (shift == 0) {
    return spec::PlaceNumbers{at, row.source, count, range.low, range.modulus};
  }
  const std::uint64_t first = static_cast<std::uint64_t>(range.low) << shift;
  const std::uint64_t step = range.modulus == 1 ? 0 : std::uint64_t{1} << shift;
  return spec::PlacePatterns{at, row.source, count, first & row.from().pattern_mask(), step};
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
  const auto elements = [](const Piece& piece, const spec::NumberFormat& format) {
    return piece.bytes * 8 / static_cast<std::uint64_t>(format.bits);
  };
  std::vector<spec::Placement> all = {
      spec::PlaceNumbers{room.at(pieces, 0), row.destination, elements(pieces[0], row.to()),
                         held.old_destination.low, held.old_destination.modulus},
      numbers(row, word, room.at(pieces, 1), elements(pieces[1], row.from()), held.source)};
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
