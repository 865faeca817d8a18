#include "generators/programs/systematic/lanes.h"

#include <algorithm>
#include <cassert>
#include <variant>

#include "generators/number/value_families.h"
#include "generators/programs/systematic/exhaustive.h"
#include "generators/programs/systematic/listed_values.h"
#include "spec/case/case.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::generators {

namespace {

// The sources that a case converts, as repeats or rows of lanes.
struct Sources {
  spec::Address at;
  std::uint64_t lanes;
  std::uint64_t repeats;
  // So many repeats follow one another directly; from there to the next ones.
  std::uint64_t together;
  std::uint64_t step;

  std::uint64_t place(std::uint64_t repeat, std::uint64_t lane) const {
    return repeat / together * step + repeat % together * lanes + lane;
  }
};

// Systematic cases are contiguous. A row of a fractal, or sixteen elements of a copy's blocks,
// counts as a repeat.
struct SourcesOf {
  const spec::Conversion& row;

  Sources operator()(const spec::Vconv& vconv) const { return vector(vconv.src, vconv.repeat); }
  Sources operator()(const spec::CastDeq& call) const { return vector(call.src, call.repeat_time); }
  Sources operator()(const spec::CopyMatrix& copy) const {
    const std::uint64_t columns = (copy.n_size + spec::kC0 - 1) / spec::kC0;
    return {copy.src, spec::kC0, columns * copy.m_size, copy.m_size, copy.src_stride * spec::kC0};
  }
  Sources operator()(const spec::DataCopy& copy) const {
    const spec::BlockUnits units =
        row.is_plain_path() ? spec::kPlainUnits : spec::units_of(copy.block_mode, row.from().bits);
    const std::uint64_t bytes = std::uint64_t{copy.block_count} * copy.block_len * units.block_len;
    const std::uint64_t elements = bytes * 8 / static_cast<std::uint64_t>(row.from().bits);
    return contiguous(copy.src, spec::kC0, elements / spec::kC0);
  }
  Sources operator()(const auto& /*other*/) const { return {}; }

 private:
  Sources vector(const spec::Address& src, std::uint64_t repeats) const {
    return contiguous(src, static_cast<std::uint64_t>(row.elements), repeats);
  }
  static Sources contiguous(const spec::Address& at, std::uint64_t lanes, std::uint64_t repeats) {
    return {at, lanes, repeats, std::max<std::uint64_t>(repeats, 1), 0};
  }
};

Sources sources_of(const spec::Case& test_case) {
  const spec::Step& step = test_case.steps.back();
  return std::visit(SourcesOf{spec::cell_of(step)->conversion()}, step);
}

// The first list, of a copy the longer one of the first two.
spec::Case base_case(const spec::Cell& cell, std::uint64_t ctrl, spec::FeatureSet claimed) {
  const spec::Conversion& row = cell.conversion();
  if (exhaustive_case_count(row, claimed) > 0) {
    return exhaustive_case(cell, ctrl, 0, claimed);
  }
  if (!row.is_copy()) {
    return listed_case(cell, ctrl, 0, claimed);
  }
  spec::Case first = listed_case(cell, ctrl, 0, claimed);
  spec::Case second = listed_case(cell, ctrl, 1, claimed);
  return sources_of(second).repeats > sources_of(first).repeats ? second : first;
}

void keep_repeats(std::uint64_t repeats, spec::Step& step) {
  if (auto* vconv = std::get_if<spec::Vconv>(&step)) {
    vconv->repeat = static_cast<std::uint8_t>(repeats);
  } else if (auto* call = std::get_if<spec::CastDeq>(&step)) {
    call->repeat_time = static_cast<std::uint8_t>(repeats);
  }
}

}  // namespace

std::vector<std::uint64_t> special_patterns(const spec::NumberFormat& format) {
  const std::uint64_t sign = format.sign_mask();
  const std::uint64_t ones = format.pattern_mask();
  if (!format.is_floating()) {
    const std::uint64_t top = (ones >> 1) + 1;
    return {0, 1, ones, top, top - 1};
  }
  const std::uint64_t inf = format.infinity_pattern();
  const std::uint64_t quiet = (format.fraction_mask() + 1) / 2;
  const auto one = static_cast<std::uint64_t>(format.bias()) << format.fraction_bits;
  std::vector<std::uint64_t> patterns;
  for (const std::uint64_t magnitude :
       {std::uint64_t{0}, one, inf - 1, inf, inf | quiet, inf | 1, std::uint64_t{1},
        format.fraction_mask(), format.fraction_mask() + 1}) {
    patterns.push_back(magnitude);
    patterns.push_back(magnitude | sign);
  }
  return patterns;
}

std::vector<std::uint64_t> first_ties(const spec::Conversion& row) {
  constexpr std::uint64_t kMost = 8;
  std::vector<std::uint64_t> ties;
  if (row.family == spec::Family::kVconv) {
    for (std::uint64_t i = 0; i < std::min(tie_count(row), kMost); ++i) {
      ties.push_back(tie_pattern(row, i));
    }
  }
  return ties;
}

std::vector<std::uint64_t> lane_patterns(std::span<const std::uint64_t> special,
                                         std::span<const std::uint64_t> ties, std::uint64_t lanes) {
  std::vector<std::uint64_t> all;
  for (const std::uint64_t pattern : special) {
    all.insert(all.end(), static_cast<std::size_t>(lanes), pattern);
  }
  for (std::uint64_t repeat = 0; repeat < special.size(); ++repeat) {
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
      all.push_back(special[static_cast<std::size_t>((lane + repeat) % special.size())]);
    }
  }
  if (ties.empty()) {
    return all;
  }
  const std::uint64_t half = lanes / 2;
  for (std::uint64_t first = 0; first < special.size(); first += half) {
    for (const bool begins_with_tie : {false, true}) {
      for (std::uint64_t lane = 0; lane < lanes; ++lane) {
        const std::uint64_t i = first + lane / 2;
        all.push_back((lane % 2 != 0) != begins_with_tie ? ties[i % ties.size()]
                                                         : special[i % special.size()]);
      }
    }
  }
  return all;
}

namespace {

std::vector<std::uint64_t> patterns_of(const spec::Conversion& row, std::uint64_t lanes) {
  return lane_patterns(special_patterns(row.from()), first_ties(row), lanes);
}

}  // namespace

std::size_t lane_case_count(const spec::Conversion& row, spec::FeatureSet claimed) {
  if (row.family == spec::Family::kOperation) {
    return 0;
  }
  // Its list takes a while to make.
  if (row.is_copy()) {
    return 1;
  }
  const spec::Cell cell{row.number, *spec::rounding_with_letter(row.modes.front())};
  const Sources sources = sources_of(base_case(cell, 0, claimed));
  const std::uint64_t repeats = patterns_of(row, sources.lanes).size() / sources.lanes;
  return static_cast<std::size_t>((repeats + sources.repeats - 1) / sources.repeats);
}

spec::Case lane_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                     spec::FeatureSet claimed) {
  spec::Case test_case = base_case(cell, ctrl, claimed);
  const spec::Conversion& row = cell.conversion();
  const Sources sources = sources_of(test_case);
  const std::vector<std::uint64_t> patterns = patterns_of(row, sources.lanes);
  const std::uint64_t first = index * sources.repeats;
  assert(!row.is_copy() || sources.repeats * sources.lanes >= patterns.size());
  const std::uint64_t repeats =
      std::min<std::uint64_t>(sources.repeats, patterns.size() / sources.lanes - first);
  for (std::uint64_t i = 0; i < repeats * sources.lanes; ++i) {
    test_case.placements.emplace_back(spec::PlaceElement{
        sources.at, row.source, sources.place(i / sources.lanes, i % sources.lanes),
        patterns[static_cast<std::size_t>(first * sources.lanes + i)]});
  }
  keep_repeats(repeats, test_case.steps.back());
  return test_case;
}

}  // namespace vconform::generators
