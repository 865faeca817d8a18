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

inline Expectation converted(std::string_view instruction, std::uint64_t ctrl, std::uint64_t source,
                             Readings& readings) {
  const spec::Cell of = cell(instruction);
  return settle([&](Derivation& d) { return convert(d, of, ctrl, source); }, readings).expectation;
}

// The profile and the row's reading must leave no choice open.
inline Expectation convert_row(const Conversion& row) {
  Readings readings(choices_with(row.reading));
  const Expectation result = converted(row.instruction, row.ctrl, row.source, readings);
  EXPECT_FALSE(readings.next()) << row.instruction << " depends on an open choice";
  return result;
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
inline int worlds_of(std::string_view instruction, std::uint64_t ctrl, std::uint64_t source) {
  Readings readings{spec::Choices()};
  int worlds = 0;
  do {
    converted(instruction, ctrl, source, readings);
    ++worlds;
  } while (readings.next());
  return worlds;
}

}  // namespace vconform::oracle::testing
