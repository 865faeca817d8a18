#include "suites/vectors/expected.h"

#include <array>
#include <iterator>
#include <map>
#include <utility>

#include "oracle/predict/predict.h"
#include "spec/number/units.h"

namespace vconform::suites {

namespace {

std::uint64_t nibbles_of(spec::NumberType type) {
  return static_cast<std::uint64_t>(spec::format_of(type).bits) * oracle::kNibblesPerByte /
         spec::kBitsPerByte;
}

// The open elements of one memory by place: a later element replaces those that it covers.
class Places {
 public:
  void put(OpenElement element) {
    clear(element.place, nibbles_of(element.type));
    const oracle::Nibble place = element.place;
    elements_.emplace(place, std::move(element));
  }
  void clear(oracle::Nibble first, std::uint64_t nibbles) {
    constexpr std::uint64_t kWidest = 16;
    auto at = elements_.lower_bound(first > kWidest ? first - kWidest : 0);
    while (at != elements_.end() && at->first < first + nibbles) {
      const bool overlaps = at->first + nibbles_of(at->second.type) > first;
      at = overlaps ? elements_.erase(at) : std::next(at);
    }
  }
  bool empty() const { return elements_.empty(); }
  void move_to(std::vector<OpenElement>& all) {
    for (auto& [place, element] : elements_) {
      all.push_back(std::move(element));
    }
  }

 private:
  std::map<oracle::Nibble, OpenElement> elements_;
};

}  // namespace

Expected expected_of(const spec::Case& program, const spec::MemoryImage& before,
                     const spec::Choices& readings) {
  const oracle::World world =
      oracle::settled(oracle::predict(program, before, readings, oracle::every_rule()).front());
  Expected expected;
  expected.after = oracle::memory_after(world, before);
  std::array<Places, spec::kMemoryCount> places;
  for (const oracle::PredictedElement& element : world.elements) {
    Places& of_memory = places[static_cast<std::size_t>(element.memory)];
    const oracle::Expectation& permitted = world.expectations[element.expectation];
    expected.decided.push_back({element.memory, element.destination, element.type, permitted.rule});
    if (!permitted.is_exact()) {
      of_memory.put({element.memory, element.destination, element.type, permitted});
    } else if (!of_memory.empty()) {
      of_memory.clear(element.destination, nibbles_of(element.type));
    }
  }
  for (Places& of_memory : places) {
    of_memory.move_to(expected.open);
  }
  return expected;
}

}  // namespace vconform::suites
