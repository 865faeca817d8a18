#include "generators/programs/systematic/copy_listed.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <span>
#include <utility>

#include "generators/choices/wide.h"
#include "generators/copies/background.h"
#include "generators/copies/sources.h"
#include "generators/copies/words.h"
#include "generators/copies/work.h"
#include "generators/copy_matrix/question.h"
#include "generators/copy_matrix/words.h"
#include "generators/data_copy/question.h"
#include "generators/programs/systematic/copy_exhaustive.h"
#include "generators/vector/case_parts.h"
#include "spec/case/registers.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::generators {

namespace {

using spec::Feature;
using spec::ReluPre;

// Where the results of a matrix go; kRest: those of NZ whose columns do not fill a fractal.
enum class Layout : std::uint8_t { kNz, kNd, kSplit, kRest };

// A word under which sources are listed.
struct ListedWord {
  std::uint64_t word = 0;
  ReluPre relu = ReluPre::kNone;
  std::uint32_t alpha = 0;
  // The first word under its ReLU, used for the sources that do not depend on the word too.
  bool is_first = false;
  Layout layout = Layout::kNz;
  // Those of DataCopy.
  spec::BlockMode mode = spec::BlockMode::kVector;
  std::uint64_t sid = 2;
};

// A ReLU without alphas is listed under so many words.
constexpr std::size_t kWordsOfNormalRelu = 3;

constexpr std::size_t kSourcesPerCase = 1 << 12;

// A word of the grid; a shift of 0 leaves MCB clear.
struct GridWord {
  std::uint32_t scale;
  int offset;
  bool sign;
  int shift;
};

constexpr std::array<GridWord, 17> kGrid = {{
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
    // The largest and the least normal M, which bring the least and the largest sources into range.
    {0x7f7fe000, 0, true, 0},
    {0x00800000, 0, true, 0},
    // 2^-25, under which ties have more bits than an f32: s32 to f32 rounds them.
    {0x33000000, 0, true, 0},
}};

// 1, 1/2, -2, 1/3, small and subnormal ones, the largest, 0, and witnesses of deq16.precision.
constexpr std::array<std::uint64_t, 12> kHalfGrid = {
    0x3c00, 0x3800, 0xc000, 0x3555, 0x1c00, 0x0400, 0x0001, 0x7bff, 0x0000, 0x15d5, 0x2f1c, 0x249c};

std::uint64_t full(const spec::Conversion& row, const GridWord& grid) {
  const bool b4 = copy_word_of(row) == spec::Word::kQuantB4;
  const auto offset = static_cast<std::uint64_t>(grid.offset);
  std::uint64_t word = b4 ? spec::kQuantOffsetB4.put(grid.scale, offset)
                          : spec::kQuantOffset.put(grid.scale, offset);
  word = b4 ? word : spec::kQuantSign.put(word, grid.sign ? 1 : 0);
  const std::uint64_t n = grid.shift == 0 ? 0 : static_cast<std::uint64_t>(grid.shift) - 1;
  return spec::kQuantMcb.put(spec::kQuantShift.put(word, n), grid.shift == 0 ? 0 : 1);
}

// The fewest columns that take so many sources in few rows.
std::uint64_t columns_of_rest(std::size_t sources) {
  constexpr std::uint64_t kMostRows = 1024;
  return (sources + kMostRows - 1) / kMostRows;
}

// Fills rows of one block's channels; the remaining elements hold the last source again.
spec::Case matrix_of(const spec::Cell& cell, std::uint64_t ctrl, const ListedWord& word,
                     const std::vector<std::uint64_t>& sources) {
  const spec::Conversion& row = cell.conversion();
  const bool splits = word.layout == Layout::kSplit;
  const std::uint64_t columns = word.layout == Layout::kRest ? columns_of_rest(sources.size())
                                                             : spec::channels_of_block(row, splits);
  const std::uint64_t rows = (sources.size() + columns - 1) / columns;
  MatrixQuestion question = matrix_question(cell);
  question.call.registers.ctrl = ctrl;
  question.call.shape = word.layout == Layout::kNd ? contiguous_nd(row, columns, rows, 1)
                                                   : contiguous_matrix(row, columns, rows);
  question.call.shape.channel_split = splits;
  if (splits) {
    question.call.shape.dst_stride = contiguous_dst_stride(row, question.call.shape);
  }
  question.call.words.word = word.word;
  question.call.words.relu = word.relu;
  question.call.words.alpha = word.alpha;
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

spec::Case block_of(const spec::Cell& cell, std::uint64_t ctrl, const ListedWord& word,
                    const std::vector<std::uint64_t>& sources) {
  BlockQuestion question = long_block_question(cell, ctrl, word.word, 1);
  BlockShape& shape = question.call.shape;
  shape.mode = word.mode;
  shape.sid = word.sid;
  const std::uint64_t unit = block_elements(cell.conversion(), shape);
  shape.length = (sources.size() + unit - 1) / unit;
  question.call.words.is_relu |= word.relu != spec::ReluPre::kNone;
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

// A ReLU, and the bit of the word that asks for it.
struct Relu {
  ReluPre relu;
  std::uint64_t bit;
};

// The ways in which an instruction of the row can ask for ReLU; none if it always or never does.
std::vector<Relu> relus_of(const spec::Conversion& row, spec::FeatureSet claimed) {
  if (row.family == spec::Family::kCopyMatrix) {
    std::vector<Relu> relus;
    for (const ReluPre relu : {ReluPre::kNormal, ReluPre::kLeaky, ReluPre::kPrelu}) {
      const bool can_be_read = relu != ReluPre::kPrelu || claimed.has(Feature::kVectorQuant);
      if (claimed.has(*spec::feature_of(relu)) && can_be_read) {
        relus.push_back({relu, 0});
      }
    }
    return relus;
  }
  if (!claimed.has(Feature::kRelu) || row.deq_scale == spec::DeqScale::kNone) {
    return {};
  }
  std::vector<Relu> relus = {{ReluPre::kNormal, 0}};
  if (reads_relu_bit(row)) {
    relus.push_back({ReluPre::kNone, spec::kDeqValueRelu.put(0, 1)});
  }
  return relus;
}

// Adds a family's patterns: all, if these are at most `most_whole`, else kMostOfACopyFamily spread
// over it.
void add_patterns(std::span<const CopyFamily> families, const CopiedElement& element,
                  std::uint64_t most_whole, std::vector<std::uint64_t>& patterns) {
  for (const CopyFamily& family : families) {
    const std::uint64_t count = family.count(element);
    const std::uint64_t taken = count <= most_whole ? count : kMostOfACopyFamily;
    for (std::uint64_t i = 0; i < taken; ++i) {
      // The last of `taken` is the last of the family; 128 bits hold the product.
      const auto index = static_cast<std::uint64_t>(
          taken == 1 ? 0 : static_cast<Wide>(count - 1) * i / (taken - 1));
      patterns.push_back(family.pattern(element, index));
    }
  }
}

std::vector<std::uint64_t> each_once(std::vector<std::uint64_t> patterns) {
  std::sort(patterns.begin(), patterns.end());
  patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
  return patterns;
}

}  // namespace

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

namespace {

// The word that shifts by each N, if the row reads one.
std::vector<std::uint64_t> shifting_words(const spec::Conversion& row) {
  const bool is_shifted = row.source == spec::NumberType::kS32 && reads_word(work_of(row)) &&
                          copy_word_of(row) != spec::Word::kHalf;
  std::vector<std::uint64_t> words;
  for (int shift = 1; is_shifted && shift <= 16; ++shift) {
    words.push_back(full(row, {0x3e800000, 1, true, shift}));
  }
  return words;
}

// The same word where a row may compute by other code: another layout, a rest of columns, another
// mode and place of narrow results.
void add_other_ways(const spec::Conversion& row, spec::FeatureSet claimed, std::uint64_t word,
                    std::size_t number, std::vector<ListedWord>& words) {
  const auto add = [&](Layout layout, spec::BlockMode mode, std::uint64_t sid) {
    words.push_back({word, ReluPre::kNone, 0, false, layout, mode, sid});
  };
  const ListedWord plain{};
  if (row.family == spec::Family::kCopyMatrix) {
    if (claimed.has(Feature::kNd)) {
      add(Layout::kNd, plain.mode, plain.sid);
    }
    if (spec::n_size_multiple(row, false) == 1) {
      add(Layout::kRest, plain.mode, plain.sid);
    }
  } else if (!row.is_plain_path()) {
    add(plain.layout, spec::BlockMode::kMatrix, plain.sid);
    if (row.to().bits == 8) {
      // Either half of each 32 bytes.
      add(plain.layout, plain.mode, number % 2);
    }
  }
}

std::vector<ListedWord> listed_words(const spec::Conversion& row, spec::FeatureSet claimed) {
  const std::vector<std::uint64_t> grid = copy_grid(row);
  std::vector<ListedWord> words;
  for (const std::uint64_t word : grid) {
    words.push_back({word, ReluPre::kNone, 0, words.empty()});
  }
  for (const std::uint64_t word : shifting_words(row)) {
    words.push_back({word, ReluPre::kNone, 0, false});
  }
  for (const Relu& relu : relus_of(row, claimed)) {
    const std::span<const std::uint32_t> alphas = listed_alphas();
    const bool has_alpha = relu.relu == ReluPre::kLeaky || relu.relu == ReluPre::kPrelu;
    const std::size_t taken = has_alpha ? alphas.size() : std::min(grid.size(), kWordsOfNormalRelu);
    for (std::size_t i = 0; i < taken; ++i) {
      words.push_back({grid[i % grid.size()] | relu.bit, relu.relu, alphas[i], i == 0});
    }
  }
  for (std::size_t i = 0; i < grid.size(); ++i) {
    add_other_ways(row, claimed, grid[i], i, words);
  }
  const bool is_f32 = row.source == spec::NumberType::kF32 && row.destination == row.source;
  if (is_f32 && row.path == spec::kToGm && claimed.has(Feature::kChannelSplit)) {
    words.push_back({grid[0], ReluPre::kNone, 0, true, Layout::kSplit});
  }
  return words;
}

// The sources that are solved for a word, or a part of those that do not depend on it.
struct ListedCase {
  ListedWord word;
  std::optional<std::size_t> part;
};

std::vector<ListedCase> listed_cases(const spec::Conversion& row, spec::FeatureSet claimed) {
  const std::size_t parts = (listed_sources(row).size() + kSourcesPerCase - 1) / kSourcesPerCase;
  std::vector<ListedCase> cases;
  for (const ListedWord& word : listed_words(row, claimed)) {
    cases.push_back({word, std::nullopt});
    for (std::size_t part = 0; word.is_first && part < parts; ++part) {
      cases.push_back({word, part});
    }
  }
  return cases;
}

std::vector<std::uint64_t> part_of(const std::vector<std::uint64_t>& sources, std::size_t part) {
  const std::span<const std::uint64_t> all = sources;
  const std::size_t first = part * kSourcesPerCase;
  const auto some = all.subspan(first, std::min(kSourcesPerCase, all.size() - first));
  return {some.begin(), some.end()};
}

}  // namespace

std::vector<std::uint64_t> listed_copied(const spec::Conversion& row, std::uint64_t word) {
  const CopiedElement element = copied_element(row, copy_scale(row, word));
  std::vector<std::uint64_t> patterns;
  add_patterns(copy_families(row), element, kMostOfACopyFamily, patterns);
  add_patterns(listed_copy_families(row), element, kMostOfACopyFamily, patterns);
  return each_once(std::move(patterns));
}

std::vector<std::uint64_t> listed_sources(const spec::Conversion& row) {
  std::vector<std::uint64_t> patterns;
  add_patterns(source_families(), copied_element(row, {{false, 1, 0}, 0, 0}), kMostOfASourceFamily,
               patterns);
  return each_once(std::move(patterns));
}

std::size_t copy_listed_case_count(const spec::Conversion& row, spec::FeatureSet claimed) {
  return copy_exhaustive_case_count(row) > 0 ? 0 : listed_cases(row, claimed).size();
}

spec::Case copy_listed_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                            spec::FeatureSet claimed) {
  const spec::Conversion& row = cell.conversion();
  const ListedCase listed = listed_cases(row, claimed).at(index);
  const std::vector<std::uint64_t> sources = listed.part
                                                 ? part_of(listed_sources(row), *listed.part)
                                                 : listed_copied(row, listed.word.word);
  return row.family == spec::Family::kCopyMatrix ? matrix_of(cell, ctrl, listed.word, sources)
                                                 : block_of(cell, ctrl, listed.word, sources);
}

}  // namespace vconform::generators
