#include "suites/diagnosis/where/where_wrong.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "oracle/explain/element_text.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/quantization.h"
#include "spec/number/units.h"
#include "suites/diagnosis/unexplained.h"

namespace vconform::suites {

namespace {

// Repeats, rows and blocks 0, 1, 2 to 3, 4 to 7 and so on: at most 2^13 - 1.
constexpr std::size_t kWalkPlaces = 14;
constexpr std::size_t kSourcePlaces = 33;
constexpr std::size_t kScalePlaces = 16;

// The instruction as a step has it, by which its elements are placed.
struct Shape {
  const spec::Conversion& row;
  // The format of the scale in the low bits of its word; null if it has none.
  const spec::NumberFormat* scale = nullptr;
};

const spec::NumberFormat* scale_format(const spec::Step& step, const spec::Conversion& row) {
  if (std::holds_alternative<spec::CopyMatrix>(step)) {
    return spec::quant_code_of(row).reads_quant_word() ? &spec::kF32 : nullptr;
  }
  const bool has_word = row.deq != spec::DeqForm::kNone || row.deq_scale != spec::DeqScale::kNone;
  if (!has_word) {
    return nullptr;
  }
  const bool is_half =
      row.deq == spec::DeqForm::kHalf || (row.deq_scale != spec::DeqScale::kNone &&
                                          spec::deq_word_of(row.deq_scale) == spec::Word::kHalf);
  return is_half ? &spec::kF16 : &spec::kF32;
}

Shape shape_of(const spec::Step& step) {
  const spec::Conversion& row = oracle::converting_cell(step).conversion();
  return {row, scale_format(step, row)};
}

std::uint64_t lanes_of_block(const spec::Conversion& row) {
  return spec::kBlockBytes * spec::kBitsPerByte / static_cast<std::uint64_t>(row.to().bits);
}

Axis walk_axis(const spec::Conversion& row) {
  Axis axis{row.family == spec::Family::kCopyMatrix ? "row"
            : row.family == spec::Family::kDataCopy ? "block"
                                                    : "repeat",
            {"0", "1"}};
  while (axis.places.size() < kWalkPlaces) {
    const std::uint64_t first = std::uint64_t{1} << (axis.places.size() - 1);
    axis.places.push_back(fmt::format("{} to {}", first, 2 * first - 1));
  }
  return axis;
}

Axis lane_axis(const spec::Conversion& row) {
  Axis axis{"lane of a block of results", {}};
  for (std::uint64_t lane = 0; lane < lanes_of_block(row); ++lane) {
    axis.places.push_back(fmt::format("{}", lane));
  }
  return axis;
}

class Places {
 public:
  explicit Places(const Shape& shape)
      : shape_(shape), grid_(walk_axis(shape.row), lane_axis(shape.row)) {}

  void add(const oracle::PredictedElement& element, bool is_wrong) {
    const std::uint64_t of_walk =
        shape_.row.family == spec::Family::kCopyMatrix ? element.row : element.repeat;
    const auto line = static_cast<std::size_t>(std::bit_width(of_walk));
    grid_.add({std::min(line, kWalkPlaces - 1), element.lane % lanes_of_block(shape_.row), 1,
               is_wrong ? 1U : 0U});
  }
  const Grid& grid() const { return grid_; }

 private:
  const Shape& shape_;
  Grid grid_;
};

class Values {
 public:
  explicit Values(const Shape& shape) : shape_(shape), sources_(shape.row.from(), kSourcePlaces) {
    if (shape.scale != nullptr) {
      scales_.emplace(*shape.scale, kScalePlaces);
    }
    grid_ = Grid(scales_ ? scales_->axis("the scale") : Axis{"sign", {"+", "-"}},
                 sources_.axis("the source"));
  }

  void add(const oracle::PredictedElement& element, bool is_wrong) {
    if (!element.source_pattern) {
      return;
    }
    const bool is_negative = (*element.source_pattern & shape_.row.from().sign_mask()) != 0;
    const std::size_t line = scales_ ? scales_->of(element.scale & shape_.scale->pattern_mask())
                                     : static_cast<std::size_t>(is_negative);
    grid_.add({line, sources_.of(*element.source_pattern), 1, is_wrong ? 1U : 0U});
  }
  const Grid& grid() const { return grid_; }

 private:
  const Shape& shape_;
  NumberPlaces sources_;
  std::optional<NumberPlaces> scales_;
  Grid grid_;
};

// Calls `see` with each element of the instruction that a source is meant for.
template <typename See>
void see_elements(const Observed& one, const spec::Cell& cell, const See& see) {
  const std::vector<const oracle::PredictedElement*> wrong =
      one.is_right ? std::vector<const oracle::PredictedElement*>() : wrong_elements(one);
  std::size_t next = 0;
  for (const oracle::PredictedElement& element : one.world.elements) {
    const bool is_wrong = next < wrong.size() && wrong[next] == &element;
    next += is_wrong ? 1 : 0;
    if (element.has_source && spec::cell_of(one.test_case.steps[element.step]) == cell) {
      see(element, is_wrong);
    }
  }
}

const spec::Step* step_of(const Evidence& evidence, const spec::Cell& cell) {
  for (const Observed& one : evidence.wrong) {
    const auto step = std::ranges::find_if(
        one.test_case.steps, [&](const spec::Step& each) { return spec::cell_of(each) == cell; });
    if (step != one.test_case.steps.end()) {
      return &*step;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<Grid> where_wrong(const Evidence& evidence, const spec::Cell& cell, bool has_places) {
  const spec::Step* step = step_of(evidence, cell);
  if (step == nullptr) {
    return {};
  }
  const Shape shape = shape_of(*step);
  Values values(shape);
  Places places(shape);
  for (const std::vector<Observed>* cases : {&evidence.wrong, &evidence.right}) {
    for (const Observed& one : *cases) {
      see_elements(one, cell, [&](const oracle::PredictedElement& element, bool is_wrong) {
        values.add(element, is_wrong);
        places.add(element, is_wrong);
      });
    }
  }
  std::vector<Grid> grids = {values.grid()};
  if (has_places) {
    grids.push_back(places.grid());
  }
  std::erase_if(grids, [](const Grid& grid) {
    return std::ranges::none_of(grid.cells(), [](const Grid::Cell& one) { return one.wrong > 0; });
  });
  return grids;
}

}  // namespace vconform::suites
