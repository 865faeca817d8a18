#include "generators/operation/cases.h"

#include <algorithm>
#include <array>

#include "generators/choices/draws.h"
#include "generators/operation/shape.h"
#include "generators/operation/sources.h"
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

void plant(ChoiceSource& choices, spec::Case& test_case) {
  constexpr int kMostPlanted = 32;
  const spec::Operation step = operation_in(test_case);
  const std::vector<std::uint64_t>& sources = operation_sources(step.cell);
  const std::uint64_t elements = std::uint64_t{step.rows} * step.cols;
  // kDrawsPerPart draws each.
  for (int i = 0; i < kMostPlanted && choices.below(8) != 0; ++i) {
    const bool is_last_column = choices.one_in(3);
    const std::uint64_t index = choices.below(elements);
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
  return made;
}

}  // namespace

namespace {

std::uint64_t elements_of(const spec::Operation& step) {
  return std::uint64_t{step.rows} * step.cols;
}

// A rectangle of kSourcesPerCase elements in a few rows, or of as many as the limits permit.
spec::Case many_elements(const spec::Cell& cell, bool aligned) {
  constexpr std::uint64_t kRows = 4;
  const spec::OperationLimits& limits = spec::limits_of(cell);
  Shape shape;
  shape.aligned = aligned;
  shape.cols = kSourcesPerCase / kRows;
  shape.cols =
      limits.most_cols == 0 ? shape.cols : std::min<std::uint64_t>(shape.cols, limits.most_cols);
  shape.rows = kSourcesPerCase / std::max<std::uint64_t>(shape.cols, 1);
  return shaped(cell, shape);
}

std::uint64_t sources_per_case(const spec::Cell& cell) {
  spec::Case aligned = many_elements(cell, true);
  spec::Case unaligned = many_elements(cell, false);
  return std::min(elements_of(operation_in(aligned)), elements_of(operation_in(unaligned)));
}

}  // namespace

spec::Case operation_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& /*bounds*/) {
  spec::Case test_case = shaped(cell, drawn_shape(choices, cell));
  operation_in(test_case).ctrl = choices.pick(kCtrls);
  if (const std::uint64_t stale = choices.below(256); stale != 0) {
    make_stale(operation_in(test_case), stale);
  }
  plant(choices, test_case);
  return test_case;
}

std::size_t operation_source_case_count(const spec::Conversion& row, spec::FeatureSet /*claimed*/) {
  const spec::Cell cell{row.number, spec::Rounding::kNull};
  const std::uint64_t per_case = sources_per_case(cell);
  const std::uint64_t parts = (operation_sources(cell).size() + per_case - 1) / per_case;
  return static_cast<std::size_t>(parts) * alignments_of(spec::limits_of(cell));
}

spec::Case operation_source_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                                 spec::FeatureSet /*claimed*/) {
  const std::vector<std::uint64_t>& sources = operation_sources(cell);
  const spec::OperationLimits& limits = spec::limits_of(cell);
  const std::size_t alignments = alignments_of(limits);
  const std::uint64_t first = index / alignments * sources_per_case(cell);
  spec::Case test_case = many_elements(cell, alignments == 2 ? index % 2 == 0 : limits.aligned);
  spec::Operation& step = operation_in(test_case);
  step.ctrl = ctrl;
  // The last case is filled up with its last source.
  const spec::Operation& whole = step;
  for (std::uint64_t i = 0; i < elements_of(whole); ++i) {
    test_case.placements.push_back(
        source_element(whole, i, sources[std::min(first + i, sources.size() - 1)]));
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
