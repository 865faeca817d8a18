#include "generators/operation/sources.h"

#include <algorithm>
#include <map>
#include <utility>

#include "generators/choices/wide.h"
#include "generators/copies/sources.h"
#include "generators/deq/listed_values.h"
#include "generators/number/every_pattern.h"
#include "generators/number/exact_pattern.h"
#include "generators/number/interesting_values.h"
#include "generators/operation/words.h"
#include "spec/rows/operation_rows.h"

namespace vconform::generators {

namespace {

constexpr std::uint64_t kMostOfAFamily = 2048;

std::vector<std::uint64_t> patterns_of(const spec::Conversion& row) {
  std::vector<std::uint64_t> patterns;
  for (const ValueFamily* family : families_of(row)) {
    const std::uint64_t count = family->count(row);
    const std::uint64_t taken = std::min(count, kMostOfAFamily);
    for (std::uint64_t i = 0; i < taken; ++i) {
      const auto index = static_cast<std::uint64_t>(
          taken == 1 ? 0 : static_cast<Wide>(count - 1) * i / (taken - 1));
      patterns.push_back(family->pattern(row, index));
    }
  }
  return patterns;
}

// The number of a finite pattern, exactly.
Dyadic number_of(const spec::NumberFormat& format, std::uint64_t pattern) {
  const bool negative = (pattern & format.sign_mask()) != 0;
  if (!format.is_floating()) {
    const std::uint64_t magnitude =
        negative ? (~pattern + 1) & format.pattern_mask() : pattern & format.pattern_mask();
    return {negative, Wide{magnitude}, 0};
  }
  const std::uint64_t exponent = pattern >> format.fraction_bits & format.exponent_field_mask();
  const std::uint64_t fraction = pattern & format.fraction_mask();
  const std::uint64_t significand =
      exponent == 0 ? fraction : fraction | (format.fraction_mask() + 1);
  return {negative, Wide{significand},
          static_cast<int>(std::max<std::uint64_t>(exponent, 1)) - format.bias() -
              format.fraction_bits};
}

bool is_finite(const spec::NumberFormat& format, std::uint64_t pattern) {
  return !format.is_floating() ||
         (pattern & (format.infinity_pattern())) != format.infinity_pattern();
}

// A pattern of another format and its two neighbours.
void add_widened(const spec::NumberFormat& from, std::uint64_t pattern,
                 const spec::NumberFormat& to, std::vector<std::uint64_t>& patterns) {
  if (!is_finite(from, pattern)) {
    return;
  }
  const std::uint64_t same = pattern_toward_zero(to, number_of(from, pattern));
  for (const int beside : {0, 1, -1}) {
    patterns.push_back(pattern_beside(to, same, beside));
  }
}

bool is_among_legs(const spec::OperationRow& row, spec::NumberType destination) {
  return std::ranges::any_of(row.legs,
                             [&](const spec::OperationLeg& leg) { return leg.to == destination; });
}

std::vector<std::uint64_t> collected(const spec::Cell& cell) {
  const spec::OperationRow& operation = spec::operation_of(cell);
  const spec::NumberFormat& source = spec::format_of(operation.source);
  const bool is_row =
      spec::legs_of(cell).size() == 1 && !spec::is_operation(spec::legs_of(cell).front());
  std::vector<std::uint64_t> patterns;
  for (const spec::Conversion& row : spec::kConversions) {
    const bool is_wanted = is_among_legs(operation, row.destination);
    if (row.source == operation.source && (is_wanted || !is_row)) {
      const std::vector<std::uint64_t> more = patterns_of(row);
      patterns.insert(patterns.end(), more.begin(), more.end());
    } else if (!is_row && is_wanted) {
      for (const std::uint64_t pattern : patterns_of(row)) {
        add_widened(row.from(), pattern, source, patterns);
      }
    }
  }
  std::ranges::sort(patterns);
  patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
  return patterns;
}

std::vector<std::uint64_t> every_pattern(const spec::NumberFormat& format) {
  std::vector<std::uint64_t> patterns;
  for (std::uint64_t i = 0; i <= format.pattern_mask(); ++i) {
    patterns.push_back(i * kPatternStep & format.pattern_mask());
  }
  return patterns;
}

// The most sources of one idea about a word.
constexpr std::uint64_t kMostOfAWord = 128;

void add_family(const CopyFamily& family, const CopiedElement& element,
                std::vector<std::uint64_t>& patterns) {
  const std::uint64_t count = family.count(element);
  const std::uint64_t taken = std::min(count, kMostOfAWord);
  for (std::uint64_t i = 0; i < taken; ++i) {
    const auto index =
        static_cast<std::uint64_t>(taken == 1 ? 0 : static_cast<Wide>(count - 1) * i / (taken - 1));
    patterns.push_back(family.pattern(element, index));
  }
}

std::vector<std::uint64_t> solved(const spec::Conversion& row, std::uint64_t word) {
  std::vector<std::uint64_t> patterns;
  if (row.family == spec::Family::kDeq) {
    return listed_sources(row, static_cast<std::uint16_t>(word));
  }
  const CopiedElement element = copied_element(row, copy_scale(row, word));
  for (const CopyFamily& family : copy_families(row)) {
    add_family(family, element, patterns);
  }
  for (const CopyFamily& family : source_families()) {
    add_family(family, element, patterns);
  }
  std::ranges::sort(patterns);
  patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
  return patterns;
}

}  // namespace

const std::vector<std::uint64_t>& operation_sources(const spec::Cell& cell) {
  static std::map<std::uint16_t, std::vector<std::uint64_t>> known;
  std::vector<std::uint64_t>& patterns = known[cell.row];
  if (patterns.empty()) {
    const spec::NumberFormat& format = cell.conversion().from();
    patterns = format.bits <= kExhaustiveSource ? every_pattern(format) : collected(cell);
  }
  return patterns;
}

const std::vector<std::uint64_t>& quantised_sources(const spec::Cell& cell, std::size_t word) {
  static std::map<std::pair<std::uint16_t, std::size_t>, std::vector<std::uint64_t>> known;
  const spec::NumberFormat& format = cell.conversion().from();
  const bool is_exhausted = format.bits <= kExhaustiveSource;
  std::vector<std::uint64_t>& patterns = known[{cell.row, is_exhausted ? 0 : word}];
  if (patterns.empty()) {
    patterns = is_exhausted
                   ? every_pattern(format)
                   : solved(spec::chain_of(cell).conversion(), operation_words(cell)[word]);
  }
  return patterns;
}

}  // namespace vconform::generators
