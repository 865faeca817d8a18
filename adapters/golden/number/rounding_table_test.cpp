#include "adapters/golden/number/rounding_table.h"

#include <gtest/gtest.h>

#include <array>

namespace vconform::adapters::golden {
namespace {

TEST(RoundingTable, ShiftingKeepsGuardAndSticky) {
  struct Shift {
    std::uint64_t significand;
    int places;
    Tail expected;
  };
  constexpr std::uint64_t kTop = 1ULL << 63;
  const std::array<Shift, 10> shifts = {{
      {0b1011, 0, {0b1011, false, false}},
      {0b1011, 1, {0b101, true, false}},
      {0b1011, 2, {0b10, true, true}},
      {0b1001, 2, {0b10, false, true}},
      {0b1000, 3, {1, false, false}},
      {kTop, 63, {1, false, false}},
      {kTop, 64, {0, true, false}},
      {kTop + 1, 64, {0, true, true}},
      {kTop, 65, {0, false, true}},
      {0b11, -62, {3ULL << 62, false, false}},
  }};
  for (const Shift& shift : shifts) {
    const Tail tail = shift_right(shift.significand, shift.places, false);
    EXPECT_EQ(tail.kept, shift.expected.kept) << shift.places;
    EXPECT_EQ(tail.guard, shift.expected.guard) << shift.places;
    EXPECT_EQ(tail.sticky, shift.expected.sticky) << shift.places;
  }
}

// Magnitudes 2 and 3 with each tail, by hand from the table of suffixes.
TEST(RoundingTable, EveryModeFollowsItsRowForEveryTail) {
  struct Row {
    std::uint64_t kept;
    bool guard;
    bool sticky;
    bool negative;
    std::array<std::uint64_t, 7> expected;  // bare r a f c z o
  };
  constexpr std::array<Row, 10> kRows = {{
      {2, false, false, false, {2, 2, 2, 2, 2, 2, 2}},
      {2, false, true, false, {2, 2, 2, 2, 3, 2, 3}},
      {2, true, false, false, {2, 2, 3, 2, 3, 2, 3}},
      {2, true, true, false, {3, 3, 3, 2, 3, 2, 3}},
      {3, false, true, false, {3, 3, 3, 3, 4, 3, 3}},
      {3, true, false, false, {4, 4, 4, 3, 4, 3, 3}},
      {2, false, true, true, {2, 2, 2, 3, 2, 2, 3}},
      {2, true, false, true, {2, 2, 3, 3, 2, 2, 3}},
      {3, true, false, true, {4, 4, 4, 4, 3, 3, 3}},
      {3, true, true, true, {4, 4, 4, 4, 3, 3, 3}},
  }};
  for (const Row& row : kRows) {
    for (std::size_t mode = 0; mode < kRoundingTable.size(); ++mode) {
      EXPECT_EQ(kRoundingTable[mode]({row.kept, row.guard, row.sticky, row.negative}),
                row.expected[mode])
          << row.kept << row.guard << row.sticky << row.negative << " mode " << mode;
    }
  }
}

}  // namespace
}  // namespace vconform::adapters::golden
