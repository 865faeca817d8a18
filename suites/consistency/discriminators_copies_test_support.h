// For discriminators_test: what some elements of copies become.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "generators/programs/systematic/copy_listed.h"
#include "oracle/copy_matrix/copy_matrix.h"
#include "oracle/data_copy/data_copy.h"
#include "oracle/number/expectation.h"
#include "oracle/predict/element.h"
#include "spec/case/instruction.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/rows/conversions.h"

namespace vconform {

// Sources of a copy, evenly spaced, under the words of its grid and 2^127.
inline std::vector<oracle::ElementInput> some_elements(const spec::Conversion& row) {
  constexpr std::size_t kOfAWord = 100;
  std::vector<std::uint64_t> words = generators::copy_grid(row);
  words.push_back(0x7f000000);
  std::vector<oracle::ElementInput> elements;
  for (const std::uint64_t word : words) {
    const std::vector<std::uint64_t> sources = generators::listed_copied(row, word);
    const std::size_t step = std::max<std::size_t>(1, sources.size() / kOfAWord);
    for (std::size_t i = 0; i < sources.size(); i += step) {
      elements.push_back({.pattern = sources[i], .scale = word});
    }
  }
  return elements;
}

inline oracle::Expectation copied(const spec::Cell& cell, const oracle::ElementInput& element,
                                  const spec::Choices& choices) {
  const spec::Conversion& row = cell.conversion();
  if (row.family == spec::Family::kCopyMatrix) {
    spec::CopyMatrix step;
    step.cell = cell;
    step.quant_pre = spec::quant_code_of(row).scalar;
    return oracle::convert_element(oracle::ElementArithmetic(oracle::fixpipe_mode(step, 0)),
                                   element, choices)
        .front()
        .expectation;
  }
  spec::DataCopy step;
  step.cell = cell;
  step.is_relu = row.relu;
  return oracle::convert_element(oracle::ElementArithmetic(step), element, choices)
      .front()
      .expectation;
}

}  // namespace vconform
