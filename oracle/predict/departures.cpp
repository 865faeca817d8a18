#include "oracle/predict/departures.h"

#include <algorithm>
#include <cassert>

#include "spec/rules/rules.h"

namespace vconform::oracle {

namespace {

bool any_departs(const std::vector<spec::Choice>& readings, const spec::Choices& pinned) {
  return std::ranges::any_of(readings, [&](const spec::Choice& reading) {
    return spec::reading_of(reading).ground == spec::Ground::kDeparts && !pinned.follows(reading);
  });
}

}  // namespace

void leave_out_departures(Alternatives& alternatives, const spec::Choices& pinned) {
  std::erase_if(alternatives,
                [&](const Alternative& one) { return any_departs(one.readings, pinned); });
  assert(!alternatives.empty());
}

void leave_out_departures(std::vector<World>& worlds, const spec::Choices& pinned) {
  std::erase_if(worlds,
                [&](const World& world) { return any_departs(world.choices.all(), pinned); });
  assert(!worlds.empty());
  for (World& world : worlds) {
    for (auto& [number, alternatives] : world.open) {
      leave_out_departures(alternatives, pinned);
    }
    // With one alternative left it is no longer open.
    pin(world, {});
  }
}

}  // namespace vconform::oracle
