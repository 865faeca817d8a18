#include "suites/coverage/counted/unit_coverage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "spec/profiles/choices.h"
#include "suites/coverage/element_classes.h"
#include "suites/coverage/instruction_classes.h"
#include "suites/judging/property.h"

namespace vconform::suites {

namespace {

// A power of two.
constexpr std::size_t kLastKeys = 1 << 12;
// Elements of a unit that are looked at, where keys are no finer than classes.
constexpr std::size_t kMostLooks = 3000;

const spec::Choices& readings() {
  static const spec::Choices kChoices = spec::choices_of_golden();
  return kChoices;
}

}  // namespace

bool counts_for_coverage(const Unit& unit) {
  const Property& property = properties()[unit.property];
  return property.asks_oracle && unit.cases != Cases::kIllegal &&
         property.name != "OutOfRangeStaysInside" && !property.needs_argument_checking;
}

UnitCoverage::UnitCoverage(const Unit& unit)
    : unit_(unit),
      counts_(counts_for_coverage(unit)),
      tallies_(empty_tallies(unit.cell.conversion())),
      last_keys_(counts_ ? kLastKeys : 0) {}

bool UnitCoverage::is_new(std::uint64_t key) {
  std::uint64_t& last = last_keys_[key % kLastKeys];
  if (last == key) {
    return false;
  }
  last = key;
  const bool is_vconv = unit_.cell.conversion().family == spec::Family::kVconv;
  return (is_vconv || keys_.size() < kMostLooks) && keys_.insert(key).second;
}

void UnitCoverage::see_values(const spec::Case& test_case, const oracle::World& world) {
  const std::vector<std::uint64_t> ctrls = ctrl_before_steps(test_case);
  Tally& tally = tallies_[static_cast<std::size_t>(GroupId::kValues)];
  std::optional<Setting> setting;
  std::size_t step = test_case.steps.size();
  for (const oracle::PredictedElement& element : world.elements) {
    if (!element.has_source || !element.source_pattern) {
      continue;
    }
    if (step != element.step) {
      step = element.step;
      setting.reset();
      if (spec::cell_of(test_case.steps[step]) == unit_.cell) {
        setting = setting_of(test_case.steps[step], ctrls[step]);
      }
    }
    const oracle::ElementInput input{*element.source_pattern, element.scale, element.alpha};
    if (setting &&
        is_new(alike_.key_of(*setting, input, world.expectations[element.expectation]))) {
      tally.add(element_sample(*setting, input, readings()));
    }
  }
}

void UnitCoverage::see(const spec::Case& test_case, const oracle::World& world) {
  if (!counts_ || world.out_of_range || world.idle_out_of_range || world.outside_reading) {
    return;
  }
  const Tally& values = tallies_[static_cast<std::size_t>(GroupId::kValues)];
  if (unit_.cases != Cases::kMagnitudes && !values.group().dims.empty()) {
    see_values(test_case, world);
  }
  for (const InstructionSample& one : instruction_samples(test_case)) {
    if (one.cell.row == unit_.cell.row) {
      tallies_[static_cast<std::size_t>(GroupId::kAddressing)].add(one.sample);
      tallies_[static_cast<std::size_t>(GroupId::kState)].add(one.sample);
    }
  }
}

std::string UnitCoverage::text() const {
  std::vector<std::string> texts;
  for (const Tally& tally : tallies_) {
    // Empty for a group without bins.
    texts.push_back(tally.text());
  }
  return counts_ ? fmt::format("{}", fmt::join(texts, " ")) : "";
}

UnitResult run_and_count(const Unit& unit, Subject subject, std::uint64_t seed) {
  UnitCoverage coverage(unit);
  subject.seen = [&coverage](const spec::Case& test_case, const oracle::World& world) {
    coverage.see(test_case, world);
  };
  UnitResult result = run_unit(unit, subject, seed);
  result.coverage = coverage.text();
  return result;
}

}  // namespace vconform::suites
