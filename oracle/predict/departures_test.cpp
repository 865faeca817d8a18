#include "oracle/predict/departures.h"

#include <gtest/gtest.h>

#include "spec/rules/rules.h"

namespace vconform::oracle {
namespace {

spec::Choices with_pinned(spec::Choice choice) {
  spec::Choices choices;
  choices.pin(choice);
  return choices;
}

// A world for each reading of a rule, in which one element depends on the readings of another.
std::vector<World> a_world_for_each(spec::RuleId rule, spec::RuleId of_element) {
  std::vector<World> worlds;
  for (const spec::Choice& choice : spec::all_readings(rule)) {
    World world;
    world.choices.pin(choice);
    for (const spec::Choice& reading : spec::all_readings(of_element)) {
      const auto pattern = static_cast<std::uint64_t>(reading.reading);
      world.open[0].push_back({{reading}, exactly(pattern, of_element)});
    }
    world.expectations = {world.open[0].front().expectation};
    worlds.push_back(world);
  }
  return worlds;
}

TEST(Departures, OfOpenRulesPermitNothing) {
  const spec::RuleId half = spec::cite("deq.half");
  const spec::RuleId product = spec::cite("deq.product");
  std::vector<World> worlds = a_world_for_each(half, product);
  ASSERT_EQ(worlds.size(), 4U);
  leave_out_departures(worlds, {});
  ASSERT_EQ(worlds.size(), 2U);
  EXPECT_TRUE(worlds[0].choices.follows(spec::choice("deq.half", "block")));
  EXPECT_TRUE(worlds[1].choices.follows(spec::choice("deq.half", "swapped")));
  for (const World& world : worlds) {
    EXPECT_TRUE(world.open.empty());
    EXPECT_TRUE(world.cited.test(product));
  }
}

TEST(Departures, HoldWhereTheyArePinned) {
  const spec::Choice departing = spec::choice("deq.half", "four-blocks");
  std::vector<World> worlds = a_world_for_each(departing.rule, spec::cite("deq.product"));
  std::erase_if(worlds, [&](const World& world) { return !world.choices.follows(departing); });
  leave_out_departures(worlds, with_pinned(departing));
  EXPECT_EQ(worlds.size(), 1U);
  const spec::Choice exact = spec::choice("deq.product", "exact");
  Alternatives alternatives = {{{exact}, exactly(1, exact.rule)}};
  leave_out_departures(alternatives, with_pinned(exact));
  EXPECT_EQ(alternatives.size(), 1U);
}

}  // namespace
}  // namespace vconform::oracle
