#include "adapters/golden/program/pinned.h"

#include <array>
#include <string>
#include <utility>

#include "adapters/golden/program/golden_adapter.h"
#include "spec/profiles/choices.h"

namespace vconform::adapters::golden {

namespace {

consteval std::size_t count_readings() {
  std::size_t count = 0;
  for (std::size_t rule = 0; rule < spec::kRuleCount; ++rule) {
    count += spec::reading_count(static_cast<spec::RuleId>(rule));
  }
  return count;
}

constexpr std::size_t kCount = count_readings();

consteval std::array<Choice, kCount> every_reading() {
  std::array<Choice, kCount> choices{};
  std::size_t next = 0;
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    const auto rule = static_cast<spec::RuleId>(id);
    for (std::size_t reading = 0; reading < spec::reading_count(rule); ++reading) {
      choices[next++] = {rule, static_cast<int>(reading)};
    }
  }
  return choices;
}

constexpr std::array<Choice, kCount> kChoices = every_reading();

template <std::size_t kIndex>
Behaviour pinned() {
  Behaviour behaviour = golden_behaviour();
  behaviour.pin(kChoices[kIndex]);
  return behaviour;
}

Behaviour pinned_to_pages() {
  Behaviour behaviour = golden_behaviour();
  for (const Choice& choice : spec::choices_of(spec::profile_named("pages")).all()) {
    behaviour.pin(choice);
  }
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

const vconform_adapter* pages_adapter() {
  static const vconform_adapter table = adapter_table<pinned_to_pages>("golden:pages");
  return &table;
}

}  // namespace vconform::adapters::golden
