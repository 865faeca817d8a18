#include "generators/programs/copy_systematic.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "generators/choices/wide.h"
#include "generators/copies/background.h"
#include "generators/copies/sources.h"
#include "generators/copies/words.h"
#include "generators/copies/work.h"
#include "generators/copy_matrix/question.h"
#include "generators/data_copy/question.h"
#include "generators/number/every_pattern.h"
#include "generators/vector/case_parts.h"
#include "spec/case/registers.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::generators {

namespace {

constexpr std::uint64_t kPatternsPerCase = 1 << 15;
constexpr std::uint64_t kExhaustiveParts = 2;

// A word of the grid; a shift of 0 leaves MCB clear.
struct GridWord {
  std::uint32_t scale;
  int offset;
  bool sign;
  int shift;
};

constexpr std::array<GridWord, 14> kGrid = {{
    {0x3f800000, 0, true, 0},
    {0x3f000000, 1, false, 0},
    {0x3f800000, -1, true, 1},
    // 2^-8 and -2^-7.
    {0x3b800000, 0, true, 0},
    {0xbc000000, -1, false, 0},
    // 0.1, and low bits that do not fit 1-8-10.
    {0x3dcccccd, -128, true, 0},
    {0x3b829000, 1, true, 0},
    {0x3b7f1800, 127, true, 0},
    {0x3bb66000, 255, false, 0},
    {0x3c000000, -256, true, 0},
    {0x3e800000, 0, false, 4},
    {0x3b800000, 15, true, 8},
    {0x39000000, 0, true, 16},
    {0, 7, true, 0},
}};

// 1, 1/2, -2, 1/3, small and subnormal ones, the largest, 0, and witnesses of deq16.precision.
constexpr std::array<std::uint64_t, 12> kHalfGrid = {
    0x3c00, 0x3800, 0xc000, 0x3555, 0x1c00, 0x0400, 0x0001, 0x7bff, 0x0000, 0x15d5, 0x2f1c, 0x249c};
constexpr std::array<std::uint64_t, 4> kExhaustiveHalves = {0x3c00, 0xb555, 0x4201, 0x1001};

bool computes(const spec::Conversion& row) {
  return row.is_copy() && (work_of(row) != CopyWork::kMoves || row.relu);
}

std::uint64_t full(const spec::Conversion& row, const GridWord& grid) {
  const bool b4 = copy_word_of(row) == spec::Word::kQuantB4;
  const auto offset = static_cast<std::uint64_t>(grid.offset);
  std::uint64_t word = b4 ? spec::kQuantOffsetB4.put(grid.scale, offset)
                          : spec::kQuantOffset.put(grid.scale, offset);
  word = b4 ? word : spec::kQuantSign.put(word, grid.sign ? 1 : 0);
  const std::uint64_t n = grid.shift == 0 ? 0 : static_cast<std::uint64_t>(grid.shift) - 1;
  return spec::kQuantMcb.put(spec::kQuantShift.put(word, n), grid.shift == 0 ? 0 : 1);
}

// Fills rows of one block's channels; the remaining elements hold the last source again.
spec::Case matrix_of(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t word,
                     const std::vector<std::uint64_t>& sources) {
  const spec::Conversion& row = cell.conversion();
  const std::uint64_t columns = spec::channels_of_block(row, false);
  const std::uint64_t rows = (sources.size() + columns - 1) / columns;
  MatrixQuestion question = matrix_question(cell);
  question.call.registers.ctrl = ctrl;
  question.call.shape = contiguous_matrix(row, columns, rows);
  question.call.words.word = word;
  DiscriminatingCase made = matrix_case(question);
  const auto& copy = std::get<spec::CopyMatrix>(made.test_case.steps.back());
  for (std::uint64_t i = 0; i < rows * columns; ++i) {
    const std::uint64_t pattern = sources[std::min<std::size_t>(i, sources.size() - 1)];
    made.test_case.placements.emplace_back(spec::PlaceElement{
        copy.src, row.source, source_index(question.call.shape, 0, i / columns, i % columns),
        pattern});
  }
  return made.test_case;
}

BlockQuestion question_of(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t word,
                          std::uint64_t elements) {
  constexpr std::uint64_t kUnit = 16;
  BlockQuestion question = block_question(cell);
  question.call.ctrl = ctrl;
  question.call.shape.length = (elements + kUnit - 1) / kUnit;
  put_word(question.call, word);
  return question;
}

spec::Case block_of(const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t word,
                    const std::vector<std::uint64_t>& sources) {
  const BlockQuestion question = question_of(cell, ctrl, word, sources.size());
  DiscriminatingCase made = block_case(question);
  const auto& copy = std::get<spec::DataCopy>(made.test_case.steps.back());
  const std::uint64_t elements = block_elements(cell.conversion(), question.call.shape);
  for (std::uint64_t i = 0; i < elements; ++i) {
    const std::uint64_t pattern = sources[std::min<std::size_t>(i, sources.size() - 1)];
    made.test_case.placements.emplace_back(
        spec::PlaceElement{copy.src, cell.conversion().source, i, pattern});
  }
  return made.test_case;
}

std::vector<std::uint64_t> exhaustive_words(const spec::Conversion& row) {
  return reads_word(work_of(row))
             ? std::vector<std::uint64_t>(kExhaustiveHalves.begin(), kExhaustiveHalves.end())
             : std::vector<std::uint64_t>{0};
}

}  // namespace

std::size_t copy_exhaustive_case_count(const spec::Conversion& row) {
  const bool is_narrow = computes(row) && row.from().bits <= kExhaustiveSource;
  return is_narrow ? exhaustive_words(row).size() * kExhaustiveParts : 0;
}

spec::Case copy_exhaustive_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index) {
  const spec::Conversion& row = cell.conversion();
  assert(index < copy_exhaustive_case_count(row));
  const std::uint64_t word = exhaustive_words(row)[index / kExhaustiveParts];
  const std::uint64_t before = index % kExhaustiveParts * kPatternsPerCase;
  DiscriminatingCase made = block_case(question_of(cell, ctrl, word, kPatternsPerCase));
  const auto& copy = std::get<spec::DataCopy>(made.test_case.steps.back());
  made.test_case.placements.emplace_back(
      spec::PlacePatterns{copy.src, row.source, kPatternsPerCase,
                          before * kPatternStep & row.from().pattern_mask(), kPatternStep});
  return made.test_case;
}

std::vector<std::uint64_t> copy_grid(const spec::Conversion& row) {
  if (!reads_word(work_of(row))) {
    return {0};
  }
  if (copy_word_of(row) == spec::Word::kHalf) {
    return {kHalfGrid.begin(), kHalfGrid.end()};
  }
  std::vector<std::uint64_t> words;
  for (const GridWord& grid : kGrid) {
    words.push_back(full(row, grid));
  }
  return words;
}

std::vector<std::uint64_t> listed_copied(const spec::Conversion& row, std::uint64_t word) {
  const CopiedElement element = copied_element(row, copy_scale(row, word));
  std::vector<std::uint64_t> patterns;
  for (const CopyFamily& family : copy_families(row)) {
    const std::uint64_t count = family.count(element);
    const std::uint64_t taken = std::min(count, kMostOfACopyFamily);
    for (std::uint64_t i = 0; i < taken; ++i) {
      // The last of `taken` is the last of the family; 128 bits hold the product.
      const auto index = static_cast<std::uint64_t>(
          taken == 1 ? 0 : static_cast<Wide>(count - 1) * i / (taken - 1));
      patterns.push_back(family.pattern(element, index));
    }
  }
  std::sort(patterns.begin(), patterns.end());
  patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
  return patterns;
}

std::size_t copy_listed_case_count(const spec::Conversion& row) {
  return computes(row) && row.from().bits > kExhaustiveSource ? copy_grid(row).size() : 0;
}

spec::Case copy_listed_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index) {
  const spec::Conversion& row = cell.conversion();
  assert(index < copy_listed_case_count(row));
  const std::uint64_t word = copy_grid(row)[index];
  const std::vector<std::uint64_t> sources = listed_copied(row, word);
  return row.family == spec::Family::kCopyMatrix ? matrix_of(cell, ctrl, word, sources)
                                                 : block_of(cell, ctrl, word, sources);
}

}  // namespace vconform::generators
