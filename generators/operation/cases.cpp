#include "generators/operation/cases.h"

#include <algorithm>
#include <array>

#include "generators/choices/draws.h"
#include "generators/number/every_pattern.h"
#include "generators/operation/shape.h"
#include "generators/operation/sources.h"
#include "generators/operation/words.h"
#include "spec/case/registers.h"
#include "spec/rows/operation_rows.h"

namespace vconform::generators {

namespace {

constexpr std::array<std::uint64_t, 4> kCtrls = {
    0, spec::with_ctrl_bit(spec::kCtrlKeepInfNan), spec::with_ctrl_bit(spec::kCtrlTruncate),
    spec::with_ctrl_bit(spec::kCtrlKeepInfNan) | spec::with_ctrl_bit(spec::kCtrlTruncate)};

// The most sources of one case: a kernel may go through them one by one.
constexpr std::uint64_t kSourcesPerCase = 4096;

std::size_t alignments_of(const spec::OperationLimits& limits) {
  return (limits.aligned ? 1U : 0U) + (limits.unaligned ? 1U : 0U);
}

Shape drawn_shape(ChoiceSource& choices, const spec::Cell& cell) {
  const std::uint64_t repeat = repeat_of(cell);
  const std::array<std::uint64_t, 8> cols = {1,          2,          7,          repeat,
                                             repeat - 1, repeat + 1, repeat / 2, 2 * repeat + 3};
  const std::array<std::uint64_t, 5> rows = {1, 2, 3, 5, 9};
  Shape shape;
  shape.cols = choices.pick(cols);
  shape.rows = choices.pick(rows);
  shape.aligned = !choices.one_in(2);
  shape.src_shift = choices.below(32);
  shape.dst_shift = choices.below(32);
  shape.src_gap = choices.below(3);
  shape.dst_gap = choices.below(3);
  return shape;
}

// The sources that suit a column of a case with this number of listed words.
const std::vector<std::uint64_t>& sources_of(const spec::Cell& cell, std::uint64_t number,
                                             std::uint64_t col) {
  return spec::operation_of(cell).quantises()
             ? quantised_sources(cell, word_number(cell, number, col))
             : operation_sources(cell);
}

void plant(ChoiceSource& choices, spec::Case& test_case) {
  constexpr int kMostPlanted = 32;
  const spec::Operation step = operation_in(test_case);
  const std::uint64_t elements = std::uint64_t{step.rows} * step.cols;
  // kDrawsPerPart draws each.
  for (int i = 0; i < kMostPlanted && choices.below(8) != 0; ++i) {
    const bool is_last_column = choices.one_in(3);
    const std::uint64_t index = choices.below(elements);
    const std::vector<std::uint64_t>& sources = sources_of(step.cell, index, 0);
    const std::uint64_t pattern = sources[choices.below(sources.size())];
    const std::uint64_t place =
        is_last_column ? index / step.cols * step.cols + step.cols - 1 : index;
    test_case.placements.push_back(source_element(step, place, pattern));
  }
}

MagnitudeCase sized(const spec::Cell& cell, const Shape& shape, std::uint64_t number) {
  MagnitudeCase made;
  made.made.test_case = shaped(cell, shape);
  spec::Operation& step = operation_in(made.made.test_case);
  step.ctrl = kCtrls[number % kCtrls.size()];
  make_stale(step, number);
  // Every other case keeps the plain word, with which results tell their position.
  if (spec::operation_of(cell).quantises() && number % 2 != 0) {
    set_listed_words(made.made.test_case, number);
  }
  return made;
}

}  // namespace

namespace {

std::uint64_t elements_of(const spec::Operation& step) {
  return std::uint64_t{step.rows} * step.cols;
}

// A rectangle of kSourcesPerCase elements in a few rows, or of as many as the limits permit.
spec::Case many_elements(const spec::Cell& cell, bool aligned) {
  const spec::OperationLimits& limits = spec::limits_of(cell);
  Shape shape;
  shape.aligned = aligned;
  shape.cols = kSourcesPerCase / std::max<std::uint64_t>(4, limits.rows_multiple);
  shape.cols =
      limits.most_cols == 0 ? shape.cols : std::min<std::uint64_t>(shape.cols, limits.most_cols);
  shape.rows = kSourcesPerCase / std::max<std::uint64_t>(shape.cols, 1);
  return shaped(cell, shape);
}

}  // namespace

spec::Case operation_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& /*bounds*/) {
  spec::Case test_case = shaped(cell, drawn_shape(choices, cell));
  operation_in(test_case).ctrl = choices.pick(kCtrls);
  if (const std::uint64_t stale = choices.below(256); stale != 0) {
    make_stale(operation_in(test_case), stale);
  }
  if (spec::operation_of(cell).quantises()) {
    draw_words(choices, test_case);
  }
  plant(choices, test_case);
  return test_case;
}

namespace {

// Whether each word has sources of its own: those of wider sources than can be exhausted.
bool has_sources_of_words(const spec::Cell& cell) {
  return spec::operation_of(cell).quantises() && cell.conversion().from().bits > kExhaustiveSource;
}
bool has_sources_of_columns(const spec::Cell& cell) {
  return has_sources_of_words(cell) && spec::operation_parameters(cell.row).words;
}

// The columns of a row that have the same word, at least 1.
std::uint64_t columns_of_word(const spec::Operation& step) {
  return std::max<std::uint64_t>(1, step.cols / operation_words(step.cell).size());
}

// The number in its column's list, less that of the first, of the source of an element.
std::uint64_t source_number(const spec::Operation& step, std::uint64_t element) {
  if (!has_sources_of_columns(step.cell)) {
    return element;
  }
  const std::uint64_t same = columns_of_word(step);
  const std::uint64_t group = element % step.cols / operation_words(step.cell).size();
  return element / step.cols * same + std::min(group, same);
}

// Such numbers that one case meets.
std::uint64_t sources_per_case(const spec::Cell& cell) {
  std::uint64_t least = kSourcesPerCase;
  for (const bool aligned : {true, false}) {
    spec::Case test_case = many_elements(cell, aligned);
    const spec::Operation& step = operation_in(test_case);
    least = std::min(least, has_sources_of_columns(cell) ? step.rows * columns_of_word(step)
                                                         : elements_of(step));
  }
  return least;
}

std::uint64_t most_sources(const spec::Cell& cell) {
  if (!has_sources_of_words(cell)) {
    return sources_of(cell, 0, 0).size();
  }
  std::uint64_t most = 0;
  for (std::size_t word = 0; word < operation_words(cell).size(); ++word) {
    most = std::max<std::uint64_t>(most, quantised_sources(cell, word).size());
  }
  return most;
}

// Whether the columns of one case have every word.
bool meets_every_word(const spec::Cell& cell) {
  spec::Case aligned = many_elements(cell, true);
  spec::Case unaligned = many_elements(cell, false);
  return has_sources_of_columns(cell) &&
         std::min(operation_in(aligned).cols, operation_in(unaligned).cols) >=
             operation_words(cell).size();
}

// How the cases with one alignment share the sources.
struct Parts {
  std::uint64_t per_case;
  // The parts of a list of sources, each of which takes so many turns of the words.
  std::uint64_t parts;
  std::uint64_t turns;
};
Parts parts_of(const spec::Cell& cell) {
  const std::uint64_t per_case = sources_per_case(cell);
  const std::uint64_t parts = (most_sources(cell) + per_case - 1) / per_case;
  const bool turns = has_sources_of_words(cell) && !meets_every_word(cell);
  return {per_case, parts, turns ? operation_words(cell).size() : 1};
}

// The number of the listed words of a case: a turn, or where words have no sources of their own
// another for each part and CTRL.
std::uint64_t words_of(const spec::Cell& cell, const Parts& parts, std::uint64_t index,
                       std::uint64_t ctrl) {
  const auto* const state = std::ranges::find(kCtrls, ctrl);
  const auto other = static_cast<std::uint64_t>(state - kCtrls.begin()) * 5;
  return has_sources_of_words(cell) ? index % parts.turns + (parts.turns == 1 ? other : 0)
                                    : index + other;
}

}  // namespace

std::size_t operation_source_case_count(const spec::Conversion& row, spec::FeatureSet /*claimed*/) {
  const spec::Cell cell{row.number, spec::Rounding::kNull};
  const Parts parts = parts_of(cell);
  return static_cast<std::size_t>(parts.parts * parts.turns) * alignments_of(spec::limits_of(cell));
}

spec::Case operation_source_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                                 spec::FeatureSet /*claimed*/) {
  const spec::OperationLimits& limits = spec::limits_of(cell);
  const std::size_t alignments = alignments_of(limits);
  const Parts parts = parts_of(cell);
  const std::uint64_t number = index / alignments;
  const std::uint64_t words = words_of(cell, parts, number, ctrl);
  const std::uint64_t first = number / parts.turns * parts.per_case;
  spec::Case test_case = many_elements(cell, alignments == 2 ? index % 2 == 0 : limits.aligned);
  operation_in(test_case).ctrl = ctrl;
  if (spec::operation_of(cell).quantises()) {
    set_listed_words(test_case, words);
  }
  const spec::Operation step = operation_in(test_case);
  for (std::uint64_t i = 0; i < elements_of(step); ++i) {
    // The last case is filled up with the last source.
    const std::vector<std::uint64_t>& sources = sources_of(cell, words, i % step.cols);
    const std::uint64_t source = first + source_number(step, i);
    test_case.placements.push_back(
        source_element(step, i, sources[std::min<std::uint64_t>(source, sources.size() - 1)]));
  }
  return test_case;
}

std::vector<MagnitudeCase> operation_sizes(const spec::Cell& cell, std::uint64_t /*ctrl*/,
                                           Pairs /*pairs*/) {
  const std::uint64_t repeat = repeat_of(cell);
  constexpr std::uint64_t kMostRepeats = 255;
  const std::uint64_t most = kMostRepeats * repeat;
  std::vector<MagnitudeCase> cases;
  std::uint64_t number = 1;
  for (const bool aligned : {true, false}) {
    for (const std::uint64_t cols :
         {std::uint64_t{1}, repeat - 1, repeat, repeat + 1, most - 1, most, most + 1}) {
      cases.push_back(sized(cell, {.cols = cols, .aligned = aligned}, number++));
    }
    for (const std::uint64_t rows : {2U, 3U, 255U, 256U}) {
      for (const std::uint64_t cols : {std::uint64_t{1}, repeat / 4 + 1, repeat, repeat + 1}) {
        for (const std::uint64_t gap : {0U, 3U}) {
          cases.push_back(sized(cell,
                                {.rows = rows,
                                 .cols = cols,
                                 .aligned = aligned,
                                 .src_gap = gap,
                                 .dst_gap = gap == 0 ? std::uint64_t{0} : gap + 2},
                                number++));
        }
      }
    }
  }
  return cases;
}

}  // namespace vconform::generators
