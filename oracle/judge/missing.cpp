#include "oracle/judge/missing.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <variant>

#include "oracle/predict/simulated_memory.h"
#include "oracle/vector/walk_rules.h"

namespace vconform::oracle {

namespace {

using spec::cite;

using Input = std::tuple<std::uint16_t, std::uint64_t, std::uint64_t, std::uint32_t>;

Input input_of(const PredictedElement& element) {
  return {element.step, element.source_pattern.value_or(0), element.scale, element.alpha};
}

bool holds_the_old(const PredictedElement& element, const spec::MemoryImage& before,
                   const spec::MemoryImage& after) {
  const spec::NumberFormat& format = spec::format_of(element.type);
  return load_at(before.of(element.memory), element.destination, format) ==
         load_at(after.of(element.memory), element.destination, format);
}

spec::RuleId rule_of(const VectorWalk& walk) {
  return walk.counter_mode         ? cite("mask.counter-mode")
         : has_inactive_lane(walk) ? cite("mask.bitwise")
                                   : cite("walk.blocks");
}
template <typename CopyWalk>
spec::RuleId rule_of(const CopyWalk& walk) {
  return walk.rule_of_places();
}

}  // namespace

bool are_missing(const World& world, const std::vector<const PredictedElement*>& wrong,
                 const spec::MemoryImage& before, const spec::MemoryImage& after) {
  std::set<Input> missing;
  for (const PredictedElement* element : wrong) {
    if (element->step != wrong.front()->step) {
      continue;
    }
    if (!element->has_source || !element->source_pattern ||
        !holds_the_old(*element, before, after)) {
      return false;
    }
    missing.insert(input_of(*element));
  }
  std::size_t right = 0;
  for (const PredictedElement& element : world.elements) {
    const bool is_wrong = std::ranges::binary_search(wrong, &element);
    if (element.step == wrong.front()->step && !is_wrong && element.has_source &&
        !holds_the_old(element, before, after)) {
      ++right;
      if (missing.contains(input_of(element))) {
        return true;
      }
    }
  }
  return right == 0 && missing.size() > 1;
}

spec::RuleId rule_of_place(const World& world, const PredictedElement& element) {
  const auto walked = std::ranges::find(world.walks, element.step, &Walked::step);
  return walked == world.walks.end()
             ? world.expectations[element.expectation].rule
             : std::visit([](const auto& walk) { return rule_of(walk); }, walked->walk);
}

}  // namespace vconform::oracle
