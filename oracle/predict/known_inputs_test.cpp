#include "oracle/predict/known_inputs.h"

#include <gtest/gtest.h>

namespace vconform::oracle {
namespace {

// Every input of a small grid: sources of 16 and of 32 bits, factors and alphas that differ only in
// high bits.
template <typename Visit>
void for_each_input(Visit visit) {
  std::uint32_t number = 0;
  for (const std::uint32_t alpha : {0u, 0x3f800000u}) {
    for (const std::uint64_t scale : {std::uint64_t{0}, std::uint64_t{1} << 46}) {
      for (std::uint64_t i = 0; i < 2000; ++i) {
        visit(ElementInput{i, scale, alpha}, number++);
        visit(ElementInput{(i + 1) << 20, scale, alpha}, number++);
      }
    }
  }
}

TEST(KnownInputs, EachIsMadeOnceAndKeepsItsNumber) {
  KnownInputs known;
  int made = 0;
  for_each_input([&](const ElementInput& input, std::uint32_t number) {
    const auto make = [&] {
      ++made;
      return number;
    };
    EXPECT_EQ(known.number_of(input, make), number);
  });
  EXPECT_EQ(made, 16000);
  for_each_input([&](const ElementInput& input, std::uint32_t number) {
    const auto make = [&] {
      ++made;
      return number + 1;
    };
    EXPECT_EQ(known.number_of(input, make), number);
  });
  EXPECT_EQ(made, 16000);
}

TEST(KnownInputs, ClearedTheyAreMadeAgain) {
  KnownInputs known;
  EXPECT_EQ(known.number_of({1, 2, 3}, [] { return 7u; }), 7u);
  known.clear();
  EXPECT_EQ(known.number_of({1, 2, 3}, [] { return 8u; }), 8u);
}

}  // namespace
}  // namespace vconform::oracle
