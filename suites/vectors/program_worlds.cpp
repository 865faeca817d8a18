#include "suites/vectors/program_worlds.h"

#include <algorithm>
#include <iterator>

#include "oracle/predict/leaves_memory.h"
#include "oracle/predict/predict.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"

namespace vconform::suites {

namespace {

const spec::Choices& a2() {
  static const spec::Choices choices = spec::choices_of(spec::profile_named("a2"));
  return choices;
}

bool is_open_place(spec::RuleId rule) {
  return spec::rule_of(rule).openness == spec::Openness::kChoice &&
         spec::rule_of(rule).about != spec::About::kNumbers;
}

// Profile a2 with one other reading of a rule that affects the places of a program.
std::vector<spec::Choices> beside_a2(const oracle::World& world) {
  std::vector<spec::Choices> all;
  for (const spec::RuleId rule : spec::kAllRules) {
    if (!world.cited.test(rule) || !is_open_place(rule)) {
      continue;
    }
    for (const spec::Choice& reading : spec::all_readings(rule)) {
      if (!a2().follows(reading) && !spec::reading_of(reading).permissive) {
        all.push_back(a2());
        all.back().pin(reading);
      }
    }
  }
  return all;
}

}  // namespace

std::vector<oracle::World> worlds_of(const spec::Case& program, const spec::MemoryImage& before) {
  std::vector<oracle::World> worlds = oracle::predict(program, before, a2());
  for (const spec::Choices& choices : beside_a2(worlds.front())) {
    try {
      std::ranges::move(oracle::predict(program, before, choices, oracle::every_rule()),
                        std::back_inserter(worlds));
    } catch (const oracle::LeavesMemory&) {
      // Nobody who follows this reading can run it.
      continue;
    }
  }
  return worlds;
}

}  // namespace vconform::suites
