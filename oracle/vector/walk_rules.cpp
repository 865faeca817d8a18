#include "oracle/vector/walk_rules.h"

#include "spec/number/units.h"

namespace vconform::oracle {

namespace {

using spec::cite;

bool is_contiguous(const spec::Mask& mask) {
  for (std::uint64_t n = 1; n <= spec::kMaskBits; ++n) {
    if (mask == spec::contiguous_mask(n)) {
      return true;
    }
  }
  return false;
}

bool involves_s4(const spec::Conversion& row) {
  return row.source == spec::NumberType::kS4 || row.destination == spec::NumberType::kS4;
}

// Adds the rules of the DEQ forms.
void add_rules_of_deq(const VectorWalk& walk, RuleSet& rules) {
  rules.set(cite("walk.stride-width-deq"), walk.wide_repeat_strides);
  rules.set(cite("deq.other-half"), walk.destination.half.has_value());
  rules.set(cite("vdeq.address"), walk.table.has_value());
  rules.set(cite("vdeq.factor-index"), walk.table.has_value());
}

// The rules because of which nothing is written.
RuleSet rules_of_no_operation(const VectorWalk& walk) {
  RuleSet rules;
  rules.set(walk.counter_mode   ? cite("mask.counter-mode")
            : walk.repeats == 0 ? cite("repeat.zero-is-nop")
                                : cite("mask.zero-is-nop"));
  return rules;
}

}  // namespace

bool has_inactive_lane(const VectorWalk& walk) {
  for (std::uint64_t lane = 0; lane < walk.elements; ++lane) {
    if (!walk.active(walk.repeats - 1, lane)) {
      return true;
    }
  }
  return false;
}

RuleSet rules_of(const spec::Conversion& row, const VectorWalk& walk) {
  RuleSet rules = walk.writes() ? RuleSet() : rules_of_no_operation(walk);
  rules.set(cite("write.nothing-else"));
  if (!walk.writes()) {
    return rules;
  }
  rules.set(cite("walk.blocks"));
  rules.set(walk.counter_mode ? cite("mask.counter-mode") : cite("mask.bitwise"));
  rules.set(cite("mask.contiguous"), !walk.counter_mode && is_contiguous(walk.mask));
  rules.set(cite("mask.inactive-lanes"), has_inactive_lane(walk));
  rules.set(cite("walk.narrow-operand-has-fewer-blocks"),
            row.source_blocks != row.destination_blocks);
  rules.set(cite("walk.repeat-stride-zero"), walk.repeats > 1 && walk.source.repeat_stride == 0);
  rules.set(cite("walk.src-block-stride-zero"),
            walk.source.blocks > 1 && walk.source.block_stride == 0);
  rules.set(cite("walk.stride-width"), walk.wide_strides);
  rules.set(cite("deq.half"), row.family == spec::Family::kDeq && row.deq != spec::DeqForm::kHalf);
  add_rules_of_deq(walk, rules);
  rules.set(cite("s4.nibble"), involves_s4(row));
  rules.set(cite("s4.mask-pairs"), involves_s4(row));
  return rules;
}

spec::RuleId rule_of_rest_of_block(const VectorWalk& walk, std::uint64_t r, std::uint64_t b,
                                   std::uint64_t byte) {
  if (const std::optional<HalfBlock>& half = walk.destination.half) {
    const std::optional<std::uint64_t> element = half->element_with_other(byte);
    if (element && walk.active(r, b * HalfBlock::kElements + *element)) {
      return cite("deq.other-half");
    }
  }
  return cite("mask.inactive-lanes");
}

bool out_of_range(const spec::Conversion& row, const VectorWalk& walk) {
  if (walk.destination.base % spec::kBlockBytes != 0 || walk.source.base % spec::kBlockBytes != 0) {
    return true;
  }
  if (!involves_s4(row)) {
    return false;
  }
  if (walk.counter_mode) {
    return spec::counter_of(walk.mask) % 2 != 0;
  }
  for (std::uint64_t lane = 0; lane < walk.elements; lane += 2) {
    if (walk.mask.bit(lane) != walk.mask.bit(lane + 1)) {
      return true;
    }
  }
  return false;
}

}  // namespace vconform::oracle
