#include "generators/choices/rapidcheck_source.h"

#include <gtest/gtest.h>

#include <array>

namespace vconform::generators {
namespace {

// The values hold for g++ and clang: a seed is part of a report.
TEST(RapidCheckSource, TheSameSeedGivesTheSameChoices) {
  RapidCheckSource source{rc::Random(7)};
  std::array<std::uint64_t, 4> choices{};
  for (std::uint64_t& choice : choices) {
    choice = source.below(1000);
  }
  EXPECT_EQ(choices, (std::array<std::uint64_t, 4>{649, 723, 248, 3}));
}

TEST(RapidCheckSource, ReachesEveryChoiceAboutEquallyOften) {
  RapidCheckSource source{rc::Random(1)};
  std::array<int, 7> times{};
  for (int i = 0; i < 7000; ++i) {
    ++times[source.below(7)];
  }
  for (const int count : times) {
    EXPECT_NEAR(count, 1000, 150);
  }
}

Draws three_draws(const rc::Random& random, int size) {
  const auto gen = gen_draws([](ChoiceSource& choices) {
    choices.below(1000000);
    choices.below(1000000);
    choices.below(1000000);
  });
  return gen(random, size).value();
}

TEST(GenDraws, HoldsTheDrawsOfOneRunWhateverTheSize) {
  const Draws small = three_draws(rc::Random(3), 0);
  EXPECT_EQ(small.size(), 3u);
  EXPECT_EQ(small, three_draws(rc::Random(3), 100));
  EXPECT_NE(small, three_draws(rc::Random(4), 0));
}

TEST(GenDraws, ShrinksBySimplerDraws) {
  const auto gen = gen_draws([](ChoiceSource& choices) { choices.below(1000000); });
  const auto shrinkable = gen(rc::Random(3), 10);
  std::vector<Draws> shrinks;
  auto sequence = shrinkable.shrinks();
  for (auto next = sequence.next(); next; next = sequence.next()) {
    shrinks.push_back(next->value());
  }
  EXPECT_EQ(shrinks, simpler(shrinkable.value()));
}

}  // namespace
}  // namespace vconform::generators
