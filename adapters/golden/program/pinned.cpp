#include "adapters/golden/program/pinned.h"

#include <array>
#include <string>
#include <utility>

#include "adapters/golden/program/golden_adapter.h"

namespace vconform::adapters::golden {

namespace {

consteval std::size_t count_readings() {
  std::size_t count = 0;
  for (const spec::Rule& rule : spec::kRules) {
    count += rule.openness == spec::Openness::kChoice ? rule.readings.size() : 0;
  }
  return count;
}

constexpr std::size_t kCount = count_readings();

consteval std::array<Choice, kCount> all_readings() {
  std::array<Choice, kCount> choices{};
  std::size_t next = 0;
  for (std::size_t rule = 0; rule < spec::kRuleCount; ++rule) {
    const std::size_t readings = spec::kRules[rule].openness == spec::Openness::kChoice
                                     ? spec::kRules[rule].readings.size()
                                     : 0;
    for (std::size_t reading = 0; reading < readings; ++reading) {
      choices[next++] = {static_cast<spec::RuleId>(rule), static_cast<int>(reading)};
    }
  }
  return choices;
}

constexpr std::array<Choice, kCount> kChoices = all_readings();

template <std::size_t kIndex>
Behaviour pinned() {
  Behaviour behaviour = golden_behaviour();
  behaviour.pin(kChoices[kIndex]);
  return behaviour;
}

using Names = std::array<std::string, kCount>;
using Tables = std::array<vconform_adapter, kCount>;

Names backend_names() {
  Names names;
  for (std::size_t i = 0; i < kCount; ++i) {
    names[i] = "golden:" + spec::choice_text(kChoices[i]);
  }
  return names;
}

template <std::size_t... kIndex>
Tables tables_of(const Names& names, std::index_sequence<kIndex...>) {
  return {adapter_table<pinned<kIndex>>(names[kIndex].c_str())...};
}

}  // namespace

std::span<const Choice> pinned_choices() {
  return kChoices;
}

const vconform_adapter* pinned_adapter(std::size_t index) {
  static const Names names = backend_names();
  static const Tables tables = tables_of(names, std::make_index_sequence<kCount>());
  return &tables.at(index);
}

}  // namespace vconform::adapters::golden
