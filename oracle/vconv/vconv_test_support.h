// Conversions of one element as rows of a table, for the tests of vconv.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>

#include "oracle/reading/settle.h"
#include "oracle/testing/test_support.h"
#include "oracle/vconv/vconv.h"

namespace vconform::oracle::testing {

inline constexpr char kExact[] = "convert.exact-when-representable";

// One conversion with its only permitted result, or results, and the rule that decides.
struct Conversion {
  const char* instruction;
  std::uint64_t source;
  const char* result;  // as text_of writes it
  const char* rule;
  std::uint64_t ctrl = 0;
  const char* reading = "";  // "rule=reading", over the profile a2
};

inline spec::Choices choices_with(std::string_view reading) {
  return reading.empty() ? a2() : a2({reading});
}

inline Alternatives converted(std::string_view instruction, std::uint64_t ctrl,
                              std::uint64_t source, const spec::Choices& known) {
  const spec::Cell of = cell(instruction);
  return alternatives_of([&](Derivation& d) { return convert(d, of, ctrl, source); }, known);
}

// The profile and the row's reading must leave no choice open.
inline Expectation convert_row(const Conversion& row) {
  return only(converted(row.instruction, row.ctrl, row.source, choices_with(row.reading)));
}

inline void expect_conversions(std::span<const Conversion> rows) {
  for (const Conversion& row : rows) {
    const std::string where = fmt::format("{} of {:#x}, CTRL {:#x} {}", row.instruction, row.source,
                                          row.ctrl, row.reading);
    const Expectation result = convert_row(row);
    EXPECT_EQ(text_of(result), row.result) << where;
    EXPECT_EQ(slug(result.rule), row.rule) << where;
    EXPECT_TRUE(result.cited.test(result.rule)) << where;
  }
}

// The number of combinations of readings of a conversion if nothing is pinned.
inline std::size_t worlds_of(std::string_view instruction, std::uint64_t ctrl,
                             std::uint64_t source) {
  return converted(instruction, ctrl, source, {}).size();
}

}  // namespace vconform::oracle::testing
