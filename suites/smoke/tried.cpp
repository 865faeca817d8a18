#include "suites/smoke/tried.h"

#include <fmt/format.h>

#include <span>
#include <vector>

#include "generators/choices/byte_source.h"
#include "generators/programs/instruction_cases.h"
#include "oracle/explain/explain_text.h"
#include "oracle/predict/predict.h"
#include "spec/case/memory_image.h"

namespace vconform::suites {

namespace {

Written effect_of(const spec::MemoryImage& before, const spec::MemoryImage& after) {
  Written effect = Written::kNone;
  for (const spec::Memory& memory : spec::kMemories) {
    const std::span<const std::uint8_t> old = before.of(memory.id);
    const std::span<const std::uint8_t> now = after.of(memory.id);
    for (std::size_t i = 0; i < old.size() && i < now.size(); ++i) {
      if (old[i] != now[i] && now[i] != 0) {
        return Written::kSome;
      }
      effect = old[i] != now[i] ? Written::kZeros : effect;
    }
  }
  return effect;
}

// The first element whose source is not zero, or the first.
const oracle::PredictedElement* shown_element(const oracle::World& world) {
  const oracle::PredictedElement* first = nullptr;
  for (const oracle::PredictedElement& element : world.elements) {
    if (element.has_source && element.source_pattern) {
      first = first == nullptr ? &element : first;
      if (*element.source_pattern != 0) {
        return &element;
      }
    }
  }
  return first;
}

std::string sample_of(const Subject& subject, const spec::Cell& cell, const spec::Case& program,
                      const spec::MemoryImage& before, const spec::Outcome& outcome) {
  const std::vector<oracle::World> worlds = oracle::predict(program, before, subject.pinned);
  const oracle::PredictedElement* element = shown_element(worlds.front());
  if (element == nullptr) {
    return "";
  }
  const spec::NumberFormat& to = spec::format_of(element->type);
  const std::uint64_t got = spec::load_element(
      outcome.after.of(element->memory), element->destination / 2, to, element->destination % 2);
  return fmt::format("{} -> {}",
                     oracle::value_in_short(cell.conversion().from(), *element->source_pattern),
                     oracle::value_in_short(to, got));
}

}  // namespace

spec::Case simple_case(const spec::Cell& cell, spec::FeatureSet claimed) {
  constexpr auto kStatesOfCtrl48 = static_cast<std::uint32_t>(spec::Feature::kSaturate) |
                                   static_cast<std::uint32_t>(spec::Feature::kKeepInf);
  // Without bytes every choice is the first, which is the simplest.
  generators::ByteSource simplest({});
  return generators::instruction_case(simplest, cell,
                                      spec::FeatureSet{claimed.bits & kStatesOfCtrl48});
}

Tried try_simply(const Subject& subject, const spec::Cell& cell) {
  const spec::Case program = simple_case(cell, subject.claims(cell).value());
  const spec::MemoryImage before = spec::initial_image(program);
  // The case itself runs first; one that fails is run again, and with other sources.
  std::optional<spec::Outcome> first;
  Subject watched = subject;
  watched.execute = [&](const spec::Case& test_case, const spec::MemoryImage& image) {
    spec::Outcome outcome = subject.execute(test_case, image);
    if (!first) {
      first = outcome;
    }
    return outcome;
  };
  watched.execute_in_place = {};
  const CheckResult result = check_property(properties().front(), watched, program);
  Tried tried;
  tried.cell = cell;
  const spec::Outcome& outcome = first.value();
  tried.status = outcome.status;
  tried.message = outcome.message;
  if (!result.findings.empty()) {
    tried.finding = result.findings.front();
  }
  if (outcome.status == spec::OutcomeStatus::kCompleted) {
    tried.effect = effect_of(before, outcome.after);
    tried.sample = sample_of(subject, cell, program, before, outcome);
  }
  return tried;
}

}  // namespace vconform::suites
