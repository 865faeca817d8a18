#include "suites/vectors/expected.h"

#include <algorithm>
#include <array>
#include <utility>

#include "oracle/predict/predict.h"
#include "spec/number/units.h"
#include "spec/profiles/choices.h"

namespace vconform::suites {

namespace {

// The world whose readings are those of profile a2, as far as that has any.
const oracle::World& world_of_a2(const std::vector<oracle::World>& worlds) {
  const spec::Choices a2 = spec::choices_of(spec::profile_named("a2"));
  const auto found = std::ranges::find_if(worlds, [&](const oracle::World& world) {
    return std::ranges::all_of(world.choices.all(), [&](const spec::Choice& choice) {
      return !a2.reading(choice.rule) || a2.follows(choice);
    });
  });
  return found == worlds.end() ? worlds.front() : *found;
}

oracle::Alternatives permitted_by(const oracle::World& world, std::uint32_t expectation) {
  const auto open = world.open.find(expectation);
  return open == world.open.end() ? oracle::Alternatives{{{}, world.expectations[expectation]}}
                                  : open->second;
}

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

Expected expected_of(const spec::MemoryImage& before, const std::vector<oracle::World>& worlds) {
  const oracle::World& world = world_of_a2(worlds);
  Expected expected;
  expected.after = oracle::memory_after(world, before);
  std::array<Places, spec::kMemoryCount> places;
  for (const oracle::PredictedElement& element : world.elements) {
    Places& of_memory = places[static_cast<std::size_t>(element.memory)];
    expected.decided.push_back({element.memory, element.destination, element.type,
                                world.expectations[element.expectation].rule});
    const bool is_open = world.open.contains(element.expectation) ||
                         !world.expectations[element.expectation].is_exact();
    if (is_open) {
      of_memory.put({element.memory, element.destination, element.type,
                     permitted_by(world, element.expectation)});
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
