#include "oracle/predict/predict.h"

#include <optional>
#include <utility>

#include "oracle/predict/prediction.h"

namespace vconform::oracle {

std::vector<World> predict(const spec::Case& test_case, const spec::MemoryImage& before,
                           const spec::Choices& pinned, const RuleSet& cited_before,
                           const ElementInputs& in_full) {
  std::vector<World> worlds;
  Readings readings(pinned, cited_before, in_full);
  Budget budget;
  do {
    std::optional<World> world;
    while (!world) {
      budget.spend_world(before);
      world = Prediction(test_case, before, readings, budget).run();
    }
    worlds.push_back(*std::move(world));
  } while (readings.next());
  return worlds;
}

spec::MemoryImage memory_after(const World& world, const spec::MemoryImage& before) {
  spec::MemoryImage after = before;
  for (const PredictedElement& element : world.elements) {
    const spec::NumberFormat& format = spec::format_of(element.type);
    store_at(after.of(element.memory), element.destination, format,
             permitted_pattern(world.expectations[element.expectation], format));
  }
  return after;
}

}  // namespace vconform::oracle
