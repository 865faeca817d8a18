#include "generators/choices/rapidcheck_source.h"

#include <utility>

#include "generators/choices/wide.h"

namespace vconform::generators {

std::uint64_t RapidCheckSource::below(std::uint64_t bound) {
  assert(bound >= 1);
  return static_cast<std::uint64_t>(Wide{random_.next()} * bound >> 64);
}

rc::Gen<Draws> gen_draws(std::function<void(ChoiceSource&)> generate) {
  return rc::Gen<Draws>([generate = std::move(generate)](const rc::Random& random, int) {
    RapidCheckSource choices(random);
    RecordingSource recorder(choices);
    generate(recorder);
    return rc::shrinkable::shrinkRecur(recorder.draws(), [](const Draws& draws) {
      return rc::seq::fromContainer(simpler(draws));
    });
  });
}

}  // namespace vconform::generators
