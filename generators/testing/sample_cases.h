// The cells of each family, cases from seeds, and how they shrink; for the tests of this folder.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "generators/choices/draws.h"
#include "generators/choices/rapidcheck_source.h"
#include "generators/programs/instruction_cases.h"
#include "generators/vconv/cases.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"

namespace vconform::generators {

inline std::vector<spec::Cell> all_cells() {
  std::vector<spec::Cell> cells;
  for (const spec::Conversion& row : spec::kConversions) {
    for (const spec::RoundingMode& mode : spec::kRoundingModes) {
      if (spec::offers(row, mode.rounding) || spec::offers_optionally(row, mode.rounding)) {
        cells.push_back({row.number, mode.rounding});
      }
    }
  }
  return cells;
}

inline spec::Case sample_case(const spec::Cell& cell, std::uint64_t seed,
                              spec::FeatureSet allowed = spec::kAllFeatures) {
  RapidCheckSource choices{rc::Random(seed)};
  return vconv_case(choices, cell, allowed);
}

// The cells of the families deq and cast_deq.
inline std::vector<spec::Cell> deq_cells() {
  std::vector<spec::Cell> cells;
  for (const spec::Conversion& row : spec::kVectorRows) {
    if (row.family != spec::Family::kVconv) {
      cells.push_back({row.number, spec::Rounding::kNull});
    }
  }
  return cells;
}

// The cells of the families copy_matrix and data_copy.
inline std::vector<spec::Cell> copy_cells() {
  std::vector<spec::Cell> cells;
  for (const spec::Conversion& row : spec::kCopyRows) {
    cells.push_back({row.number, spec::Rounding::kNull});
  }
  return cells;
}

inline spec::Case sample_instruction(const spec::Cell& cell, std::uint64_t seed,
                                     spec::FeatureSet allowed = spec::kAllFeatures) {
  RapidCheckSource choices{rc::Random(seed)};
  return instruction_case(choices, cell, allowed);
}

// The case that these draws make.
inline spec::Case case_of(const spec::Cell& cell, const Draws& draws) {
  ReplaySource source(draws);
  return instruction_case(source, cell, spec::kAllFeatures);
}

// Shrinks as RapidCheck does: takes the first simpler list that still fails, until there is none.
// Returns the number of lists tried.
inline int shrink(const spec::Cell& cell, Draws& draws,
                  const std::function<bool(const spec::Case&)>& fails) {
  int runs = 0;
  for (bool progress = true; progress;) {
    progress = false;
    for (Draws& candidate : simpler(draws)) {
      ++runs;
      if (fails(case_of(cell, candidate))) {
        draws = std::move(candidate);
        progress = true;
        break;
      }
    }
  }
  return runs;
}

inline const spec::Vconv& only_instruction(const spec::Case& test_case) {
  return std::get<spec::Vconv>(test_case.steps.back());
}

// FNV-1a.
inline std::uint64_t hash_of(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325) {
  for (const char character : text) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace vconform::generators
