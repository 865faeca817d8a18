#include "oracle/predict/world.h"

#include "oracle/vector/walk_rules.h"
#include "spec/number/units.h"

namespace vconform::oracle {

namespace {

// The rule about a byte in a block of the destination; nullopt for other bytes.
std::optional<spec::RuleId> rule_in_blocks(const VectorWalk& walk, std::uint64_t offset) {
  const OperandWalk& operand = walk.destination;
  if (offset < operand.base || offset >= operand.end(walk.repeats)) {
    return std::nullopt;
  }
  for (std::uint64_t repeat = 0; repeat < distinct_repeats(operand, walk.repeats); ++repeat) {
    for (std::uint64_t b = 0; b < operand.blocks; ++b) {
      const std::uint64_t block = operand.block(repeat, b);
      if (offset >= block && offset < block + spec::kBlockBytes) {
        return rule_of_rest_of_block(walk, repeat, b, offset - block);
      }
    }
  }
  return std::nullopt;
}

std::optional<spec::RuleId> rule_in_copy(const std::variant<FractalWalk, BlockWalk>& copy,
                                         const spec::Address& at) {
  if (const auto* fractals = std::get_if<FractalWalk>(&copy)) {
    return fractals->destination.memory == at.memory ? fractals->rule_of_rest(at.offset)
                                                     : std::nullopt;
  }
  const auto& blocks = std::get<BlockWalk>(copy);
  return blocks.destination.base.memory == at.memory ? blocks.rule_of_rest(at.offset)
                                                     : std::nullopt;
}

}  // namespace

spec::RuleId rule_of_unchanged_byte(const World& world, const spec::Address& at) {
  spec::RuleId rule = spec::cite("write.nothing-else");
  if (at.memory == spec::MemoryId::kUb) {
    for (const VectorWalk& walk : world.walks) {
      rule = rule_in_blocks(walk, at.offset).value_or(rule);
    }
  }
  for (const auto& copy : world.copies) {
    rule = rule_in_copy(copy, at).value_or(rule);
  }
  return rule;
}

}  // namespace vconform::oracle
