// Support for discriminators_test: the copies that a rule concerns, and the results of some of
// their elements.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "generators/programs/copy_systematic.h"
#include "oracle/copy_matrix/copy_matrix.h"
#include "oracle/data_copy/data_copy.h"
#include "oracle/number/expectation.h"
#include "oracle/predict/element.h"
#include "oracle/reading/readings.h"
#include "spec/case/instruction.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/rows/conversions.h"
#include "spec/rules/rules.h"

namespace vconform {

inline bool is_about_copies(const spec::Rule& rule) {
  return rule.topic == spec::Topic::kFixpipe || rule.topic == spec::Topic::kDataCopy;
}

// The rows that rules concern; the first row whose slug begins the rule's counts.
struct ConcernedCopies {
  std::string_view slug;
  bool (*concerns)(const spec::Conversion& row);
};
using Copy = spec::Conversion;
inline bool narrow_integer(const Copy& row) {
  return !row.to().is_floating() && row.to().bits <= 8;
}
inline bool is_deq8(const Copy& row) {
  return row.deq_scale == spec::DeqScale::kDeq8 || row.deq_scale == spec::DeqScale::kVdeq8;
}
inline bool is_deq16(const Copy& row) {
  return row.deq_scale == spec::DeqScale::kDeq16 || row.deq_scale == spec::DeqScale::kVdeq16;
}
inline bool is_f16(const Copy& row) {
  return row.destination == spec::NumberType::kF16;
}
inline bool is_s32(const Copy& row) {
  return row.source == spec::NumberType::kS32;
}
inline bool is_f32(const Copy& row) {
  return row.source == spec::NumberType::kF32;
}
inline bool is_scaled(const Copy& row) {
  return narrow_integer(row) || (is_s32(row) && is_f16(row));
}

// clang-format off
inline constexpr std::array<ConcernedCopies, 22> kConcernedCopies = {{
    {"fixpipe.narrow-layout", [](const Copy&) { return true; }},
    {"fixpipe.last-block", [](const Copy& row) { return row.to().bits != 4; }},
    {"fixpipe.nd-count", [](const Copy&) { return true; }},
    {"fixpipe.src-nd-unit", [](const Copy&) { return true; }},
    {"fixpipe.quantpre-zero", [](const Copy& row) { return row.source != row.destination; }},
    {"shift.", [](const Copy& row) { return is_s32(row) && row.source != row.destination; }},
    {"fixpipe.ctrl48", [](const Copy& row) { return row.to().is_floating() && row.to().bits == 16; }},
    {"fixpipe.deqf16", [](const Copy& row) { return is_s32(row) && is_f16(row); }},
    {"fixpipe.", narrow_integer},
    {"relu.at", is_scaled},
    {"relu.alpha-format", [](const Copy& row) { return is_scaled(row) || is_f32(row); }},
    {"relu.alpha", is_scaled},
    {"relu.special", [](const Copy& row) { return is_f32(row) && !narrow_integer(row); }},
    {"copy.block-len-unit", [](const Copy& row) { return row.from().bits > row.to().bits; }},
    {"copy.strides", [](const Copy&) { return true; }},
    {"copy.vdeq-advance", [](const Copy& row) { return row.deq_scale == spec::DeqScale::kVdeq; }},
    {"copy.mcb", [](const Copy& row) { return is_deq16(row) && is_f16(row); }},
    {"copy.shift", [](const Copy& row) { return is_deq8(row) || is_deq16(row); }},
    {"copy.half-overflow", [](const Copy& row) { return row.path == spec::kCo1ToCo2 && is_f16(row) && (row.source != row.destination || row.deq_scale != spec::DeqScale::kNone); }},
    {"copy.deqf16", [](const Copy& row) { return is_deq16(row) && is_f16(row); }},
    {"copy.deq16-precision", [](const Copy& row) { return is_s32(row) && is_f16(row) && !is_deq16(row); }},
    {"copy.", is_deq8},
}};
// clang-format on

inline bool concerns_copy(const spec::Rule& rule, const spec::Cell& cell) {
  const spec::Conversion& row = cell.conversion();
  const bool of_family = rule.topic == spec::Topic::kFixpipe
                             ? row.family == spec::Family::kCopyMatrix
                             : row.family == spec::Family::kDataCopy;
  for (const ConcernedCopies& concerned : kConcernedCopies) {
    if (rule.slug.starts_with(concerned.slug)) {
      return of_family && concerned.concerns(row);
    }
  }
  return false;
}

// Evenly spaced sources of a copy, under each word of its grid and 2^127.
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
                                  oracle::Readings& readings) {
  const spec::Conversion& row = cell.conversion();
  if (row.family == spec::Family::kCopyMatrix) {
    spec::CopyMatrix step;
    step.cell = cell;
    step.quant_pre = spec::quant_code_of(row).scalar;
    return oracle::fixpipe_element(oracle::fixpipe_mode(step, 0), element, readings);
  }
  spec::DataCopy step;
  step.cell = cell;
  step.is_relu = row.relu;
  return oracle::data_copy_element(step, element, readings);
}

}  // namespace vconform
