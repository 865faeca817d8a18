#include "oracle/predict/world.h"

#include <iterator>

#include "oracle/vector/walk_rules.h"

namespace vconform::oracle {

namespace {

// The rule about a byte between those that the instruction writes; nullopt for other bytes.
std::optional<spec::RuleId> rule_of_rest(const VectorWalk& walk, const spec::Address& at) {
  if (at.memory != spec::MemoryId::kUb) {
    return std::nullopt;
  }
  const auto block = walk.destination.first_block_with(at.offset, walk.repeats);
  if (!block) {
    return std::nullopt;
  }
  const std::uint64_t byte = at.offset - walk.destination.block(block->r, block->b);
  return rule_of_rest_of_block(walk, block->r, block->b, byte);
}

template <typename CopyWalk>
std::optional<spec::RuleId> rule_of_rest(const CopyWalk& walk, const spec::Address& at) {
  return walk.written_memory() == at.memory ? walk.rule_of_rest(at.offset) : std::nullopt;
}

void add_settled_worlds(const World& world, std::vector<World>& all) {
  if (world.open.empty()) {
    all.push_back(world);
    return;
  }
  for (const Alternative& alternative : world.open.begin()->second) {
    World narrower = world;
    pin(narrower, alternative.readings);
    add_settled_worlds(narrower, all);
  }
}

}  // namespace

void pin(World& world, const std::vector<spec::Choice>& readings) {
  world.choices = with(world.choices, readings);
  for (auto open = world.open.begin(); open != world.open.end();) {
    auto& [number, alternatives] = *open;
    std::erase_if(alternatives,
                  [&](const Alternative& one) { return !agrees(one, world.choices); });
    const Expectation& first = alternatives.front().expectation;
    world.expectations[number] = first;
    const bool is_settled = alternatives.size() == 1;
    world.cited |= is_settled ? first.cited : RuleSet();
    open = is_settled ? world.open.erase(open) : std::next(open);
  }
}

World settled(World world) {
  while (!world.open.empty()) {
    pin(world, std::vector(world.open.begin()->second.front().readings));
  }
  return world;
}

std::vector<World> settled_worlds(const World& world) {
  std::vector<World> all;
  add_settled_worlds(world, all);
  return all;
}

spec::RuleId rule_of_unchanged_byte(const World& world, const spec::Address& at) {
  spec::RuleId rule = spec::cite("write.nothing-else");
  for (const Walked& walked : world.walks) {
    rule = std::visit([&](const auto& walk) { return rule_of_rest(walk, at); }, walked.walk)
               .value_or(rule);
  }
  return rule;
}

}  // namespace vconform::oracle
